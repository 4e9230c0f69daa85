import Editor
import SessionCore

/// The editor without terminal, clock and store: what comes goes in, what is to be done comes out.
struct EditorMachine: Sendable {
  /// What the driver is to do.
  enum Effect: Sendable, Equatable {
    /// Read the store.
    case read
    /// Send edits.
    case send(PreferenceEdits)
    /// Let the shell have the terminal.
    case suspend
    /// Take the terminal again: it may have another size, and another program may have used it.
    case resume
    /// Paint everything anew.
    case repaint
    /// Leave.
    case leave(EditorEnd)
  }

  private(set) var model: EditorModel
  /// Whether the shell has the terminal.
  private(set) var isPaused = false
  private var decoder = KeyDecoder()
  private var order: StoreOrder
  private let isTrial: Bool
  /// When what was typed is a key even if nothing follows.
  private var keyDeadline: Double?

  /// An editor of a store that holds `first`; with `isTrial` nothing is sent.
  init(_ first: EditorStore.Content, isTrial: Bool) {
    model = EditorModel(first.keys)
    order = StoreOrder(first.revision)
    self.isTrial = isTrial
  }

  /// When a tick is wanted; nil for never.
  var deadline: Double? { [keyDeadline, model.deadline].compactMap(\.self).min() }

  /// The screen has room for so many rows.
  mutating func resize(rows: Int) { model.resize(rows: rows) }

  /// Takes what has come at `now`, in seconds of a clock that does not go back.
  mutating func take(_ input: EditorInput, at now: Double) -> [Effect] {
    switch input {
    case .typed(nil): return [.leave(.hungUp)]
    case .typed(let bytes?):
      let keys = decoder.take(bytes)
      keyDeadline = decoder.patience.map { now + $0 }
      return press(keys)
    case .overrun:
      decoder.lose()
      keyDeadline = decoder.patience.map { now + $0 }
      return []
    case .tick: return tick(now)
    case .terminal:
      isPaused = false
      return [.resume]
    case .heard(let received): return heard(received, at: now)
    case .watching(let revision):
      let missed = order.watches(revision)
      return missed || !model.isConnected ? read() : []
    case .read(let result): return read(result, at: now)
    case .sent(let edits, let result): return sent(edits, result)
    case .lost(let failure):
      model.connection(failure)
      return []
    }
  }

  private mutating func tick(_ now: Double) -> [Effect] {
    model.tick(now)
    var effects: [Effect] = []
    if isPaused {
      isPaused = false
      effects = [.resume]
    }
    if let deadline = keyDeadline, deadline <= now {
      keyDeadline = nil
      effects += press(decoder.flush())
    }
    return effects
  }

  private mutating func press(_ keys: [Key]) -> [Effect] {
    var effects: [Effect] = []
    for key in keys {
      effects += perform(model.press(key))
      if case .leave? = effects.last { break }
    }
    return effects
  }

  private mutating func perform(_ action: EditorModel.Action) -> [Effect] {
    switch action {
    case .nothing: return []
    case .send(let edits):
      if !isTrial { return [.send(edits)] }
      model.tried(edits)
      return []
    case .quit: return [.leave(.left)]
    case .interrupt: return [.leave(.interrupted)]
    case .suspend:
      isPaused = true
      return [.suspend]
    case .redraw: return [.repaint]
    case .reload: return read()
    }
  }
}

extension EditorMachine {
  private mutating func read() -> [Effect] { order.reads() ? [.read] : [] }

  private mutating func heard(_ received: PreferencesReceived, at now: Double) -> [Effect] {
    switch order.heard(received.revision) {
    case .past: return []
    case .gap: return read()
    case .next:
      let author = received.peer == received.path ? "" : received.peer
      return perform(model.heard(received.applied ?? [], author: author, count: received.keys, at: now))
    }
  }

  private mutating func read(_ result: Result<PreferencesAnswer, Failure>, at now: Double) -> [Effect] {
    switch result {
    case .success(.values(let revision, let keys)):
      let answer = order.hasRead(revision)
      if answer.isNews {
        model.connection(nil)
        model.heard(all: keys, at: now)
      }
      return answer.readsAgain ? [.read] : []
    case .success:
      order.couldNotRead()
      model.couldNotRead(Failure(.protocolBroken))
    case .failure(let failure):
      order.couldNotRead()
      model.couldNotRead(failure)
    }
    return []
  }

  private mutating func sent(
    _ edits: PreferenceEdits, _ result: Result<PreferencesAnswer, Failure>
  ) -> [Effect] {
    switch result {
    case .success(.outcome(let outcome)):
      let place = order.sent(outcome.revision)
      let effects = perform(model.sent(edits, outcome, isPast: place == .past))
      return effects.isEmpty && place == .gap ? read() : effects
    case .success: model.failed(Failure(.protocolBroken))
    case .failure(let failure): model.failed(failure)
    }
    return []
  }
}

/// How an editor ended.
enum EditorEnd: Sendable, Equatable {
  /// By its user, who was asked where something was not sent.
  case left, interrupted
  /// The terminal has gone, or the program is to end: nobody was asked.
  case hungUp, ended
}
