import Editor
import SessionCore
import SocketplayNode
import Sys

/// Runs the editor on the terminal of standard input and output: its model, wired to keys, clock, screen and store.
struct EditorSession {
  /// How long an ESC may be the beginning of something, in seconds: over a slow line its rest comes later.
  private static let escapeTime = 0.08

  private let store: EditorStore
  private let console: Console
  private let isTrial: Bool
  private let mailbox: EditorMailbox
  private var model: EditorModel
  private var decoder = KeyDecoder()
  private var painter: Painter
  private var revision: Int64
  private var isReading = false
  private var isPaused = false
  /// When something that was typed is a key even if nothing follows.
  private var escapeDeadline: Double?
  /// Whether a tick is on its way, and when it comes.
  private var nextTick: Double?

  /// How it ended.
  enum End: Sendable, Equatable { case left, interrupted, hungUp }

  /// A session over a store that holds `keys` at `revision`.
  init(_ store: EditorStore, _ mailbox: EditorMailbox, _ first: EditorStore.Content, console: Console, isTrial: Bool) {
    self.store = store
    self.mailbox = mailbox
    self.console = console
    self.isTrial = isTrial
    model = EditorModel(first.keys)
    revision = first.revision
    painter = Painter(colors: console.environment("NO_COLOR")?.isEmpty ?? true)
  }

  /// Runs until it is left, or cancelled.
  mutating func run(on screen: borrowing FullScreen, in group: inout DiscardingTaskGroup) async -> End {
    _ = paint()
    for await _ in mailbox.rings {
      for input in mailbox.take() {
        if let end = take(input, on: screen, in: &group) { return end }
      }
      if !isPaused, !paint() { return .hungUp }
      schedule(in: &group)
    }
    return .interrupted
  }

  private mutating func take(
    _ input: EditorInput, on screen: borrowing FullScreen, in group: inout DiscardingTaskGroup
  ) -> End? {
    switch input {
    case .typed(nil): return .hungUp
    case .typed(let bytes?):
      let keys = decoder.take(bytes)
      escapeDeadline = decoder.isWaiting ? console.now() + Self.escapeTime : nil
      return press(keys, on: screen, in: &group)
    case .tick:
      nextTick = nil
      let now = console.now()
      model.tick(now)
      if isPaused { resume(screen) }
      if let deadline = escapeDeadline, deadline <= now {
        escapeDeadline = nil
        return press(decoder.flush(), on: screen, in: &group)
      }
    case .terminal: resume(screen)
    case .heard(let received):
      let author = received.peer == received.path ? "" : received.peer
      let changes = received.applied ?? []
      return perform(
        model.heard(changes, author: author, count: received.keys, at: console.now()), on: screen, in: &group)
    case .watching: ask(in: &group)
    case .revision(let revision):
      if revision != self.revision || !model.isConnected { read(in: &group) }
    case .read(.success(.values(let revision, let keys))):
      isReading = false
      self.revision = revision
      model.connection(nil)
      model.heard(all: keys, at: console.now())
    case .read(.failure(let failure)):
      isReading = false
      model.failed(failure)
    case .read: isReading = false
    case .sent(let edits, .success(.outcome(let outcome))):
      revision = outcome.revision
      return perform(model.sent(edits, outcome), on: screen, in: &group)
    case .sent(_, .success): model.failed(Failure(.protocolBroken))
    case .sent(_, .failure(let failure)): model.failed(failure)
    case .lost(let failure): model.connection(failure)
    }
    return nil
  }

  private mutating func press(
    _ keys: [Key], on screen: borrowing FullScreen, in group: inout DiscardingTaskGroup
  ) -> End? {
    for key in keys {
      if let end = perform(model.press(key), on: screen, in: &group) { return end }
    }
    return nil
  }

  private mutating func perform(
    _ action: EditorModel.Action, on screen: borrowing FullScreen, in group: inout DiscardingTaskGroup
  ) -> End? {
    switch action {
    case .nothing: break
    case .send(let edits):
      if isTrial {
        model.tried(edits)
      } else {
        group.addTask { [store, mailbox] in mailbox.post(.sent(edits, await store.ask(.edit(edits)))) }
      }
    case .quit: return .left
    case .interrupt: return .interrupted
    case .suspend:
      screen.pause()
      isPaused = true
      screen.stop()
      // Where it cannot be stopped, nothing tells that it goes on; where it was, this comes with that.
      tick(after: 0.3, in: &group)
    case .redraw: painter.forget()
    case .reload: read(in: &group)
    }
    return nil
  }

  /// The terminal may have another size, and another program may have used it.
  private mutating func resume(_ screen: borrowing FullScreen) {
    isPaused = false
    painter.forget()
    try? screen.resume()
  }

  private mutating func read(in group: inout DiscardingTaskGroup) {
    if isReading { return }
    isReading = true
    group.addTask { [store, mailbox] in mailbox.post(.read(await store.ask(.read(nil)))) }
  }

  /// Asks for the revision, which tells whether something was missed.
  private func ask(in group: inout DiscardingTaskGroup) {
    group.addTask { [store, mailbox] in
      if case .success(.values(let revision, _)) = await store.ask(.read([])) { mailbox.post(.revision(revision)) }
    }
  }

  /// Paints what is another than before; false where the terminal has gone.
  private mutating func paint() -> Bool {
    let size = UnownedDescriptor.standardOutput.terminalSize ?? TerminalSize(columns: 80, rows: 24)
    model.resize(rows: size.rows - EditorScreen.frame)
    let text = painter.paint(EditorScreen(model: model, title: store.title, size: size).screen())
    return text.isEmpty || console.write(Array(text.utf8)) == .done
  }

  /// Sees to it that the next deadline is met.
  private mutating func schedule(in group: inout DiscardingTaskGroup) {
    let deadlines = [escapeDeadline, model.deadline].compactMap(\.self)
    guard let next = deadlines.min(), next < nextTick ?? .infinity else { return }
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
