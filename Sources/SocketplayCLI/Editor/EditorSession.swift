import Editor
import SessionCore
import SocketplayNode
import Sys

/// Runs the editor on the terminal of standard input and output: its machine, wired to keys, clock, screen and store.
struct EditorSession {
  private let store: EditorStore
  private let console: Console
  private let mailbox: EditorMailbox
  private var machine: EditorMachine
  private var painter: Painter
  /// Whether a tick is on its way, and when it comes.
  private var nextTick: Double?

  /// A session over a store that holds `first`.
  init(_ store: EditorStore, _ mailbox: EditorMailbox, _ first: EditorStore.Content, console: Console, isTrial: Bool) {
    self.store = store
    self.mailbox = mailbox
    self.console = console
    machine = EditorMachine(first, isTrial: isTrial)
    painter = Painter(colors: console.environment("NO_COLOR")?.isEmpty ?? true)
  }

  /// Runs until it is left, or cancelled.
  mutating func run(on screen: borrowing FullScreen, in group: inout DiscardingTaskGroup) async -> EditorEnd {
    _ = paint()
    for await _ in mailbox.rings {
      for input in mailbox.take() {
        if case .tick = input { nextTick = nil }
        for effect in machine.take(input, at: console.now()) {
          if let end = perform(effect, on: screen, in: &group) { return end }
        }
      }
      if !machine.isPaused, !paint() { return .hungUp }
      schedule(in: &group)
    }
    return .ended
  }

  /// What was edited and has not arrived.
  var unsent: UnsentEdits? { machine.model.unsent }

  private mutating func perform(
    _ effect: EditorMachine.Effect, on screen: borrowing FullScreen, in group: inout DiscardingTaskGroup
  ) -> EditorEnd? {
    switch effect {
    case .read: group.addTask { [store, mailbox] in mailbox.post(.read(await store.ask(.read(nil)))) }
    case .send(let edits):
      group.addTask { [store, mailbox] in mailbox.post(.sent(edits, await store.ask(.edit(edits)))) }
    case .suspend:
      screen.pause()
      screen.stop()
      // Where it cannot be stopped, nothing tells that it goes on; where it was, this comes with that.
      tick(after: 0.3, in: &group)
    case .resume:
      painter.forget()
      try? screen.resume()
    case .repaint: painter.forget()
    case .leave(let end): return end
    }
    return nil
  }

  /// Paints what is other than before; false where the terminal has gone.
  private mutating func paint() -> Bool {
    let size = UnownedDescriptor.standardOutput.terminalSize ?? TerminalSize(columns: 80, rows: 24)
    machine.resize(rows: size.rows - EditorScreen.frame)
    let text = painter.paint(EditorScreen(model: machine.model, title: store.title, size: size).screen())
    return text.isEmpty || console.write(Array(text.utf8)) == .done
  }

  /// Sees to it that the next deadline is met.
  private mutating func schedule(in group: inout DiscardingTaskGroup) {
    guard let next = machine.deadline, next < nextTick ?? .infinity else { return }
    nextTick = next
    tick(after: max(0, next - console.now()), in: &group)
  }

  private func tick(after seconds: Double, in group: inout DiscardingTaskGroup) {
    group.addTask { [mailbox] in
      try? await Task.sleep(for: .seconds(seconds))
      mailbox.post(.tick)
    }
  }
}
