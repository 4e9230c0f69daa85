public import Dispatch
public import Framing
import Synchronization
public import Sys

/// One byte stream to a peer: frames found in what comes, packets and chunks written as the socket takes them.
///
/// It belongs to one queue, on which all its methods are called and on which it tells that the socket is readable or
/// writable. It keeps no task and no timer, and decides nothing: when to read and what to send is its owner's.
public final class Connection {
  /// What a connection may hold.
  public struct Limits: Sendable {
    /// The longest frame taken, without its header, in bytes.
    public var maximumFrame: Int
    /// The bytes of small packets that may wait to be written.
    public var maximumOutbox: Int
    /// The longest payload of a chunk to send, in bytes.
    public var maximumChunk: Int

    /// Limits.
    public init(maximumFrame: Int, maximumOutbox: Int, maximumChunk: Int) {
      self.maximumFrame = maximumFrame
      self.maximumOutbox = maximumOutbox
      self.maximumChunk = maximumChunk
    }
  }

  /// How reading stands after `receive`.
  public enum ReceiveOutcome: Sendable, Equatable {
    /// More may come.
    case open
    /// The other end has sent all it will, and nothing was cut off.
    case ended
    /// The frames cannot be told apart any more, or the stream ended inside one.
    case broken(FrameError)
    /// The connection is gone.
    case lost(StreamError)
  }

  /// How writing stands after `flush`.
  public enum FlushOutcome: Sendable, Equatable {
    /// All that was there to send has been handed to the kernel.
    case drained
    /// The socket takes no more for now; `onWritable` follows.
    case blocked
    /// The connection is gone.
    case lost(StreamError)
  }

  /// What one event may read or write before the other direction gets its turn: 4 MiB.
  static let budget = 4 << 20
  /// So many bytes in one event are a file's, not a talk's.
  static let bulkRun = 128 << 10
  /// A chunk this small is copied behind the packets that wait, so that small files share a system call.
  static let smallChunk = 16 << 10
  /// Room before and behind a chunk, each: more than the longest name in an archive takes.
  static let frameRoom = 64 << 10

  let socket: SocketHandle
  var wire: Wire
  let queue: DispatchQueue
  let onReadable: @Sendable () -> Void
  private let onWritable: @Sendable () -> Void
  private let nextTurn = Turn()
  let readSource: Readiness
  let writeSource: Readiness
  var writeSourceIsSuspended = true
  var isReadingSuspended = false
  var readingIsHeld = false
  var isClosed = false
  private var isActive = false
  var input: FrameBuffer
  var outbox: Outbox
  /// The chunk that is sent, with room around it for the rest of its frame where that must lie in one piece.
  private var chunkMemory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private(set) var chunk = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  let limits: Limits
  /// What it shares with others; nil where it is one of few, and has all to itself.
  let crowd: ConnectionCrowd?
  /// Where it may read ahead.
  var aheadPlace = ReadAheadPlace.ofProcess
  var bulk: BulkFrame?
  var bulkWritten = 0
  var isFinishing = false
  /// Whether the latest event has brought so much that a file is on its way in.
  var takesBulk = false
  private var unsentLimit = 0

  /// Whether a frame has begun of which not all has come.
  public var isInFrame: Bool { input.hasBegun || wire.ahead?.isEmpty == false }

  /// Bytes received, frames and headers included.
  public internal(set) var received: Int64 = 0
  /// Bytes handed to the kernel, frames and headers included.
  public internal(set) var sent: Int64 = 0

  /// A connection over a channel, whose socket is closed when whoever tells its readiness has let go of it.
  ///
  /// One of a crowd of the same queue holds buffers only while something is in them.
  public init(
    _ channel: consuming Channel, queue: DispatchQueue, limits: Limits, crowd: ConnectionCrowd? = nil,
    onReadable: @escaping @Sendable () -> Void, onWritable: @escaping @Sendable () -> Void
  ) {
    let socket = SocketHandle(channel.socket)
    self.socket = socket
    wire = Wire(socket, tls: channel.tls, isSparing: crowd != nil)
    self.queue = queue
    self.onReadable = onReadable
    self.onWritable = onWritable
    self.limits = limits
    self.crowd = crowd
    input = FrameBuffer(maximumFrame: limits.maximumFrame, pool: crowd?.input)
    outbox = Outbox(limit: limits.maximumOutbox)
    if let crowd {
      let watched = crowd.poll.watch(socket, onReadable: onReadable, onWritable: onWritable)
      (readSource, writeSource) = (.polled(watched.reading), .polled(watched.writing))
    } else {
      (readSource, writeSource) = Readiness.sources(
        of: socket, queue: queue, onReadable: onReadable, onWritable: onWritable)
    }
  }

