import SocketplayNode
import Synchronization
import Testing

@testable import SocketplayCLI

@Suite("Questions about who comes in")
struct EntranceQuestionTests {
  private let world = FakeConsole()

  private func questions(terminal: Bool = true) -> EntranceQuestions {
    let console = world.console(terminal: terminal)
    let output = Output(console, modes: Modes(), session: "host", setting: .session)
    return Runner(console: console, interruption: Interruption { _ in }).questions(output)
  }

  @Test("off a terminal nobody is asked, and nobody is shown a code (000-38)") func nobody() {
    let questions = questions(terminal: false)
    #expect(questions.show == nil && questions.code == nil && questions.letIn == nil && questions.joinPlain == nil)
  }

  @Test("a yes lets in, anything else does not, and neither does a line typed before the question") func letIn() {
    let questions = questions()
    for (line, isLetIn) in [("y", true), ("Yes", true), ("n", false), ("", false), ("yy", false), ("maybe", false)] {
      world.type([line])
      #expect(questions.letIn?("10.0.0.7", OpenQuestion()) == isLetIn)
    }
    world.dropsWhatWasTyped()
    world.type(["y"])
    #expect(questions.letIn?("10.0.0.7", OpenQuestion()) == false)
    world.type(["y"])
    #expect(questions.joinPlain?("mac") == false)
  }

  @Test("a host's name is escaped where it is asked about") func escaped() {
    _ = questions().joinPlain?("ma\u{1b}[2Jc")
    #expect(!world.talk.contains("\u{1b}") && world.talk.contains(#""ma\u{1B}[2Jc" speaks"#))
  }

  @Test("a question waits until the one before it is answered") func oneAtATime() async {
    let console = world.console(terminal: true)
    let output = Output(console, modes: Modes(), session: "host", setting: .session)
    let crowd = Crowd()
    await withDiscardingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          output.asking {
            crowd.enter()
            for _ in 0..<1000 { _ = console.now() }
            crowd.leave()
          }
        }
      }
    }
    #expect(crowd.most == 1)
  }
}

/// How many are there at a time.
private final class Crowd: Sendable {
  private let counts = Mutex((now: 0, most: 0))

  var most: Int { counts.withLock { $0.most } }

  func enter() {
    counts.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
  }

  func leave() { counts.withLock { $0.now -= 1 } }
}
