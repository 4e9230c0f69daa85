public import Dispatch
public import Sys

/// A socket that is nobody's connection yet: tells when it can be read or written, and is given away when that is settled.
///
/// It belongs to one queue, on which all its methods are called and on which it tells.
public final class SocketWatch {
  private let handle: WatchedSocket
  private let readSource: any DispatchSourceRead
  private let writeSource: any DispatchSourceWrite
  private var isReading = false
  private var isWriting = false
  private var isOver = false

  /// The socket's descriptor, which is good as long as this is neither closed nor released.
  public var descriptor: UnownedDescriptor { handle.descriptor }

  /// Watches a nonblocking socket; nothing is told before `watch` says of what.
  public init(
    _ socket: consuming FileDescriptor, queue: DispatchQueue, onReadable: @escaping @Sendable () -> Void,
    onWritable: @escaping @Sendable () -> Void
  ) {
    let handle = WatchedSocket(socket)
    self.handle = handle
    readSource = DispatchSource.makeReadSource(fileDescriptor: handle.descriptor.rawValue, queue: queue)
    writeSource = DispatchSource.makeWriteSource(fileDescriptor: handle.descriptor.rawValue, queue: queue)
    readSource.setEventHandler(handler: onReadable)
    writeSource.setEventHandler(handler: onWritable)
    // The descriptor is given away, or closed, once both have let go of it.
    readSource.setCancelHandler { handle.letGo() }
    writeSource.setCancelHandler { handle.letGo() }
  }

  deinit { close() }

  /// Tells from now on whether it can be read, or written, and of nothing else.
  public func watch(reading: Bool, writing: Bool) {
    guard !isOver else { return }
    if reading != isReading {
      isReading = reading
      if reading { readSource.resume() } else { readSource.suspend() }
    }
    if writing != isWriting {
      isWriting = writing
      if writing { writeSource.resume() } else { writeSource.suspend() }
    }
  }

  /// Closes the socket; further calls do nothing.
  public func close() { end { _ in } }

  /// Gives the socket away, soon, on the queue; further calls do nothing.
  public func release(_ taker: @escaping @Sendable (consuming FileDescriptor) -> Void) { end(taker) }

  private func end(_ taker: @escaping @Sendable (consuming FileDescriptor) -> Void) {
    guard !isOver else { return }
    // A source that is cancelled while suspended never lets go.
    watch(reading: true, writing: true)
    isOver = true
    handle.set(taker)
    readSource.cancel()
    writeSource.cancel()
  }
}
