import COpenSSL
public import SessionCore
public import Sys

/// How far a step of a connection under TLS has come.
public enum TLSProgress<Value: Sendable>: Sendable {
  /// It is done.
  case done(Value)
  /// It goes on when the socket can be read.
  case wantRead
  /// It goes on when the socket can be written.
  case wantWrite
  /// The other end has said that it sends nothing more (`close_notify`); only reading tells this.
  case closed
}

/// Gives what comes to a connection, as its socket would: how many bytes it put into the buffer, 0 at the end, nil where nothing
/// has come yet.
public typealias TLSSource = @Sendable (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int?

/// A connection under TLS 1.3, over a nonblocking socket that somebody else owns (`SSL`).
///
/// It never waits: what cannot go on says for what. A step that failed fails for good. It may move between threads, one
/// at a time.
public struct TLSStream: ~Copyable, @unchecked Sendable {
  // SAFETY: it has one owner, which cannot be copied, and every use is a mutating method of that owner; OpenSSL keeps no
  // state of a connection by thread but the errors, which are taken before each method returns.
  // From SSL_new, freed in deinit, before `end` goes.
  let connection: OpaquePointer
  private let end: TLSEnd
  private let isHost: Bool
  private let bytesPerKey: Int64
  private var sentUnderKey: Int64 = 0
  private var isWritePending = false
  private var failure: TLSError?

  /// Whose key the other end has proven to have; nil before the handshake is done.
  public private(set) var peer: PeerID?

  /// A connection that has not begun, over a connected socket, which must stay open for as long as this is used.
  public init(_ context: TLSContext, over socket: UnownedDescriptor, pin: Pin) {
    guard let connection = SSL_new(context.context) else { preconditionFailure("no memory for a TLS connection") }
    self.connection = connection
    end = TLSEnd(socket: socket, pin: pin)
    isHost = context.role == .host
    bytesPerKey = context.profile.bytesPerKey
    end.attach(to: connection)
  }

  deinit {
    SSL_free(connection)
  }

  /// Goes on with the handshake; done, it tells whose key the other end has.
  ///
  /// A joiner's being done does not mean that the host takes it: that it learns from what it reads.
  public mutating func handshake() throws(TLSError) -> TLSProgress<PeerID> {
    let isHost = isHost
    switch try step({ isHost ? SSL_accept($0) : SSL_connect($0) }) {
    case .done:
      // A caller that names no protocol comes through the handshake: both ends look.
      guard namesProtocol, let peer = end.peer else { throw fail(.otherProtocol) }
      self.peer = peer
      return .done(peer)
    case .wantRead: return .wantRead
    case .wantWrite: return .wantWrite
    case .closed: throw fail(.truncated)
    }
  }

  /// Takes some of what has come, at most one record (16,384 bytes); never 0 bytes.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TLSError) -> TLSProgress<Int> {
    precondition(!buffer.isEmpty, "reading takes room")
    return try step { SSL_read($0, buffer.baseAddress, Int32(clamping: buffer.count)) }
  }

  /// From here on keeps no buffers of OpenSSL's between two records (`SSL_MODE_RELEASE_BUFFERS`): 34 KiB less while nothing
  /// is said, for connections that are many and mostly idle.
  public func spareMemory() {
    socketplay_release_buffers(connection)
  }

  /// From here on reads ahead and gathers what is written, up to 256 KiB, until `flush`: many records a system call.
  ///
  /// To be called once the other end may send files; both directions hold memory from then on (128 and 256 KiB).
  public func gatherRecords() {
    end.gatherRecords()
  }

  /// From here on takes what comes from `source`, where another reads the socket; from the socket again where that is nil.
  public func readThrough(_ source: TLSSource?) {
    end.readThrough(source)
  }

  /// Sends the records that were gathered.
  public mutating func flush() throws(TLSError) -> TLSProgress<Void> {
    if let failure { throw failure }
    do throws(SystemError) {
      return try end.flush() ? .done(()) : .wantWrite
    } catch {
      throw fail(.system(error))
    }
  }

  /// Writes some of the bytes, at most one record (16,384 bytes), and tells how many.
  ///
  /// After anything but done, the next write must begin with the same bytes: a record of them waits to be sent.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError) -> TLSProgress<Int> {
    precondition(!bytes.isEmpty, "writing takes bytes")
    if sentUnderKey >= bytesPerKey, !isWritePending {
      sentUnderKey = 0
      _ = try step { SSL_key_update($0, SSL_KEY_UPDATE_NOT_REQUESTED) }
    }
    let progress = try step { SSL_write($0, bytes.baseAddress, Int32(clamping: bytes.count)) }
    if case .done(let count) = progress {
      sentUnderKey += Int64(count)
      isWritePending = false
    } else {
      isWritePending = true
    }
    return progress
  }

  /// Lets so many bytes more come, records and all, or any number.
  mutating func allowReading(_ count: Int?) { end.allow(count) }

  /// Tells the other end that nothing more follows (`close_notify`); reading goes on.
  ///
  /// All that was begun to be written must be done.
  public mutating func finishWriting() throws(TLSError) -> TLSProgress<Void> {
    precondition(!isWritePending, "a record waits to be sent")
    // 0 says that the other end has not finished yet, which it need not.
    switch try step({ SSL_shutdown($0) < 0 ? -1 : 1 }) {
    case .done: return .done(())
    case .wantRead: return .wantRead
    case .wantWrite: return .wantWrite
    case .closed: return .closed
    }
  }

  /// Whether bytes have come that the socket does not tell of any more.
  public var hasPending: Bool { SSL_has_pending(connection) == 1 || end.hasInput }

  private var namesProtocol: Bool {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(connection, &name, &count)
    return UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual(TLSProfile.protocolName.utf8)
  }

  /// One call of OpenSSL that may fail: the errors of earlier ones are cleared first, its own are taken at once.
  private mutating func step(_ body: (OpaquePointer) -> Int32) throws(TLSError) -> TLSProgress<Int> {
    if let failure { throw failure }
    end.beginStep()
    ERR_clear_error()
    let result = body(connection)
    if result > 0 { return .done(Int(result)) }
    switch SSL_get_error(connection, result) {
    case SSL_ERROR_WANT_READ: return .wantRead
    case SSL_ERROR_WANT_WRITE: return .wantWrite
    case SSL_ERROR_ZERO_RETURN: return .closed
    default: throw fail(reason())
    }
  }

  private mutating func fail(_ error: TLSError) -> TLSError {
    failure = error
    return error
  }

  /// What the call that just failed has come upon.
  private func reason() -> TLSError {
    let code = ERR_peek_last_error()
    let number = ERR_GET_REASON(code)
    let words = OpenSSL.takeReason()
    if let id = end.refused { return .otherKey(id) }
    if let error = end.error { return .system(error) }
    if end.isAtEnd { return .truncated }
    if end.isExhausted { return .tooMuch }
    if number == SSL_R_NO_APPLICATION_PROTOCOL { return .otherProtocol }
    // An alert that came is an error of its own number above an offset.
    if let alert = UInt8(exactly: number - SSL_AD_REASON_OFFSET) {
      return Int32(alert) == SSL_AD_NO_APPLICATION_PROTOCOL ? .otherProtocol : .alert(alert)
    }
    return .broken(words)
  }
}
