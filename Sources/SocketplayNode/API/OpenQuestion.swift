import Synchronization

/// A question that somebody is asked, as long as it concerns anybody.
public final class OpenQuestion: Sendable {
  private struct State {
    var isWithdrawn = false
    var told: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// A question that concerns somebody.
  public init() {}

  /// Whether no answer is needed any more.
  public var isWithdrawn: Bool { state.withLock { $0.isWithdrawn } }

  /// Calls `body` once no answer is needed any more, which may be so already; the latest `body` alone.
  public func onWithdrawal(_ body: @escaping @Sendable () -> Void) {
    let isWithdrawn = state.withLock { state in
      state.told = body
      return state.isWithdrawn
    }
    if isWithdrawn { body() }
  }

  /// Says that no answer is needed any more.
  public func withdraw() {
    let told = state.withLock { state in
      defer { state.isWithdrawn = true }
      return state.isWithdrawn ? nil : state.told
    }
    told?()
  }
}