  deinit {
    close()
    chunkMemory.deallocate()
  }

  /// Makes room for a chunk, where there is none.
  func openChunk() {
    // Memory of no bytes is memory too: a connection that sends no chunks takes none, or each call would take some more.
    guard chunkMemory.isEmpty, limits.maximumChunk > 0 else { return }
    let room = wire.isSecure ? Self.frameRoom : 0
    chunkMemory = crowd?.output.take() ?? .allocate(byteCount: room + limits.maximumChunk + room, alignment: 64)
    chunk = UnsafeMutableRawBufferPointer(rebasing: chunkMemory[room..<(room + limits.maximumChunk)])
  }

  /// Bytes of the buffers that it holds now.
  var heldBytes: Int {
    chunkMemory.count + input.capacityInUse + outbox.capacity + (wire.ahead == nil ? 0 : ReadAhead.capacity)
  }

  /// Gives back what nothing waits in, where this connection is one of many.
  func spareBuffers() {
    guard let crowd else { return }
    outbox.spare()
    guard bulk == nil, !chunkMemory.isEmpty else { return }
    crowd.output.giveBack(chunkMemory)
    chunkMemory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    chunk = chunkMemory
  }

  /// Starts to tell readiness.
  public func activate() {
    guard !isActive, !isClosed else { return }
    isActive = true
    readSource.resume()
    // Some may have come along with what was read before there were frames.
    tellPending()
  }

  /// Tells once more, behind all that waits on the queue, that the socket can be written: it takes more than one turn's bytes.
  func takeNextTurn() {
    guard nextTurn.begin() else { return }
    queue.async { [nextTurn, onWritable] in
      nextTurn.end()
      onWritable()
    }
  }

  /// Stops both directions and lets the socket go.
  ///
  /// Further calls do nothing.
  public func close() {
    guard !isClosed else { return }
    wire.sayGoodbye()
    isClosed = true
    resumeReading()
    releaseReading()
    stopReadingAhead()
    readSource.cancel()
    writeSource.cancel()
    // A source that is cancelled while suspended never lets go.
    if !isActive { readSource.resume() }
    if writeSourceIsSuspended { writeSource.resume() }
  }

  /// What the kernel has measured on the connection; nil for a socket that is not TCP.
  public func measure() -> ConnectionMeasure? {
    isClosed ? nil : try? socket.descriptor.measure()
  }

  /// Tells the kernel how many bytes may wait unsent before the socket counts as full (`TCP_NOTSENT_LOWAT`).
  public func limitUnsent(to bytes: Int) {
    guard !isClosed, bytes != unsentLimit else { return }
    unsentLimit = bytes
    try? socket.descriptor.setUnsentLimit(bytes: Int32(clamping: bytes))
  }
}

/// Whether a turn is on its way, so that it is no more than one.
private final class Turn: Sendable {
  private let isComing = Atomic(false)

  /// False where one is on its way already.
  func begin() -> Bool { !isComing.exchange(true, ordering: .relaxed) }

  func end() { isComing.store(false, ordering: .relaxed) }
}

/// Owns the descriptor, so that closures can hold it: closed when the last of them is gone.
final class SocketHandle: Sendable {
  let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Whether something comes within so many milliseconds; blocks the thread that long.
  func isReadable(within milliseconds: Int32) -> Bool {
    (try? descriptor.waitReadable(milliseconds: milliseconds)) ?? false
  }

  /// Whether it can be written to within so many milliseconds; blocks the thread that long.
  func isWritable(within milliseconds: Int32) -> Bool {
    (try? descriptor.waitWritable(milliseconds: milliseconds)) ?? false
  }

  /// Whether it can be written to within so many milliseconds, with nothing to be read before; blocks the thread that long.
  func isWritableFirst(within milliseconds: Int32) -> Bool {
    (try? descriptor.waitWritableFirst(milliseconds: milliseconds)) ?? false
  }
}
