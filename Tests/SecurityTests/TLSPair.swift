import COpenSSL
import SessionCore
import Sys

@testable import Security

/// One end of a connection in a test: a socket and TLS over it.
final class TestEnd {
  let socket: FileDescriptor
  private var stream: TLSStream

  init(_ socket: consuming FileDescriptor, _ context: TLSContext, pin: Pin) {
    let unowned = socket.unowned
    self.socket = socket
    stream = TLSStream(context, over: unowned, pin: pin)
  }

  var peer: PeerID? { stream.peer }
  var hasPending: Bool { stream.hasPending }
  /// Whether the socket or what was read ahead of it has something.
  var isReadable: Bool { stream.hasPending || (try? socket.waitReadable(milliseconds: 0)) == true }

  func handshake() throws(TLSError) -> TLSProgress<PeerID> { try stream.handshake() }

  /// Writes what the socket takes and tells how many bytes.
  func write(_ bytes: some Sequence<UInt8>) throws(TLSError) -> Int {
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      let rest = bytes[written...]
      let progress = rest.withUnsafeBytes { rest in
        Result { () throws(TLSError) in try stream.write(rest) }
      }
      guard case .done(let count) = try progress.get() else { break }
      written += count
    }
    return written
  }

  /// Writes what the socket takes of what `Stream.write` refuses to take elsewhere: one call.
  func writeOnce(_ bytes: ArraySlice<UInt8>) throws(TLSError) -> TLSProgress<Int> {
    let progress = bytes.withUnsafeBytes { bytes in Result { () throws(TLSError) in try stream.write(bytes) } }
    return try progress.get()
  }

  /// Reads once, up to so many bytes; nil where nothing has come, and no bytes at the end.
  func read(_ count: Int = 1 << 16) throws(TLSError) -> [UInt8]? {
    var progress = Result<TLSProgress<Int>, TLSError>.success(.wantRead)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      progress = Result { () throws(TLSError) in try stream.read(into: UnsafeMutableRawBufferPointer(buffer)) }
      if case .success(.done(let count)) = progress { filled = count }
    }
    switch try progress.get() {
    case .done: return bytes
    case .closed: return []
    case .wantRead, .wantWrite: return nil
    }
  }

  func gatherRecords() { stream.gatherRecords() }

  func flush() throws(TLSError) -> TLSProgress<Void> { try stream.flush() }

  /// Sends messages that say nothing: so many renewals of this end's key, or as many as the socket takes.
  func renewKey(times: Int) -> Int {
    // One that the socket did not take goes first.
    _ = SSL_do_handshake(stream.connection)
    for time in 0..<times {
      guard SSL_key_update(stream.connection, SSL_KEY_UPDATE_NOT_REQUESTED) == 1,
        SSL_do_handshake(stream.connection) == 1
      else { return time }
    }
    return times
  }

  func finishWriting() throws(TLSError) -> TLSProgress<Void> { try stream.finishWriting() }
}

/// Two ends on one socket pair, as they come.
struct TestPair {
  let host: TestEnd
  let joiner: TestEnd

  /// How the handshake came out: whose key each end was shown, or why it failed.
  struct Outcome {
    var host: Result<PeerID, TLSError>?
    var joiner: Result<PeerID, TLSError>?
  }

  init(
    host: TLSContext, hostTakes hostPin: Pin = .anyone, joiner: TLSContext, joinerTakes joinerPin: Pin = .anyone
  ) throws {
    let sockets = try LocalSocket.pair()
    self.host = TestEnd(sockets.first, host, pin: hostPin)
    self.joiner = TestEnd(sockets.second, joiner, pin: joinerPin)
  }

  /// Two ends of this program.
  init(_ host: Identity, _ joiner: Identity) throws {
    try self.init(
      host: TLSContext(host, role: .host), hostTakes: .one(joiner.id), joiner: TLSContext(joiner, role: .joiner),
      joinerTakes: .one(host.id))
  }

  /// Lets both ends go on in turn until neither can.
  func handshake() -> Outcome {
    var outcome = Outcome()
    // Five flights at most; where nothing is left to say, both only wait.
    for _ in 0..<10 {
      if outcome.joiner == nil { outcome.joiner = Self.goOn(joiner) }
      if outcome.host == nil { outcome.host = Self.goOn(host) }
    }
    return outcome
  }

  private static func goOn(_ end: TestEnd) -> Result<PeerID, TLSError>? {
    do throws(TLSError) {
      if case .done(let peer) = try end.handshake() { return .success(peer) }
      return nil
    } catch {
      return .failure(error)
    }
  }
}
