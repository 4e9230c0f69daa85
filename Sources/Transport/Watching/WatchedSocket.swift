import Synchronization
import Sys

/// Owns the descriptor that sources use: whoever is to have it gets it when they and their owner have let go.
final class WatchedSocket: Sendable {
  private struct State: ~Copyable {
    var socket: FileDescriptor?
    /// Its owner, and each source.
    var users = 1
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

  /// One source more uses it.
  func hold() {
    state.withLock { $0.users += 1 }
  }

  /// Its owner, or one of the sources, uses it no more.
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
