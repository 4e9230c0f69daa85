import SocketplayNode
import Testing

@testable import SocketplayCLI

@Suite("What is typed at a room while a question stands")
struct SpokenLinesTests {
  private let world = FakeConsole()
  private let open = OpenQuestion()

  /// Runs `body` while a question stands that was asked at 100 s; gives its answer.
  private func asked(_ lines: SpokenLines, _ body: @Sendable () -> Void) async -> Bool? {
    await withTaskGroup(of: Bool?.self) { group in
      group.addTask { [open] in lines.answer(to: open) }
      while !lines.isAsking { await Task.yield() }
      body()
      return await group.next() ?? nil
    }
  }

  @Test("a yes or a no answers it and is not said; whatever else is typed is said, and so is a yes without a question")
  func answers() async {
    let lines = SpokenLines(world.console(terminal: true))
    world.type(["yes"])
    #expect(lines.next() == .line("yes"))
    for (word, isLetIn) in [("y", true), (" YES ", true), ("n", false), ("No", false), ("", false)] {
      world.set(now: 100)
      let answer = await asked(lines) { [world] in
        world.set(now: 101)
        world.type(["yes, let us begin", word, "behind it"])
        #expect(lines.next() == .line("yes, let us begin"))
        #expect(lines.next() == .line("behind it"))
      }
      #expect(answer == isLetIn)
    }
  }

  @Test("what is no text answers nothing, and is told to be none") func notText() async {
    let lines = SpokenLines(world.console(terminal: true))
    let answer = await asked(lines) { [world] in
      world.set(now: 101)
      world.type([.notText, .tooLong, .line("n"), .line("z")])
      #expect(lines.next() == .notText)
      #expect(lines.next() == .tooLong)
      #expect(lines.next() == .line("z"))
    }
    #expect(answer == false)
  }

  @Test("a yes that was typed before the question could be read is said") func early() async {
    let lines = SpokenLines(world.console(terminal: true))
    let answer = await asked(lines) { [world] in
      world.set(now: 100.3)
      world.type(["y"])
      #expect(lines.next() == .line("y"))
      world.set(now: 100.6)
      world.type(["n", "z"])
      #expect(lines.next() == .line("z"))
    }
    #expect(answer == false)
  }

  @Test("a question that is withdrawn has no answer, and the yes that comes too late is said") func withdrawn() async {
    let lines = SpokenLines(world.console(terminal: true))
    let answer = await asked(lines) { [open] in open.withdraw() }
    #expect(answer == nil)
    #expect(lines.answer(to: open) == nil)
    world.set(now: 200)
    world.type(["y"])
    #expect(lines.next() == .line("y"))
  }

  @Test("a yes is one, also where the input ends right behind it") func yesAndEnd() async {
    for _ in 0..<50 {
      world.set(now: 100)
      let lines = SpokenLines(world.console(terminal: true))
      let answer = await asked(lines) { [world] in
        world.set(now: 101)
        world.type(["y"])
        #expect(lines.next() == nil)
      }
      #expect(answer == true)
    }
  }

  @Test("the end of input is a no") func end() async {
    let lines = SpokenLines(world.console(terminal: true))
    let answer = await asked(lines) { #expect(lines.next() == nil) }
    #expect(answer == false)
    #expect(lines.answer(to: open) == false)
  }
}
