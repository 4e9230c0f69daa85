import Synchronization

/// Ends a piece of work from outside: pulled by a client of the control socket, or by cancelling the task that runs it.
final class StopSwitch: Sendable {
  private enum State {
    case waiting
    case running(cancel: @Sendable () -> Void)
    case pulled
  }

  private let state = Mutex(State.waiting)

  /// Ends the work, also before it has begun.
  func pull() {
    let cancel: (@Sendable () -> Void)? = state.withLock { state in
      defer { state = .pulled }
      return if case .running(let cancel) = state { cancel } else { nil }
    }
    cancel?()
  }

  /// Runs `work`, cancelled by the switch or with the caller's own task, and waits for it.
  func run<R: Sendable>(_ work: @escaping @Sendable () async -> R) async -> R {
    let task = Task { await work() }
    state.withLock { state in
      if case .pulled = state { task.cancel() } else { state = .running { task.cancel() } }
    }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
