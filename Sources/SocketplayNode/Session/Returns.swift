import SessionCore
import Synchronization

/// The peers of a session by what makes them the same when they come back, and who waits for one of them.
///
/// A peer tells it on whatever queue it is admitted; what waits is resumed there and then.
final class Returns: Sendable {
  private struct Waiting {
    var key: String
    var resume: CheckedContinuation<Peer?, Never>
  }

  private struct State {
    var present: [String: Peer] = [:]
    var waiting: [Int: Waiting] = [:]
    var cancelled: Set<Int> = []
    var next = 0
    var isClosed: Bool
  }

  private let state: Mutex<State>

  /// Nobody has come yet; where no peer is expected back, nobody ever waits.
  init(isExpected: Bool) {
    state = Mutex(State(isClosed: !isExpected))
  }

  /// Whether nobody is expected back.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// A peer has been admitted.
  func came(_ peer: Peer, as key: String) {
    let resumed = state.withLock { state in
      state.present[key] = peer
      let found = state.waiting.filter { $0.value.key == key }
      for id in found.keys { state.waiting[id] = nil }
      return found.values.map(\.resume)
    }
    for waiting in resumed { waiting.resume(returning: peer) }
  }

  /// A peer has gone.
  func left(_ peer: Peer, as key: String) {
    state.withLock { state in
      if state.present[key] === peer { state.present[key] = nil }
    }
  }

  /// Nobody is expected back any more: who waits has waited in vain.
  func close() {
    let resumed = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.resume)
    }
    for waiting in resumed { waiting.resume(returning: nil) }
  }

  /// The peer of that key that is there in place of `lost`, once it is.
  ///
  /// Nil where it will not come, or the task is cancelled.
  func next(after lost: Peer, as key: String) async -> Peer? {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    defer { state.withLock { _ = $0.cancelled.remove(id) } }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now: Peer?? = state.withLock { state in
          if state.isClosed || state.cancelled.remove(id) != nil { return .some(nil) }
          if let present = state.present[key], present !== lost { return present }
          state.waiting[id] = Waiting(key: key, resume: continuation)
          return nil
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        let waiting = state.waiting.removeValue(forKey: id)
        if waiting == nil { state.cancelled.insert(id) }
        return waiting
      }
      waiting?.resume.resume(returning: nil)
    }
  }
}
