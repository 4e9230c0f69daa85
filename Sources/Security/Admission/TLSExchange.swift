public import SessionCore

/// A connection under TLS before its frames: its handshake, and then bytes of known counts, one thing after another.
///
/// It never waits; what cannot go on says for what.
public struct TLSExchange: ~Copyable, Sendable {
  /// How far the thing that was begun has come.
  public enum Progress: Sendable, Hashable {
    /// It goes on when the socket can be read.
    case wantRead
    /// It goes on when the socket can be written.
    case wantWrite
    /// The handshake is done: the other end has this key.
    case proven(PeerID)
    /// So many bytes were to be read, and these they are.
    case read([UInt8])
    /// The bytes are with the kernel.
    case written
    /// The other end has closed, in time or too early.
    case closed
    /// Nothing was begun.
    case idle
  }

  private enum Step {
    case handshake
    case reading(count: Int, [UInt8])
    case writing(ArraySlice<UInt8>)
    case none
  }

  /// Bytes that may come in all: a hello of any library, the certificates that are taken, and a few messages of fixed length.
  ///
  /// TLS has messages that say nothing and may be sent without end.
  static let maximumBytes = 32 << 10

  private var stream: TLSStream
  private var step = Step.handshake

  /// An exchange over a stream, which begins with the handshake.
  public init(_ stream: consuming TLSStream) {
    self.stream = stream
    self.stream.allowReading(Self.maximumBytes)
  }

  /// Reads exactly so many bytes next.
  public mutating func read(_ count: Int) {
    step = .reading(count: count, [])
  }

  /// Writes these bytes next.
  public mutating func write(_ bytes: [UInt8]) {
    step = .writing(bytes[...])
  }

  /// Goes on with what was begun, as far as that can be done now.
  public mutating func advance() throws(TLSError) -> Progress {
    switch step {
    case .none: return .idle
    case .handshake:
      switch try stream.handshake() {
      case .done(let peer):
        step = .none
        return .proven(peer)
      case .wantRead: return .wantRead
      case .wantWrite: return .wantWrite
      case .closed: return .closed
      }
    case .reading(let count, let bytes): return try read(count, bytes)
    case .writing(let bytes): return try write(bytes)
    }
  }

  private mutating func read(_ count: Int, _ bytes: [UInt8]) throws(TLSError) -> Progress {
    var bytes = bytes
    while bytes.count < count {
      let progress = try withUnsafeTemporaryAllocation(byteCount: count - bytes.count, alignment: 1) {
        (room) throws(TLSError) in
        let progress = try stream.read(into: room)
        if case .done(let taken) = progress { bytes += room[..<taken] }
        return progress
      }
      step = .reading(count: count, bytes)
      switch progress {
      case .done: continue
      case .wantRead: return .wantRead
      case .wantWrite: return .wantWrite
      case .closed: return .closed
      }
    }
    step = .none
    return .read(bytes)
  }

  private mutating func write(_ bytes: ArraySlice<UInt8>) throws(TLSError) -> Progress {
    var bytes = bytes
    while !bytes.isEmpty {
      let progress = try bytes.span.withUnsafeBytes { (piece) throws(TLSError) in try stream.write(piece) }
      switch progress {
      case .done(let count):
        bytes = bytes.dropFirst(count)
        step = .writing(bytes)
      case .wantRead: return .wantRead
      case .wantWrite: return .wantWrite
      case .closed: return .closed
      }
    }
    step = .none
    return .written
  }

  /// Whether more has come than was to be read: an end that waits for an answer has no more to say.
  public var hasMore: Bool { stream.hasPending }

  /// Says goodbye, where that can be done at once: the other end then knows that nothing was cut off.
  public mutating func sayGoodbye() {
    if case .none = step { _ = try? stream.finishWriting() }
  }

  /// The stream, for the frames that follow.
  public consuming func finish() -> TLSStream {
    stream.allowReading(nil)
    return stream
  }
}
