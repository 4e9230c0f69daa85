import Synchronization

/// The tie between the door and a caller that is served before it is anybody: the door hears what becomes of it, and can
/// send it away.
final class Visit: Sendable {
  private struct State {
    var isOver = false
    var giveWay: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let ended: @Sendable (_ wasAdmitted: Bool) -> Void

  /// `ended` is called once: when the caller has become a peer, or is gone.
  init(ended: @escaping @Sendable (_ wasAdmitted: Bool) -> Void) {
    self.ended = ended
  }

  /// How the caller is sent away.
  func onGiveWay(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      state.giveWay = body
      return state.isOver
    }
    if isOver { body() }
  }

  /// Sends the caller away: its place is needed.
  func giveWay() {
    let body = state.withLock { state in
      state.isOver = true
      return state.giveWay
    }
    body?()
  }

  /// The caller has become a peer, or is gone.
  func end(wasAdmitted: Bool) {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    if isFirst { ended(wasAdmitted) }
  }
}
