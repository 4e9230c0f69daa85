import COpenSSL
import Dispatch
import Framing
import Sys
import Testing

@testable import Security
@testable import Transport

@Suite("A connection, plain and under TLS")
struct ConnectionTests {
  private func connected(_ isSecure: Bool) throws -> (host: TestConnection, joiner: TestConnection) {
    let pair = try ChannelPair(isSecure: isSecure)
    return (TestConnection(pair.host), TestConnection(pair.joiner))
  }

  private func noise(_ count: Int, seed: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 &+ $0 >> 8) }
  }

  @Test("frames come whole and in order, both ways", arguments: [false, true])
  func bothWays(isSecure: Bool) throws {
    let (host, joiner) = try connected(isSecure)
    let bodies = [1, 100, 16_384, 70_000].map { noise($0) }
    for body in bodies { #expect(joiner.enqueue(body)) }
    #expect(joiner.flush() == .drained)
    #expect(host.receive() == .open)
    #expect(host.frames == bodies)
    #expect(host.enqueue([7]))
    #expect(host.flush() == .drained)
    #expect(joiner.receive() == .open)
    #expect(joiner.frames == [[7]])
    let count = Int64(bodies.reduce(0) { $0 + 8 + $1.count })
    #expect(joiner.connection.sent == count)
    #expect(host.connection.received == count)
  }

  @Test("a connection that sends no chunks takes no more memory with each flush", arguments: [false, true])
  func memoryOfNoChunk(isSecure: Bool) throws {
    let pair = try ChannelPair(isSecure: isSecure)
    let (host, joiner) = (TestConnection(pair.host), TestConnection(pair.joiner, maximumChunk: 0))
    func exchange(_ count: Int) {
      for _ in 0..<count {
        #expect(joiner.enqueue([1]))
        #expect(joiner.flush() == .drained)
        #expect(host.connection.receive { _ in true } == .open)
      }
    }
    exchange(1_000)
    let before = try residentBytes()
    exchange(20_000)
    // The least that malloc gives is 32 bytes: one block for each flush would be 640,000 bytes and, aligned to 64, twice that.
    #expect(try residentBytes() < before + 500_000)
  }

  /// The memory that this process has in use (`statm`: pages, the second number).
  private func residentBytes() throws -> Int {
    let words = try WholeFile.read("/proc/self/statm", maximumSize: 4_096).split(separator: UInt8(ascii: " "))
    return (Int(String(decoding: words[1], as: UTF8.self)) ?? 0) * 4_096
  }

  @Test("chunks and packets come whole through a socket that is always full", arguments: [false, true])
  func full(isSecure: Bool) throws {
    let pair = try ChannelPair(isSecure: isSecure)
    try pair.joiner.socket.setSendBuffer(bytes: 16_384)
    let (host, joiner) = (TestConnection(pair.host), TestConnection(pair.joiner))
    let (prefix, suffix) = (noise(200, seed: 1), noise(150, seed: 2))
    let sizes = [204_800, 1, 16_385, 100_000, 204_800, 30_000]
    var expected: [[UInt8]] = []
    var next = 0
    var packets = 0
    for _ in 0..<10_000 where next < sizes.count || host.frames.count < expected.count {
      _ = joiner.connection.flush { buffer in
        guard next < sizes.count else { return nil }
        let payload = noise(sizes[next], seed: next)
        buffer.copyBytes(from: payload)
        expected.append(prefix + payload + suffix)
        next += 1
        return BulkFrame(
          prefix: Array(frame(expected[expected.count - 1]).prefix(8)) + prefix, payloadCount: payload.count,
          suffix: suffix)
      }
      // A packet meets a chunk of which nothing has gone yet: it comes before that.
      if joiner.connection.bulk != nil, joiner.connection.bulkWritten == 0 {
        let packet = [0, 1, 2, 3, UInt8(truncatingIfNeeded: packets)]
        expected.insert(packet, at: expected.count - 1)
        packets += 1
        #expect(joiner.enqueue(packet))
      }
      #expect(host.receive() == .open)
    }
    #expect(host.frames == expected)
    // A plain socket that is full has taken some of the chunk; records wait for those before them.
    #expect(!isSecure || packets > 0)
  }

  @Test("an end that has more to write than one turn's bytes goes on behind what waits, once at a time")
  func turns() throws {
    let (_, joiner) = try connected(false)
    for _ in 0..<3 { joiner.connection.takeNextTurn() }
    // At most one was on its way at a time, however soon the queue took it.
    #expect((1...3).contains(joiner.writableCalls))
    let before = joiner.writableCalls
    joiner.hold {
      for _ in 0..<3 { joiner.connection.takeNextTurn() }
    }
    #expect(joiner.writableCalls == before + 1)
  }

  @Test("what is left of a record is told of, though the socket is empty")
  func pending() throws {
    let pair = try ChannelPair(isSecure: true)
    try pair.host.socket.setReceiveBuffer(bytes: 1 << 23)
    try pair.joiner.socket.setSendBuffer(bytes: 1 << 23)
    let (host, joiner) = (TestConnection(pair.host), TestConnection(pair.joiner))
    // More than one event may read, in frames that end within records.
    let body = noise(300_000)
    let count = Connection.budget / body.count + 4
    for _ in 0..<count { #expect(joiner.enqueue(body)) }
    var rounds = 0
    while host.frames.count < count, rounds < 1000 {
      rounds += 1
      let before = host.readableCalls
      _ = joiner.flush()
      #expect(host.receive() == .open)
      if host.connection.wire.hasPending { #expect(host.readableCalls > before) }
    }
    #expect(host.frames.count == count)
    #expect(host.readableCalls > 0)
  }

  @Test("what came along with what was read before the frames is told of at once")
  func pendingAtFirst() throws {
    var pair = try ChannelPair(isSecure: true)
    guard case .done? = try pair.joiner.write([1, 2, 3, 4] + frame([5])) else {
      Issue.record("the socket takes nothing")
      return
    }
    #expect(try pair.host.read(4) == 4)
    let host = TestConnection(pair.host)
    host.connection.activate()
    #expect(host.readableCalls == 1)
    #expect(host.receive() == .open)
    #expect(host.frames == [[5]])
  }

  @Test("sending no more is the end of what comes, and the other direction goes on", arguments: [false, true])
  func halfClosed(isSecure: Bool) throws {
    let (host, joiner) = try connected(isSecure)
    #expect(joiner.enqueue([1]))
    #expect(joiner.flush() == .drained)
    joiner.connection.finishSending()
    #expect(host.receive() == .ended)
    #expect(host.frames == [[1]])
    #expect(host.enqueue([2]))
    #expect(host.flush() == .drained)
    #expect(joiner.receive() == .open)
    #expect(joiner.frames == [[2]])
  }

  @Test("a connection that is closed and let go of ends the other one in order", arguments: [false, true])
  func closed(isSecure: Bool) throws {
    let pair = try ChannelPair(isSecure: isSecure)
    let host = TestConnection(pair.host)
    do {
      let joiner = TestConnection(pair.joiner)
      #expect(joiner.enqueue([1]))
      #expect(joiner.flush() == .drained)
      joiner.connection.close()
    }
    // The socket goes once Dispatch has let go of it.
    var outcome = host.receive()
    while outcome == .open, host.connection.socket.isReadable(within: 5000) { outcome = host.receive() }
    #expect(outcome == .ended)
    #expect(host.frames == [[1]])
  }

  @Test("under TLS, an end that nobody has said is a loss: the bytes may have been cut off by anybody (000-31)")
  func truncated() throws {
    let (host, joiner) = try connected(true)
    #expect(joiner.enqueue([1]))
    #expect(joiner.flush() == .drained)
    try joiner.connection.socket.descriptor.shutdownWriting()
    #expect(host.receive() == .lost(.truncated))
    #expect(host.frames == [[1]])
  }

  @Test("one of a crowd carries what others do, and holds no buffer once that is done", arguments: [false, true])
  func crowd(isSecure: Bool) throws {
    let pair = try ChannelPair(isSecure: isSecure)
    let crowd = try ConnectionCrowd(queue: DispatchQueue(label: "crowd"), maximumChunk: 204_800)
    let host = TestConnection(pair.host, crowd: crowd)
    let joiner = TestConnection(pair.joiner, crowd: crowd)
    #expect(host.connection.heldBytes == 0)
    for size in [1, 64 << 10, (64 << 10) + 1, 300_000, 7] {
      let body = noise(size)
      #expect(joiner.enqueue(body))
      var chunks = 1
      var outcome = Connection.FlushOutcome.blocked
      let expected = host.frames.count + 2
      for _ in 0..<10_000 where outcome == .blocked || host.frames.count < expected {
        outcome = joiner.connection.flush { room in
          guard chunks > 0 else { return nil }
          chunks -= 1
          room.copyBytes(from: frame(Array(body.prefix(100_000))))
          return BulkFrame(prefix: [], payloadCount: 8 + min(body.count, 100_000), suffix: [])
        }
        #expect(host.receive() == .open)
      }
      #expect(host.frames.suffix(2) == [body, Array(body.prefix(100_000))])
      #expect(host.connection.heldBytes == 0)
      #expect(joiner.connection.heldBytes == 0)
    }
  }

  @Test("an end within a frame is no clean one", arguments: [false, true])
  func withinFrame(isSecure: Bool) throws {
    let (host, joiner) = try connected(isSecure)
    #expect(joiner.connection.enqueue([9, 0, 0, 0, 0, 0, 0, 0, 1]))
    #expect(joiner.flush() == .drained)
    joiner.connection.finishSending()
    #expect(host.receive() == .broken(.truncatedBody))
  }

  @Test("a length above the limit is refused before its bytes come (000-27)", arguments: [false, true])
  func tooLong(isSecure: Bool) throws {
    let (host, joiner) = try connected(isSecure)
    #expect(joiner.connection.enqueue([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]))
    #expect(joiner.flush() == .drained)
    #expect(host.receive() == .broken(.lengthExceedsLimit(UInt64(Int64.max), limit: 1 << 24)))
  }

  @Test("a peer that asks for new keys and reads nothing stops this end's reading, and starts it again")
  func keyUpdatesWithoutReading() throws {
    var pair = try ChannelPair(isSecure: true)
    let host = TestConnection(pair.host)
    try host.connection.socket.descriptor.setSendBuffer(bytes: 4096)
    // The host's way out is full,
    for _ in 0..<100 { #expect(host.enqueue(noise(10_000))) }
    #expect(host.flush() == .blocked)
    // and it is asked for an answer.
    pair.joiner.askForNewKeys()
    guard case .done? = try pair.joiner.write(frame([5])) else {
      Issue.record("the socket takes nothing")
      return
    }
    _ = host.receive()
    var read = 0
    for _ in 0..<10_000 where host.frames.isEmpty || read < 1_000_800 {
      read += try pair.joiner.read()
      _ = host.flush()
      _ = host.receive()
    }
    #expect(host.frames == [[5]])
    #expect(read == 1_000_800)
    #expect(!host.connection.readingIsHeld)
  }
}

extension Channel {
  fileprivate mutating func askForNewKeys() {
    #expect(SSL_key_update(tls?.connection, SSL_KEY_UPDATE_REQUESTED) == 1)
  }

  /// Reads up to so many bytes at once and tells how many.
  fileprivate mutating func read(_ count: Int) throws -> Int {
    try withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
      if case .done(let count)? = try tls?.read(into: buffer) { count } else { 0 }
    }
  }

  /// Reads what has come and tells how many bytes.
  fileprivate mutating func read() throws -> Int {
    try withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 1) { buffer in
      var count = 0
      while case .done(let more)? = try tls?.read(into: buffer) { count += more }
      return count
    }
  }
}
