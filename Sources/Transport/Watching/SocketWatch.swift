public import Dispatch
public import Sys

/// A socket that is nobody's connection yet: tells when it can be read or written, and is given away when that is settled.
///
/// It belongs to one queue, on which all its methods are called and on which it tells.
public final class SocketWatch {
  private let handle: WatchedSocket
  private let queue: DispatchQueue
  private let onReadable: @Sendable () -> Void
  private let onWritable: @Sendable () -> Void
  /// Each is made when it is first needed, which for many is never: making and ending one takes the kernel and Dispatch's own
  /// thread.
  private var readSource: (any DispatchSourceRead)?
  private var writeSource: (any DispatchSourceWrite)?
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
    handle = WatchedSocket(socket)
    self.queue = queue
    self.onReadable = onReadable
    self.onWritable = onWritable
  }

  deinit { close() }

  /// Tells from now on whether it can be read, or written, and of nothing else.
  public func watch(reading: Bool, writing: Bool) {
    guard !isOver else { return }
    if reading != isReading {
      isReading = reading
      if reading { sourceForReading().resume() } else { readSource?.suspend() }
    }
    if writing != isWriting {
      isWriting = writing
      if writing { sourceForWriting().resume() } else { writeSource?.suspend() }
    }
  }

  private func sourceForReading() -> any DispatchSourceRead {
    if let readSource { return readSource }
    let source = DispatchSource.makeReadSource(fileDescriptor: handle.descriptor.rawValue, queue: queue)
    prepare(source, telling: onReadable)
    readSource = source
    return source
  }

  private func sourceForWriting() -> any DispatchSourceWrite {
    if let writeSource { return writeSource }
    let source = DispatchSource.makeWriteSource(fileDescriptor: handle.descriptor.rawValue, queue: queue)
    prepare(source, telling: onWritable)
    writeSource = source
    return source
  }

  /// Has a new source tell, and hold the socket: that is given away, or closed, once every source has let go of it.
  private func prepare(_ source: any DispatchSourceProtocol, telling handler: @escaping @Sendable () -> Void) {
    handle.hold()
    source.setEventHandler(handler: handler)
    source.setCancelHandler { [handle] in handle.letGo() }
  }

  /// Closes the socket; further calls do nothing.
  public func close() {
    if end({ _ in }) { handle.letGo() }
  }

  /// Gives the socket away, soon, on the queue; further calls do nothing.
  public func release(_ taker: @escaping @Sendable (consuming FileDescriptor) -> Void) {
    // Where nothing watches, it would be at once, within the call of whoever gives it away.
    if end(taker) { queue.async { [handle] in handle.letGo() } }
  }

  /// Ends both sources; true the first time, when this object's own hold on the socket is yet to be let go.
  private func end(_ taker: @escaping @Sendable (consuming FileDescriptor) -> Void) -> Bool {
    guard !isOver else { return false }
    // A source that is cancelled while suspended never lets go.
    watch(reading: readSource != nil, writing: writeSource != nil)
    isOver = true
    handle.set(taker)
    readSource?.cancel()
    writeSource?.cancel()
    return true
  }
}
