import Synchronization
import Sys

/// What signals do: the first ends the work cleanly, the second leaves at once.
final class Interruption: Sendable {
  private struct State {
    var first: Int32?
    var cancel: (@Sendable (Int32) -> Void)?
    var isPrompting = false
  }

  private let state = Mutex(State())
  private let leave: @Sendable (Int32) -> Void

  /// `leave` ends the process with an exit status.
  init(leave: @escaping @Sendable (Int32) -> Void) {
    self.leave = leave
  }

  /// The first signal that came; nil where none did.
  var first: Int32? { state.withLock { $0.first } }

  /// A signal came.
  func signal(_ number: Int32) {
    let (cancel, status) = state.withLock { state -> ((@Sendable (Int32) -> Void)?, Int32?) in
      // Nobody wakes a thread that waits for a typed line.
      if state.first != nil || state.isPrompting { return (nil, 128 + number) }
      state.first = number
      return (state.cancel, nil)
    }
    if let status { leave(status) }
    cancel?(number)
  }

  /// `cancel` ends the work that runs from now on; it is given the signal.
  func arm(_ cancel: @escaping @Sendable (Int32) -> Void) {
    let early = state.withLock { state in
      state.cancel = cancel
      return state.first
    }
    if let early { cancel(early) }
  }

  /// Runs `body`, which waits for somebody to type.
  func prompting<Value>(_ body: () -> Value) -> Value {
    state.withLock { $0.isPrompting = true }
    defer { state.withLock { $0.isPrompting = false } }
    return body()
  }
}
