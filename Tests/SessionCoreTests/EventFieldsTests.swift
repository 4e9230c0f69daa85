import KeyedArchive
import SessionCore
import Testing

@Suite("Events, commands and status as dictionaries")
struct EventFieldsTests {
  static let service = Service(
    name: "ge's \"Mac\"; 空格 🎵", host: "studio.local", addresses: ["10.0.0.7", "fe80::1%eth0"], port: 43121, plain: true)
  static let failure = Failure(.noSpaceThere, "song.mp3", detail: "no space left on device")
  static let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))

  static let events: [Event] = [
    .listening(name: "studio", port: 43121, addresses: ["::", "0.0.0.0"]),
    .advertised(name: "studio #2"), .withdrawn(name: "studio"),
    .found(service), .lost(service),
    .found(Service(name: "a", host: "b", addresses: [], port: 1, plain: false, reachable: false)),
    .connected(peer: "laptop", address: "10.0.0.7", security: "none", original: true),
    .connected(peer: "laptop", address: "10.0.0.7", security: "none", original: true, isGuess: true),
    .paired(peer: "laptop", id: "sha256:0b0d"),
    .text(peer: "laptop", text: "\u{1b}[31m"), .start(peer: "laptop", text: "start"),
    .preferences(PreferencesReceived(peer: "p", bytes: 300, keys: 3, path: "/r/prefer.plist", applied: nil)),
    .preferences(
      PreferencesReceived(
        peer: "p", bytes: 300, keys: 3, path: "/r/x.plist",
        applied: [
          change, KeyChange(key: "new", from: nil, to: .data([1, 2])),
          KeyChange(key: "old", from: .date(0.5), to: nil),
        ])),
    .fileBegin(
      FileBegin(direction: .sending, peer: "p", name: "a.mp3", folder: nil, size: 1 << 40, resumedAt: 0)),
    .fileBegin(
      FileBegin(direction: .receiving, peer: "p", name: "a.mp3", folder: "x/y", size: nil, resumedAt: 7)),
    .fileProgress(FileProgress(direction: .sending, peer: "p", name: "a", bytes: 5, size: 10, rate: 2.5)),
    .fileProgress(FileProgress(direction: .receiving, peer: "p", name: "a", folder: "f", bytes: 5, size: nil, rate: 0)),
    .file(
      FileEnd(
        direction: .sending, peer: "p", name: "a", folder: "f", path: "/a", bytes: 5, seconds: 0.5,
        verified: "xxh3-128", stored: true, storedAs: "a (2)", alreadyThere: true)),
    .file(
      FileEnd(
        direction: .sending, peer: "p", name: "a", folder: nil, path: "/a", bytes: 5, seconds: 0.5, verified: "none",
        stored: false, failure: failure)),
    .file(
      FileEnd(
        direction: .sending, peer: "p", name: "a", folder: nil, path: "/a", bytes: 5, seconds: 0.5, verified: "none")),
    .file(
      FileEnd(
        direction: .receiving, peer: "p", name: "a", folder: nil, path: "/a", bytes: 5, seconds: 0.5,
        verified: "sha-256")),
    .delivered(Delivery(what: .text, peer: "p", result: .delivered)),
    .delivered(Delivery(what: .preferences, peer: "p", result: .applied, applied: [change])),
    .disconnected(peer: "p", reason: "lost", partial: ["a.mp3"]),
    .watching(peer: "p", revision: 7), .watching(peer: "", revision: nil),
    .preferences(PreferencesReceived(peer: "p", bytes: 0, keys: 1, path: "p", applied: [], revision: 8)),
    .reconnecting(attempt: 3, delay: 1.25), .error(failure), .warning(Failure(.noDiscovery)),
  ]

  @Test("an event comes back from its dictionary", arguments: events)
  func event(event: Event) {
    #expect(Event(fields: event.fields) == event)
    #expect(event.fields.entries.first == .init(key: .string("event"), value: .string(event.name)))
  }

  @Test("an event that lacks any one field that is never null is refused, not trapped on", arguments: events)
  func missing(event: Event) {
    for entry in event.fields.entries where entry.value != .null {
      var fields = event.fields
      fields[entry.key] = .uid(1)
      let read = Event(fields: fields)
      #expect(read == nil || read != event || entry.key == .string("failure"))
    }
  }

  @Test("fields nobody knows are ignored, an event nobody knows is none")
  func unknown() {
    var fields = Event.advertised(name: "a").fields
    fields["more"] = .bool(true)
    #expect(Event(fields: fields) == .advertised(name: "a"))
    fields["event"] = .string("dance")
    #expect(Event(fields: fields) == nil)
    #expect(Event(fields: [:]) == nil)
  }

  @Test("the fields stand in the order of the contract")
  func order() {
    func keys(_ event: Event) -> [String] { event.fields.entries.compactMap(\.key.stringValue) }
    let end = FileEnd(
      direction: .sending, peer: "p", name: "a", folder: nil, path: "/a", bytes: 5, seconds: 0.5, verified: "none")
    #expect(
      keys(.file(end)) == [
        "event", "peer", "name", "folder", "path", "bytes", "seconds", "verified", "stored", "direction",
        "alreadyThere", "resumedAt", "digest",
      ])
    #expect(keys(.found(Self.service)) == ["event", "name", "host", "addresses", "port", "plain", "reachable"])
    #expect(keys(.reconnecting(attempt: 1, delay: 1)) == ["event", "attempt", "in"])
    #expect(Event.file(end).fields["stored"] == .null)
  }

  @Test("an unknown reason is a failure all the same")
  func reason() {
    let fields: PropertyListDictionary = [
      "reason": .string("dragons"), "subject": .string("a"), "detail": .string("b"),
    ]
    #expect(Failure(fields: fields) == Failure(.failed, "a", detail: "b"))
  }

  @Test("every reason comes back", arguments: Failure.Reason.allCases)
  func reasons(reason: Failure.Reason) {
    let failure = Failure(reason, "x", detail: "y")
    #expect(Failure(fields: failure.fields) == failure)
  }

  @Test(
    "a command comes back from its dictionary",
    arguments: [
      .say("hello"), .start, .sendPreferences(path: nil), .sendPreferences(path: "/a b/c.plist"), .status, .stop,
      .sendFiles(FilesToSend(paths: ["/a", "/b"], all: true)),
      .sendFiles(FilesToSend(paths: ["/a"], priority: .high, limit: 500_000)),
      .sendFiles(FilesToSend(paths: [], name: "x", fromDescriptor: true)),
    ] as [Command])
  func command(command: Command) {
    #expect(Command(fields: command.fields) == command)
    var fields = command.fields
    fields["command"] = .string("dance")
    #expect(Command(fields: fields) == nil)
  }

  @Test("a status comes back from its dictionary, revisions of both ends' stores too (000-24)")
  func status() {
    let peer = SessionStatus.Peer(
      name: "p", address: "10.0.0.7", security: "none", original: false, since: 1.5e9, sent: 1, received: 2, rtt: 0.001)
    var status = SessionStatus(
      session: "host", role: "host", name: "studio", port: 43121, advertised: "studio", directory: "/r",
      peers: [peer], transfers: [FileProgress(direction: .sending, peer: "p", name: "a", bytes: 1, size: nil, rate: 3)])
    #expect(SessionStatus(fields: status.fields) == status)
    status.port = nil
    status.advertised = nil
    status.peers[0].rtt = nil
    status.revision = 7
    status.peers[0].revision = 6
    #expect(SessionStatus(fields: status.fields) == status)
    #expect(SessionStatus(fields: [:]) == nil)
  }
}
