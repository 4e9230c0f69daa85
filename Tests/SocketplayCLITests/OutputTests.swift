import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("Where things are said")
struct OutputTests {
  private let world = FakeConsole()

  private func output(
    json: Bool = false, quiet: Bool = false, verbose: Bool = false, terminal: Bool = false, setting: Setting = .session,
    session: String? = "host"
  ) -> Output {
    Output(
      world.console(terminal: terminal), modes: Modes(json: json, quiet: quiet, verbose: verbose), session: session,
      setting: setting)
  }

  private static let service = Service(
    name: "studio", host: "studio.local", addresses: ["10.0.0.7"], port: 43121, plain: false, reachable: true)

  static let objects: [(Event, String)] = [
    (
      .listening(name: "a\u{1b}", port: 1, addresses: ["::"]),
      #"{"event":"listening","session":"host","name":"a\u001b","port":1,"addresses":["::"]}"#
    ),
    (.advertised(name: "a"), #"{"event":"advertised","session":"host","name":"a"}"#),
    (.withdrawn(name: "a"), #"{"event":"withdrawn","session":"host","name":"a"}"#),
    (
      .found(service),
      #"{"event":"found","session":"host","name":"studio","host":"studio.local","addresses":["10.0.0.7"],"#
        + #""port":43121,"plain":false,"reachable":true}"#
    ),
    (
      .connected(peer: "p", address: "a", security: "none", original: true),
      #"{"event":"connected","session":"host","peer":"p","address":"a","security":"none","original":true}"#
    ),
    (.text(peer: "p", text: "\u{2028}"), #"{"event":"text","session":"host","peer":"p","text":"\u2028"}"#),
    (.start(peer: "p", text: "start"), #"{"event":"start","session":"host","peer":"p","text":"start"}"#),
    (
      .preferences(PreferencesReceived(peer: "p", bytes: 9, keys: 3, path: "/r", applied: nil)),
      #"{"event":"prefs","session":"host","peer":"p","bytes":9,"keys":3,"path":"/r","applied":null}"#
    ),
    (
      .preferences(PreferencesReceived(peer: "p", bytes: 9, keys: 3, path: "/r", applied: [EventTextTests.change])),
      #"{"event":"prefs","session":"host","peer":"p","bytes":9,"keys":3,"path":"/r","#
        + #""applied":[{"key":"age","from":80,"to":81,"fromType":"int","toType":"int"}]}"#
    ),
    (
      .fileBegin(FileBegin(direction: .sending, peer: "p", name: "a", folder: nil, size: nil, resumedAt: 0)),
      #"{"event":"file-begin","session":"host","peer":"p","name":"a","folder":null,"size":null,"resumedAt":0,"#
        + #""direction":"sending","restarted":false}"#
    ),
    (
      .fileProgress(FileProgress(direction: .receiving, peer: "p", name: "a", bytes: 1, size: 2, rate: 0.5)),
      #"{"event":"file-progress","session":"host","name":"a","bytes":1,"size":2,"rate":0.5,"direction":"receiving","#
        + #""peer":"p","folder":null}"#
    ),
    (
      EventTextTests.end(.sending, stored: nil),
      #"{"event":"file","session":"host","peer":"p","name":"song.mp3","folder":null,"path":"/r/song.mp3","#
        + #""bytes":4200000,"seconds":0.5,"verified":"xxh3-128","stored":null,"direction":"sending","#
        + #""alreadyThere":false,"resumedAt":0,"digest":null}"#
    ),
    (
      EventTextTests.end(.receiving, folder: "f"),
      #"{"event":"file","session":"host","peer":"p","name":"song.mp3","folder":"f","path":"/r/song.mp3","#
        + #""bytes":4200000,"seconds":0.5,"verified":"xxh3-128","direction":"receiving","alreadyThere":false,"#
        + #""resumedAt":0,"digest":null}"#
    ),
    (
      EventTextTests.end(.sending, stored: false, failure: Failure(.busy, "p")),
      #"{"event":"file","session":"host","peer":"p","name":"song.mp3","folder":null,"path":"/r/song.mp3","#
        + #""bytes":4200000,"seconds":0.5,"verified":"xxh3-128","stored":false,"direction":"sending","#
        + #""alreadyThere":false,"resumedAt":0,"digest":null,"failure":{"code":5,"#
        + #""message":"\"p\" is busy with another peer","#
        + #""hint":"try again later, or start it with --peers N","reason":"busy","subject":"p"}}"#
    ),
    (
      .disconnected(peer: "p", reason: "lost", partial: ["a"]),
      #"{"event":"disconnected","session":"host","peer":"p","reason":"lost","partial":["a"]}"#
    ),
    (
      .watching(peer: "p", revision: 3), #"{"event":"watching","session":"host","peer":"p","revision":3}"#
    ),
    (.reconnecting(attempt: 1, delay: 0.5), #"{"event":"reconnecting","session":"host","attempt":1,"in":0.5}"#),
    (
      .error(Failure(.frameTooLong, "p")),
      #"{"event":"error","session":"host","code":8,"message":"length exceeds limit: \"p\" announced a frame that is "#
        + #"too long","hint":"is it a socketplay at all?","reason":"frameTooLong","subject":"p"}"#
    ),
  ]

  @Test("--json prints each event as one object with the fields of the contract in their order", arguments: objects)
  func json(event: Event, expected: String) {
    output(json: true).tell(event)
    #expect(world.out == expected + "\n")
  }

  @Test("without a session's name, session is null")
  func noSession() {
    output(json: true, session: nil).tell(.advertised(name: "a"))
    #expect(world.out == "{\"event\":\"advertised\",\"session\":null,\"name\":\"a\"}\n")
  }

  @Test("answers go to stdout, talk and errors to stderr")
  func streams() {
    let output = output()
    output.tell(.text(peer: "p", text: "hi"))
    output.tell(.advertised(name: "a"))
    output.tell(.withdrawn(name: "a"))
    output.tell(.warning(Failure(.noDiscovery)))
    output.tell(.error(Failure(.noSuchFile, "x")))
    #expect(world.out == "p: hi\n")
    #expect(
      world.talk == """
        advertised as "a"
        socketplay: warning: avahi-daemon cannot be reached, so hosts are neither found nor announced
        socketplay: hint: apt-get install avahi-daemon, or do without: socketplay join --address HOST:PORT
        socketplay: error: there is no file "x"

        """)
  }

  @Test("--quiet leaves errors, --verbose adds details")
  func modes() {
    let quiet = output(quiet: true, verbose: true)
    quiet.tell(.advertised(name: "a"))
    quiet.tell(.withdrawn(name: "a"))
    quiet.tell(.warning(Failure(.noDiscovery)))
    quiet.tell(Failure(.timedOut, "x"))
    #expect(world.talk == "socketplay: error: \"x\" took too long\n")
    output(verbose: true).tell(.withdrawn(name: "a"))
    #expect(world.talk.hasSuffix("no longer advertised as \"a\"\n"))
  }

  @Test("a failure that an event told is not told again as the verb's end")
  func once() {
    let output = output(json: true)
    output.tell(.error(Failure(.busy, "p")))
    output.tell(Failure(.busy, "p"))
    output.tell(Failure(.lost, "p"))
    #expect(world.out.split(separator: "\n").count == 2)
    #expect(world.talk.split(separator: "\n").filter { $0.contains("error:") }.count == 2)
  }

  @Test("a stdout that nobody reads ends the work, once and quietly")
  func closed() async {
    await confirmation { ended in
      let output = output()
      output.onEnd { ended() }
      world.set(written: .closed)
      output.tell(.text(peer: "p", text: "a"))
      output.tell(.text(peer: "p", text: "b"))
      #expect(output.ended == .closed)
    }
    #expect(world.talk.isEmpty)
  }

  @Test("on a terminal the progress line is redrawn in place, and wiped before anything else is said (000-11)")
  func progress() {
    let output = output(terminal: true, setting: .errand)
    output.tell(
      .fileBegin(FileBegin(direction: .sending, peer: "p", name: "a.mp3", folder: nil, size: 1000, resumedAt: 0)))
    #expect(world.talk == "\ra.mp3  0 %  0 B of 1.0 kB\u{1b}[K")
    world.set(now: 101)
    output.tell(
      .fileProgress(FileProgress(direction: .sending, peer: "p", name: "a.mp3", bytes: 500, size: 1000, rate: 250)))
    #expect(world.talk.hasSuffix("\ra.mp3  50 %  500 B of 1.0 kB  250 B/s  0:02 left\u{1b}[K"))
    world.set(now: 106)
    output.tell(
      .fileProgress(FileProgress(direction: .sending, peer: "p", name: "a.mp3", bytes: 500, size: 1000, rate: 0)))
    world.set(now: 107)
    output.tick()
    #expect(world.talk.hasSuffix("\ra.mp3  50 %  500 B of 1.0 kB  stalled\u{1b}[K"))
    output.line(.talk("x"))
    #expect(world.talk.hasSuffix("\r\u{1b}[Kx\n"))
    output.finish()
    #expect(world.talk.hasSuffix("\r\u{1b}[Kx\n"))
  }

  @Test("a transfer of which nothing is told any more, as it failed, leaves the terminal")
  func forgotten() {
    let output = output(terminal: true, setting: .session)
    output.tell(
      .fileProgress(FileProgress(direction: .receiving, peer: "p", name: "a.mp3", bytes: 500, size: 1000, rate: 0)))
    #expect(world.talk == "\ra.mp3  50 %  500 B of 1.0 kB\u{1b}[K")
    world.set(now: 103.5)
    output.tick()
    #expect(world.talk.hasSuffix("\r\u{1b}[K"))
  }

  @Test("off a terminal there is no progress line, and one line at the end (000-11)")
  func summary() {
    let output = output(setting: .errand)
    output.tell(.fileBegin(FileBegin(direction: .sending, peer: "p", name: "a", folder: nil, size: 1000, resumedAt: 0)))
    output.tell(
      .fileProgress(FileProgress(direction: .sending, peer: "p", name: "a", bytes: 500, size: 1000, rate: 250)))
    output.tick()
    #expect(world.talk.isEmpty)
    world.set(now: 102)
    output.tell(EventTextTests.end(.sending, stored: true))
    output.finish()
    #expect(world.talk == "1 file, 4.2 MB in 2.00 s, 2.1 MB/s\n")
  }
}

@Suite("The progress line")
struct ProgressMeterTests {
  private func progress(_ bytes: Int64, of size: Int64?, rate: Double = 100) -> FileProgress {
    FileProgress(direction: .sending, peer: "p", name: "a", bytes: bytes, size: size, rate: rate)
  }

  private func over(_ direction: Direction, _ name: String, peer: String = "p") -> FileEnd {
    FileEnd(
      direction: direction, peer: peer, name: name, folder: nil, path: "/r/" + name, bytes: 1, seconds: 1,
      verified: "none")
  }

  @Test("the same name from two peers, or in two folders, is two transfers (000-22)")
  func peers() {
    var meter = ProgressMeter()
    for (peer, folder) in [("p", nil), ("q", nil), ("p", "f")] as [(String, String?)] {
      meter.update(
        FileProgress(direction: .receiving, peer: peer, name: "a", folder: folder, bytes: 1, size: 2, rate: 0), at: 0)
    }
    #expect(meter.line(at: 0, columns: 80)?.hasSuffix("and 2 more") == true)
    meter.end(over(.receiving, "a", peer: "q"))
    #expect(meter.line(at: 1, columns: 80)?.hasSuffix("and 1 more") == true)
    meter.end(peer: "p")
    #expect(meter.isIdle)
  }

  @Test("percent is rounded down, and never above 100 (000-11)")
  func percent() {
    #expect(ProgressMeter.percent(0, of: 1000) == 0)
    #expect(ProgressMeter.percent(999, of: 1000) == 99)
    #expect(ProgressMeter.percent(1000, of: 1000) == 100)
    #expect(ProgressMeter.percent(5000, of: 1000) == 100)
    #expect(ProgressMeter.percent(0, of: 0) == 100)
    #expect(ProgressMeter.percent(.max - 1, of: .max) == 99)
    #expect(ProgressMeter.percent(-1, of: 10) == 0)
  }

  @Test("it is drawn ten times a second at most, and not twice the same")
  func rate() {
    var meter = ProgressMeter()
    meter.update(progress(100, of: 1000), at: 10)
    #expect(meter.line(at: 10, columns: 80) == "a  10 %  100 B of 1.0 kB  100 B/s  0:09 left")
    meter.update(progress(200, of: 1000), at: 10.05)
    #expect(meter.line(at: 10.05, columns: 80) == nil)
    #expect(meter.line(at: 10.11, columns: 80) == "a  20 %  200 B of 1.0 kB  100 B/s  0:08 left")
    #expect(meter.line(at: 10.3, columns: 80) == nil)
  }

  @Test("five seconds without bytes are a stall, and a byte ends it")
  func stall() {
    var meter = ProgressMeter()
    meter.update(progress(100, of: 1000), at: 10)
    meter.update(progress(100, of: 1000), at: 13)
    #expect(meter.line(at: 14.9, columns: 80)?.contains("left") == true)
    #expect(meter.line(at: 15.1, columns: 80) == "a  10 %  100 B of 1.0 kB  stalled")
    meter.update(progress(101, of: 1000), at: 16)
    #expect(meter.line(at: 16, columns: 80)?.contains("stalled") == false)
  }

  @Test("when all has gone the other end has yet to finish, and is not called stalled")
  func finishing() {
    var meter = ProgressMeter()
    meter.update(progress(1000, of: 1000), at: 10)
    meter.update(progress(1000, of: 1000), at: 19)
    #expect(meter.line(at: 20, columns: 80) == "a  100 %  1.0 kB of 1.0 kB  finishing")
  }

  @Test("of an unknown size there is no percent and no time left")
  func unknown() {
    var meter = ProgressMeter()
    meter.update(progress(100, of: nil), at: 10)
    #expect(meter.line(at: 10, columns: 80) == "a  100 B  100 B/s")
  }

  @Test("a long or hostile name leaves room for the facts")
  func name() {
    var meter = ProgressMeter()
    let name = "\u{1b}" + String(repeating: "空", count: 80)
    meter.update(FileProgress(direction: .receiving, peer: "p", name: name, bytes: 1, size: 2, rate: 1), at: 0)
    let line = meter.line(at: 0, columns: 60) ?? ""
    #expect(line.unicodeScalars.reduce(0) { $0 + $1.columns } < 60)
    #expect(line.hasPrefix("\\u{1B}空") && line.hasSuffix("0:01 left"))
    var narrow = ProgressMeter()
    narrow.update(FileProgress(direction: .receiving, peer: "p", name: name, bytes: 1, size: 2, rate: 1), at: 0)
    #expect(narrow.line(at: 0, columns: 10)?.count == 9)
  }

  @Test("when a file ends another takes the line, and at the last one's end there is none")
  func several() {
    var meter = ProgressMeter()
    meter.update(progress(1, of: 10), at: 0)
    meter.update(FileProgress(direction: .receiving, peer: "p", name: "b", bytes: 1, size: 10, rate: 0), at: 0)
    #expect(meter.line(at: 0, columns: 80) == "b  10 %  1 B of 10 B  and 1 more")
    meter.end(over(.receiving, "b"))
    #expect(meter.line(at: 1, columns: 80)?.hasPrefix("a ") == true)
    meter.end(over(.sending, "a"))
    #expect(meter.isIdle)
    #expect(meter.line(at: 2, columns: 80) == nil)
  }
}
