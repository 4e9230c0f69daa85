import Synchronization

/// The peers of a session: how many there may be, and what each is called.
///
/// A place is taken the moment a connection turns out to be a peer, on whatever queue that happens, so two that come at
/// once cannot share the last one.
final class Roster: Sendable {
  private struct State {
    var names: Set<String> = []
  }

  private let capacity: Int
  private let state = Mutex(State())
  private let onChange: @Sendable (_ isFull: Bool) -> Void

  /// No peer yet, `capacity` at most.
  ///
  /// `onChange` is told of each change, under the lock, so in their order: it must not call back.
  init(capacity: Int, onChange: @escaping @Sendable (_ isFull: Bool) -> Void) {
    self.capacity = capacity
    self.onChange = onChange
  }

  /// Whether no place is left.
  var isFull: Bool { state.withLock { $0.names.count >= capacity } }

  /// Takes a place: the name to call the peer by (`wished`, or `wished-2`, …), or nil where all are taken.
  func admit(_ wished: String) -> String? {
    state.withLock { state in
      guard state.names.count < capacity else { return nil }
      var name = wished
      var number = 2
      while state.names.contains(name) {
        name = "\(wished)-\(number)"
        number += 1
      }
      state.names.insert(name)
      onChange(state.names.count >= capacity)
      return name
    }
  }

  /// Gives a place back.
  func leave(_ name: String) {
    state.withLock { state in
      state.names.remove(name)
      onChange(state.names.count >= capacity)
    }
  }
}
