import Dispatch
import Synchronization
import Sys

/// A song of which bytes still come: told by its peer how far it has got, read by whoever plays it.
final class ArrivingSong: Sendable {
  /// How far a song has come.
  enum State: Sendable, Equatable {
    /// So many bytes from the start are there.
    case arriving(Int64)
    /// All of it stands at a path.
    case stored(String)
    /// The rest of it does not come.
    case abandoned
  }

  /// Its file, open under whatever name it has; let go of once the song was played.
  let file: FileDescriptor
  private let current = Mutex(State.arriving(0))
  private let changed = DispatchSemaphore(value: 0)

  init(_ file: consuming FileDescriptor) {
    self.file = file
  }

  var state: State { current.withLock { $0 } }

  /// So many bytes are there now; what was said at the end stays.
  func has(_ bytes: Int64) {
    change { if case .arriving = $0 { $0 = .arriving(bytes) } }
  }

  /// It is whole.
  func isStored(at path: String) {
    change { if case .arriving = $0 { $0 = .stored(path) } }
  }

  /// It will not be.
  func isAbandoned() {
    change { if case .arriving = $0 { $0 = .abandoned } }
  }

  /// Waits until something changes, or a fifth of a second: blocks the thread.
  func wait() {
    _ = changed.wait(timeout: .now() + 0.2)
  }

  private func change(_ body: (inout State) -> Void) {
    current.withLock { body(&$0) }
    changed.signal()
  }
}
