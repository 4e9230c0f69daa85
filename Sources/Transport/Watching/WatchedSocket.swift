import Synchronization
import Sys

/// Owns the descriptor that two sources use: whoever is to have it gets it when both have let go.
final class WatchedSocket: Sendable {
  private struct State: ~Copyable {
    var socket: FileDescriptor?
    var users = 2
    var taker: @Sendable (consuming FileDescriptor) -> Void = { _ in }
  }

  let descriptor: UnownedDescriptor
  private let state: Mutex<State>

  init(_ socket: consuming FileDescriptor) {
    descriptor = socket.unowned
    state = Mutex(State(socket: socket))
  }

  /// Who gets the descriptor.
  func set(_ taker: @escaping @Sendable (consuming FileDescriptor) -> Void) {
    state.withLock { $0.taker = taker }
  }

  /// One of the two sources uses it no more.
  func letGo() {
    let last = state.withLock { state -> (@Sendable (consuming FileDescriptor) -> Void)? in
      state.users -= 1
      return state.users == 0 ? state.taker : nil
    }
    guard let last else { return }
    let socket = state.withLock { state in state.socket.take() }
    if let socket { last(socket) }
  }
}
