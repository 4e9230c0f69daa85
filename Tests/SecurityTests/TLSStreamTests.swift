import SessionCore
import Sys
import Testing

@testable import Security

@Suite("A stream under TLS")
struct TLSStreamTests {
  private let host = Identity.temporary()
  private let joiner = Identity.temporary()

  private func connected() throws -> TestPair {
    let pair = try TestPair(host, joiner)
    #expect(pair.handshake().host == .success(joiner.id))
    return pair
  }

  private func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  @Test("what is written at one end is read at the other, both ways, whatever waits between")
  func bothWays() throws {
    let pair = try connected()
    #expect(try pair.host.read() == nil)
    #expect(try pair.joiner.write(Array("hello".utf8)) == 5)
    #expect(try pair.host.read() == Array("hello".utf8))
    #expect(try pair.host.write(Array("there".utf8)) == 5)
    #expect(try pair.joiner.read(2) == Array("th".utf8))
    // The socket has nothing any more, the connection has.
    #expect(pair.joiner.hasPending)
    #expect(try pair.joiner.read() == Array("ere".utf8))
    #expect(!pair.joiner.hasPending)
    #expect(try pair.joiner.read() == nil)
  }

  @Test(
    "megabytes come through a socket that takes little at a time, from memory that moves",
    arguments: [1, 1000, 16_384, 70_000])
  func dripped(size: Int) throws {
    let pair = try connected()
    try pair.joiner.socket.setSendBuffer(bytes: 8192)
    let bytes = noise(size == 1 ? 50_000 : 5_000_000)
    var written = 0
    var received: [UInt8] = []
    var blocked = 0
    while received.count < bytes.count {
      if written < bytes.count {
        // A copy each time: the memory of an unfinished write is elsewhere at the next.
        let piece = Array(bytes[written..<min(written + size, bytes.count)])
        switch try pair.joiner.writeOnce(piece[...]) {
        case .done(let count): written += count
        default: blocked += 1
        }
      }
      while let more = try pair.host.read(min(size, 3000)) { received += more }
    }
    #expect(received == bytes)
    #expect(size < 16_384 || blocked > 0)
  }

  @Test("a write is one record, a full one where there are bytes for it")
  func records() throws {
    let pair = try connected()
    let bytes = noise(40_000)
    guard case .done(let count) = try pair.joiner.writeOnce(bytes[...]) else {
      Issue.record("the socket takes nothing")
      return
    }
    #expect(count == 16_384)
    #expect(try pair.host.read() == Array(bytes[..<16_384]))
  }

  @Test("the key is renewed after so many bytes, and the stream goes on")
  func newKeys() throws {
    var profile = TLSProfile.product
    profile.bytesPerKey = 100_000
    let pair = try TestPair(
      host: TLSContext(host, role: .host), joiner: TLSContext(joiner.keys, role: .joiner, profile: profile))
    _ = pair.handshake()
    let bytes = noise(1_000_000)
    var written = 0
    var received: [UInt8] = []
    while received.count < bytes.count {
      if written < bytes.count, case .done(let count) = try pair.joiner.writeOnce(bytes[written...]) {
        written += count
      }
      while let more = try pair.host.read() { received += more }
    }
    #expect(received == bytes)
  }

  @Test("a goodbye is the end of one direction; the other goes on")
  func halfClosed() throws {
    let pair = try connected()
    #expect(try pair.joiner.write([1, 2, 3]) == 3)
    guard case .done = try pair.joiner.finishWriting() else {
      Issue.record("the socket takes no goodbye")
      return
    }
    #expect(try pair.host.read() == [1, 2, 3])
    #expect(try pair.host.read() == [])
    #expect(try pair.host.read() == [])
    #expect(try pair.host.write([4]) == 1)
    #expect(try pair.joiner.read() == [4])
  }

  @Test("a stream that ends without a goodbye was cut short, for good")
  func truncated() throws {
    let pair = try connected()
    #expect(try pair.joiner.write([1, 2, 3]) == 3)
    try pair.joiner.socket.shutdownWriting()
    #expect(try pair.host.read() == [1, 2, 3])
    #expect(throws: TLSError.truncated) { try pair.host.read() }
    #expect(throws: TLSError.truncated) { try pair.host.read() }
    #expect(throws: TLSError.truncated) { try pair.host.write([1]) }
  }

  @Test("a byte that was changed on the way breaks the stream before it is read")
  func changed() throws {
    let pair = try TestPair(host, joiner)
    _ = pair.handshake()
    #expect(try pair.joiner.write([1, 2, 3]) == 3)
    // Takes the record out of the host's socket and sends it once more with one bit changed.
    var record = [UInt8](repeating: 0, count: 1000)
    var span = record.mutableSpan
    let count = try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try pair.host.socket.receive(into: bytes)
    }
    record.removeSubrange((count ?? 0)...)
    record[record.count - 1] ^= 1
    let sent = try record.withUnsafeBytes { try pair.joiner.socket.send($0) }
    #expect(sent == record.count)
    #expect(throws: TLSError.broken("decryption failed or bad record mac")) { try pair.host.read() }
    #expect(throws: TLSError.alert(20)) { try pair.joiner.read() }
  }

  @Test("a socket whose other end is gone is a failure of the socket, and no signal")
  func gone() throws {
    let sockets = try LocalSocket.pair()
    let host = TestEnd(sockets.first, TLSContext(host, role: .host), pin: .anyone)
    do { let other = sockets.second; _ = other.rawValue }
    guard case .failure = Result(catching: { try host.handshake() }) else {
      Issue.record("it goes on")
      return
    }
  }

  @Test("no session is offered for later: no ticket follows the handshake")
  func noTickets() throws {
    let pair = try connected()
    // After the handshake, nothing is on its way to the joiner: tickets would be.
    var buffer = [UInt8](repeating: 0, count: 100)
    var span = buffer.mutableSpan
    let count = try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try pair.joiner.socket.receive(into: bytes)
    }
    #expect(count == nil)
  }
}
