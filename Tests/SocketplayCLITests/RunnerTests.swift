import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("From words to exit status")
struct RunnerTests {
  private let world = FakeConsole()

  private func run(_ words: String..., kinds: [String: Console.Kind] = [:], unreadable: Set<String> = []) async -> Int32
  {
    let runner = Runner(
      console: world.console(kinds: kinds, unreadable: unreadable), interruption: Interruption { _ in })
    return await runner.run(words)
  }

  @Test("the version and help are answers")
  func answers() async {
    #expect(await run("--version") == 0)
    #expect(world.out == "socketplay \(Version.current)\n")
    #expect(await run("help", "say") == 0)
    #expect(world.out.hasSuffix(HelpText.page(.say)))
    #expect(await run("version", "--json") == 0)
    #expect(world.out.hasSuffix("{\"version\":\"\(Version.current)\"}\n"))
    #expect(world.talk.isEmpty)
  }

  @Test("an error has a status, a text and a hint")
  func errors() async {
    #expect(await run("hots") == 2)
    #expect(world.talk == "socketplay: error: unknown verb \"hots\"\nsocketplay: hint: did you mean host?\n")
    #expect(world.out.isEmpty)
  }

  @Test("a word or a variable that is not UTF-8 is refused, and nothing is done")
  func notText() async {
    let runner = Runner(console: world.console(), interruption: Interruption { _ in })
    #expect(await runner.run(words: ["say", nil], mangled: nil) == 2)
    #expect(world.talk.contains("error: argument 2 is not UTF-8\n"))
    #expect(await runner.run(words: ["songs"], mangled: "SOCKETPLAY_DIR") == 2)
    #expect(world.talk.contains("error: the variable SOCKETPLAY_DIR is not UTF-8\n"))
    #expect(await runner.run(words: [nil, "--json"], mangled: nil) == 2)
    #expect(world.out.contains(#""event":"error""#))
  }

  @Test("an error is an object too where objects were asked for, however wrong the rest")
  func object() async {
    #expect(await run("host", "--json", "--nmae") == 2)
    #expect(
      world.out == "{\"event\":\"error\",\"session\":null,\"code\":2,"
        + "\"message\":\"unknown flag \\\"--nmae\\\" for host\",\"hint\":\"did you mean --name?\"}\n")
  }

  @Test("files are looked at before anybody is called")
  func files() async {
    let kinds: [String: Console.Kind] = ["f": .file, "d": .directory, "p": .other, "u": .file]
    #expect(await run("send-file", "f", "none", kinds: kinds) == 6)
    #expect(await run("send-file", "p", kinds: kinds) == 6)
    #expect(await run("send-file", "u", kinds: kinds, unreadable: ["u"]) == 6)
    #expect(await run("send-file", "d", "--as", "x", kinds: kinds) == 2)
    #expect(await run("send-prefs", "none", kinds: kinds) == 6)
    #expect(await run("send-prefs", "d", kinds: kinds) == 6)
    #expect(await run("play", "none", kinds: kinds) == 6)
    #expect(
      world.talk.split(separator: "\n").filter { $0.hasPrefix("socketplay: error:") } == [
        #"socketplay: error: there is no file "none""#, #"socketplay: error: "p" is neither a file nor a folder"#,
        #"socketplay: error: "u" cannot be read: permission denied"#,
        #"socketplay: error: --as names one file, and "d" is a folder"#,
        #"socketplay: error: there is no file "none""#, #"socketplay: error: "d" cannot be read: it is a folder"#,
        #"socketplay: error: there is no file "none""#,
      ])
  }

  @Test("without a path, and without a terminal to pick songs on, nothing is sent")
  func nothingToSend() async {
    #expect(await run("send-file") == 2)
    #expect(world.talk.hasPrefix("socketplay: error: send-file needs PATH...\n"))
  }

  @Test("paths that are sent are absolute")
  func absolute() async throws {
    let runner = Runner(console: world.console(kinds: ["a/": .directory]), interruption: Interruption { _ in })
    #expect(try runner.files(try parsed("send-file", "a/"), { [] }).paths == ["/home/me/here/a"])
  }

  @Test("an empty text is not sent")
  func empty() async {
    #expect(await run("say", "") == 2)
    #expect(world.talk == "socketplay: error: the text is empty\n")
  }

  @Test("an answer that cannot be written is a failure, one that nobody reads is none")
  func stdout() async {
    world.set(written: .failed("no space left on device"))
    #expect(await run("help") == 1)
    #expect(world.talk == "socketplay: error: stdout takes nothing more: no space left on device\n")
    world.set(written: .closed)
    #expect(await run("help") == 0)
  }

  @Test("the first signal cancels, the second leaves with 128 and its number")
  func signals() async {
    await confirmation(expectedCount: 2) { called in
      let interruption = Interruption { status in
        #expect(status == 143)
        called()
      }
      interruption.arm { signal in
        #expect(signal == 2)
        called()
      }
      interruption.signal(2)
      #expect(interruption.first == 2)
      interruption.signal(15)
    }
  }

  @Test("a signal that came before the work cancels it at its start")
  func early() async {
    await confirmation { cancelled in
      let interruption = Interruption { _ in }
      interruption.signal(15)
      interruption.arm { _ in cancelled() }
    }
  }

  @Test("a signal while somebody is asked leaves at once")
  func prompt() async {
    await confirmation { left in
      let interruption = Interruption { status in
        #expect(status == 130)
        left()
      }
      interruption.prompting { interruption.signal(2) }
    }
  }
}
