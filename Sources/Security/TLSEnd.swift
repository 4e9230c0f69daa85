import COpenSSL
import SessionCore
import Sys

/// What OpenSSL's callbacks know of one connection: its socket, whose key it takes, and what they came upon.
///
/// It belongs to one `TLSStream`, which outlives every callback.
final class TLSEnd {
  let socket: UnownedDescriptor
  private let pin: Pin
  /// Whose key the other end has shown; it is proven once the handshake is done.
  private(set) var peer: PeerID?
  /// Whose key was not taken.
  private(set) var refused: PeerID?
  /// What the socket's last failed call said.
  private(set) var error: SystemError?
  /// Whether the other end's stream is at its end.
  private(set) var isAtEnd = false
  /// Bytes that may be read yet; nil for any number.
  private var allowance: Int?
  /// Whether more came than may be read.
  private(set) var isExhausted = false
  /// Reads of the socket that this step has yet.
  private var readsLeft = 0
  /// What came and OpenSSL has not read yet; nil while each read is the socket's own.
  private var input: RecordBuffer?
  /// Where the socket's bytes come from once another reads it; nil while this end does.
  private var source: TLSSource?
  /// Records that wait to be sent together; nil while each goes by itself.
  private var output: RecordBuffer?

  init(socket: UnownedDescriptor, pin: Pin) {
    self.socket = socket
    self.pin = pin
  }

  /// The end that a connection of OpenSSL's belongs to.
  static func of(_ connection: OpaquePointer) -> TLSEnd? {
    SSL_get_ex_data(connection, applicationData).map { Unmanaged<TLSEnd>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes a connection of OpenSSL's use this end, and no longer than that lives.
  func attach(to connection: OpaquePointer) {
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    guard SSL_set_ex_data(connection, Self.applicationData, pointer) == 1, let bio = BIO_new(Self.method) else {
      preconditionFailure("no memory for a TLS connection")
    }
    BIO_set_data(bio, pointer)
    BIO_set_init(bio, 1)
    // One reference for both directions, which the connection frees.
    SSL_set_bio(connection, bio, bio)
  }

  /// From here on reads ahead, and keeps written records until `flush`.
  ///
  /// Not before the other end is known: a stranger gets no memory for it.
  func gatherRecords() {
    guard output == nil else { return }
    input = RecordBuffer(capacity: RecordBuffer.inputCapacity)
    output = RecordBuffer(capacity: RecordBuffer.outputCapacity)
  }

  /// From here on takes what comes from `source`, behind what was read; from the socket again where that is nil.
  func readThrough(_ source: TLSSource?) { self.source = source }

  /// Whether bytes have come that OpenSSL has not read.
  var hasInput: Bool { !(input?.isEmpty ?? true) }

  /// Sends the records that wait; false where the socket takes no more for now.
  func flush() throws(SystemError) -> Bool {
    let socket = socket
    return try output?.drain { (bytes) throws(SystemError) in try socket.send(bytes) } ?? true
  }

  /// The next step begins.
  ///
  /// It ends with the first record that has something for this program, and records that have nothing (a renewed key) may
  /// come without end. After so many reads of the socket it ends as if nothing more were there, which the socket says again
  /// is not so; meanwhile others have their turn. Two take a record in whole where it is read ahead.
  func beginStep() { readsLeft = input == nil || source != nil ? 16 : 2 }

  /// Lets so many bytes more be read, or any number.
  func allow(_ count: Int?) { allowance = count }

  /// Whether the key of this id is taken.
  func judge(_ id: PeerID) -> Bool {
    guard pin.accepts(id) else {
      refused = id
      return false
    }
    peer = id
    return true
  }

  /// The place that OpenSSL keeps for the application (`SSL_set_app_data`).
  private static let applicationData: Int32 = 0
}

/// The socket as OpenSSL reads and writes it: through this program's own calls, which never raise SIGPIPE and keep the
/// kernel's error.
extension TLSEnd {
  // SAFETY: made once, never changed and never freed.
  nonisolated(unsafe) private static let method: OpaquePointer = {
    let type = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
    guard let method = BIO_meth_new(type, "socketplay"), BIO_meth_set_read(method, readSocket) == 1,
      BIO_meth_set_write(method, writeSocket) == 1, BIO_meth_set_ctrl(method, controlSocket) == 1
    else { preconditionFailure("OpenSSL takes no socket") }
    return method
  }()

  fileprivate static func of(bio: OpaquePointer?) -> TLSEnd? {
    BIO_get_data(bio).map { Unmanaged<TLSEnd>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate func read(_ buffer: UnsafeMutableRawBufferPointer, for bio: OpaquePointer?) -> Int32 {
    if allowance == 0 {
      isExhausted = true
      return -1
    }
    do throws(SystemError) {
      guard let count = try receive(into: buffer) else {
        socketplay_bio_retry_read(bio)
        return -1
      }
      isAtEnd = count == 0
      return Int32(count)
    } catch {
      self.error = error
      return -1
    }
  }

  private func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    guard input != nil else { return try receiveDirectly(into: buffer) }
    if !hasInput {
      guard takesTurn() else { return nil }
      if let source { return try source(buffer) }
      let socket = socket
      let count = try input?.fill { (room) throws(SystemError) in try socket.receive(into: room) } ?? nil
      guard let count, count > 0 else { return count }
    }
    return input?.take(into: buffer)
  }

  private func receiveDirectly(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    guard takesTurn() else { return nil }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, allowance ?? buffer.count)])
    let count = try socket.receive(into: room)
    if let count { allowance? -= count }
    return count
  }

  /// Whether the socket may be read once more in this step.
  private func takesTurn() -> Bool {
    guard readsLeft > 0 else { return false }
    readsLeft -= 1
    return true
  }

  fileprivate func write(_ bytes: UnsafeRawBufferPointer, for bio: OpaquePointer?) -> Int32 {
    do throws(SystemError) {
      guard let count = try send(bytes) else {
        socketplay_bio_retry_write(bio)
        return -1
      }
      return Int32(count)
    } catch {
      self.error = error
      return -1
    }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    guard output != nil else { return try socket.send(bytes) }
    if output?.append(bytes) == true { return bytes.count }
    return try flush() && output?.append(bytes) == true ? bytes.count : nil
  }

  /// Sends what waits as far as the socket takes it: what is left goes with the next `flush`.
  ///
  /// OpenSSL cannot be told to come again here: the buffer it puts before a handshake's messages swallows that.
  fileprivate func pass() -> Int {
    do throws(SystemError) {
      _ = try flush()
      return 1
    } catch {
      self.error = error
      return -1
    }
  }
}

/// Called by OpenSSL for bytes of the socket.
private func readSocket(_ bio: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ count: Int32) -> Int32 {
  socketplay_bio_clear_retry(bio)
  return TLSEnd.of(bio: bio)?.read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)), for: bio) ?? -1
}

/// Called by OpenSSL with bytes for the socket.
private func writeSocket(_ bio: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int32) -> Int32 {
  socketplay_bio_clear_retry(bio)
  return TLSEnd.of(bio: bio)?.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)), for: bio) ?? -1
}

/// Called by OpenSSL for anything else: to send what is held back, and whether the stream has ended; the rest is not known.
private func controlSocket(_ bio: OpaquePointer?, _ command: Int32, _: Int, _: UnsafeMutableRawPointer?) -> Int {
  switch command {
  case BIO_CTRL_FLUSH: TLSEnd.of(bio: bio)?.pass() ?? -1
  case BIO_CTRL_EOF: TLSEnd.of(bio: bio)?.isAtEnd == true ? 1 : 0
  default: 0
  }
}
