import Synchronization
public import Sys

/// Hands a descriptor over once, through closures and tasks that cannot own one.
///
/// What is not taken is closed.
public final class SocketBox: Sendable {
  private let content: Mutex<FileDescriptor?>

  /// A box that holds `descriptor`.
  public init(_ descriptor: consuming FileDescriptor) {
    content = Mutex(consume descriptor)
  }

  /// A box that holds a descriptor, or nothing.
  public init(optional descriptor: consuming FileDescriptor?) {
    content = Mutex(consume descriptor)
  }

  /// The descriptor, the first time; nil afterwards.
  public func take() -> FileDescriptor? {
    content.withLock { $0.take() }
  }
}
