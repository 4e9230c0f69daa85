public import Dispatch
public import Sys

/// A socket without frames: bytes in as they come, bytes out as it takes them.
///
/// It belongs to one queue, as `Connection` does, keeps no bytes of either direction, and decides nothing.
public final class ByteStream {
  /// How reading stands after `receive`.
  public enum Outcome: Sendable, Equatable {
    /// More may come.
    case open
    /// The other end has sent all it will.
    case ended
    /// The connection is gone.
    case lost(SystemError)
  }

  /// Bytes that are read at one event at most, before others get their turn.
  private static let budget = 1 << 20
  private static let readSize = 64 << 10

  private let socket: SocketHandle
  private let readSource: any DispatchSourceRead
  private let writeSource: any DispatchSourceWrite
  private var isWriteSuspended = true
  private var isReadSuspended = false
  private var isActive = false
  private var isClosed = false

  /// A stream over a nonblocking socket, which is closed when both Dispatch sources have let go of it.
  public init(
    socket descriptor: consuming FileDescriptor, queue: DispatchQueue,
    onReadable: @escaping @Sendable () -> Void, onWritable: @escaping @Sendable () -> Void
  ) {
    let socket = SocketHandle(descriptor)
    self.socket = socket
    readSource = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor.rawValue, queue: queue)
    writeSource = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor.rawValue, queue: queue)
    readSource.setEventHandler(handler: onReadable)
    writeSource.setEventHandler(handler: onWritable)
    // Each source holds the socket until it has let go of the descriptor: the last one closes it.
    readSource.setCancelHandler { withExtendedLifetime(socket) {} }
    writeSource.setCancelHandler { withExtendedLifetime(socket) {} }
  }

  deinit { close() }

  /// Starts to tell readiness.
  public func activate() {
    guard !isActive, !isClosed else { return }
    isActive = true
    readSource.resume()
  }

  /// Reads nothing for a while: what the other end sends waits in the kernel, and then at the other end.
  public func suspendReading() {
    guard isActive, !isClosed, !isReadSuspended else { return }
    isReadSuspended = true
    readSource.suspend()
  }

  /// Reads on.
  public func resumeReading() {
    guard isReadSuspended else { return }
    isReadSuspended = false
    readSource.resume()
  }

  /// Reads what has come and hands it over in place, piece by piece, while `take` wants more.
  public func receive(_ take: (UnsafeRawBufferPointer) -> Bool) -> Outcome {
    withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 16) { room in
      var left = Self.budget
      while !isClosed, left > 0 {
        do throws(SystemError) {
          guard let count = try socket.descriptor.receive(into: room) else { return .open }
          if count == 0 { return .ended }
          left -= count
          if !take(UnsafeRawBufferPointer(rebasing: room[..<count])) { return .open }
        } catch {
          return .lost(error)
        }
      }
      return .open
    }
  }

  /// Writes what the socket takes of these bytes, and tells how many; where it took less, `onWritable` follows.
  public func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    var sent = 0
    while sent < bytes.count, !isClosed {
      guard let count = try socket.descriptor.send(UnsafeRawBufferPointer(rebasing: bytes[sent...])) else { break }
      sent += count
    }
    let isBlocked = sent < bytes.count
    if isBlocked, isWriteSuspended, !isClosed {
      isWriteSuspended = false
      writeSource.resume()
    } else if !isBlocked, !isWriteSuspended {
      isWriteSuspended = true
      writeSource.suspend()
    }
    return sent
  }

  /// Stops both directions and lets the socket go.
  ///
  /// Further calls do nothing.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    resumeReading()
    readSource.cancel()
    writeSource.cancel()
    // A source that is cancelled while suspended never lets go.
    if !isActive { readSource.resume() }
    if isWriteSuspended { writeSource.resume() }
  }
}
