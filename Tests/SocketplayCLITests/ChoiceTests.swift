import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("Choosing one of several hosts")
struct ChoiceTests {
  private let world = FakeConsole()
  private let services = ["studio", "\u{1b}[2Jevil", "3"].map {
    Service(name: $0, host: "h.local", addresses: [], port: 1, plain: false)
  }

  private func choose(_ typed: String...) -> Int? {
    world.type(typed)
    let console = world.console(terminal: true)
    let output = Output(console, modes: Modes(), session: "join", setting: .session)
    return Runner(console: console, interruption: Interruption { _ in }).choice(among: services, output)
  }

  @Test("a number or a name is taken")
  func taken() {
    #expect(choose("2") == 1)
    #expect(choose(" 1 ") == 0)
    #expect(choose("studio") == 0)
    #expect(world.out.isEmpty)
    #expect(world.talk.hasPrefix("several hosts are there:\n1  studio         h.local\n2  \\u{1B}[2Jevil  h.local\n"))
  }

  @Test("a name comes before a number")
  func name() {
    #expect(choose("3") == 2)
  }

  @Test("nothing, the end of input and three wrong answers choose none")
  func none() {
    #expect(choose("") == nil)
    #expect(choose() == nil)
    #expect(choose("4", "0", "x", "1") == nil)
  }

  @Test("where nobody can be asked the names are listed on stdout")
  func list() {
    let runner = Runner(console: world.console(), interruption: Interruption { _ in })
    let output = Output(world.console(), modes: Modes(), session: "join", setting: .session)
    #expect(runner.list(services, output) == nil)
    #expect(world.out == "studio\n\\u{1B}[2Jevil\n3\n")
  }
}
