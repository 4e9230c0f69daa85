import SessionCore
import SocketplayNode
import Testing

@testable import SocketplayCLI

@Suite("Asking before files come")
struct AskingTests {
  private let world = FakeConsole()
  private let list = OfferedList(
    peer: "lap\u{1b}top",
    entries: [
      ListedEntry(kind: .file, path: "a.mp3", size: 1_500), ListedEntry(kind: .directory, path: "empty", size: nil),
      ListedEntry(kind: .file, path: "\u{1b}[2Jpipe", size: nil),
    ])

  private func isWanted(_ typed: String...) -> Bool {
    world.type(typed)
    let console = world.console(terminal: true)
    let output = Output(console, modes: Modes(), session: "host", setting: .session)
    return Runner(console: console, interruption: Interruption { _ in }).isWanted(list, output)
  }

  @Test("the whole list is shown, escaped, before a yes or a no is taken")
  func shown() {
    #expect(isWanted("Yes"))
    #expect(
      world.talk == """
        "lap\\u{1B}top" wants to send 2 files, 1.5 kB or more:
        1.5 kB  a.mp3
        folder  empty
             ?  \\u{1B}[2Jpipe
        take them (y/N)?\u{20}
        """)
    #expect(world.out.isEmpty)
  }

  @Test("anything but a yes is a no")
  func no() {
    #expect(!isWanted("n"))
    #expect(!isWanted(""))
    #expect(!isWanted())
    #expect(!isWanted("yess", "maybe", "why", "y"))
  }

  @Test("sizes that no number holds are told as the largest")
  func total() {
    let entries = Array(repeating: ListedEntry(kind: .file, path: "x", size: .max), count: 3)
    #expect(Runner.lines(OfferedList(peer: "p", entries: entries)).count == 4)
  }
}
