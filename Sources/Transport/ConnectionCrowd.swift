public import Dispatch
public import Sys

/// What many connections of one queue, mostly idle, have in common: who waits for their sockets, and buffers that each has
/// only while something is in them.
///
/// Belongs to that queue.
public final class ConnectionCrowd {
  let poll: SocketPoll
  /// Room for what is read, and for what is put together to be written.
  let input: BufferPool
  let output: BufferPool

  /// Nothing is shared yet; chunks have up to `maximumChunk` bytes of payload.
  public init(queue: DispatchQueue, maximumChunk: Int) throws(SystemError) {
    poll = try SocketPoll(queue: queue)
    input = BufferPool(byteCount: FrameBuffer.sparingCapacity)
    output = BufferPool(byteCount: Connection.frameRoom + maximumChunk + Connection.frameRoom)
  }

  /// Called by a handler: what comes within so many milliseconds may be told together, unless another one of the same turn
  /// says `stayAwake`.
  public func mayRest(milliseconds: Int32) { poll.loop.mayRest(milliseconds: milliseconds) }

  /// Called by a handler: what comes next is told at once.
  public func stayAwake() { poll.loop.stayAwake() }
}

/// Buffers of one size that are lent; a few are kept, so that lending one does not ask the system for memory each time.
///
/// Belongs to one queue.
final class BufferPool {
  /// Buffers that are kept: handlers run one at a time, and each has one of a kind.
  private static let kept = 2

  let byteCount: Int
  private var free: [UnsafeMutableRawBufferPointer] = []

  init(byteCount: Int) { self.byteCount = byteCount }

  deinit { for buffer in free { buffer.deallocate() } }

  /// A buffer, with whatever was in it; it is given back, or deallocated.
  func take() -> UnsafeMutableRawBufferPointer {
    free.popLast() ?? .allocate(byteCount: byteCount, alignment: 64)
  }

  /// Takes a buffer back; one of another size is deallocated.
  func giveBack(_ buffer: UnsafeMutableRawBufferPointer) {
    if buffer.count == byteCount, free.count < Self.kept { free.append(buffer) } else { buffer.deallocate() }
  }
}
