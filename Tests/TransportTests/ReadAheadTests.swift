import COpenSSL
import Framing
import Synchronization
import Sys
import Testing

@testable import Security
@testable import Transport

@Suite("Reading ahead, plain and under TLS")
struct ReadAheadTests {
  /// Lengths of every kind, together so many bytes at least.
  private func oddSizes(_ total: Int) -> [Int] {
    var (sizes, sum, state) = ([Int](), 0, 12_345 as UInt64)
    while sum < total {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      sizes.append(1 + Int(state >> 33) % [7, 5_000, 70_001, 100_003][sizes.count & 3])
      sum += sizes[sizes.count - 1]
    }
    return sizes
  }

  @Test("frames come byte for byte, whatever their lengths, many times around the ring", arguments: [false, true])
  func around(isSecure: Bool) throws {
    let stream = try FrameStream(oddSizes(40_000_000), isSecure: isSecure)
    #expect(try stream.run() == .open)
    #expect(stream.isDone)
    #expect(stream.isExact)
    #expect(stream.wasAhead)
    #expect(stream.host.connection.received == stream.byteCount)
  }

  @Test("it begins where one event has its fill and the socket is not empty, and not before", arguments: [false, true])
  func begins(isSecure: Bool) throws {
    let sizes = Array(repeating: 100_000, count: 120)
    let stream = try FrameStream(sizes, isSecure: isSecure)
    // The socket is emptied each time: the sender is the slower one.
    for _ in 0..<10_000 where !stream.isDone {
      stream.pump()
      #expect(stream.receive(pumps: false) == .open)
    }
    #expect(stream.isDone)
    #expect(!stream.wasAhead)
    let other = try FrameStream(sizes, isSecure: isSecure)
    #expect(try other.run() == .open)
    #expect(other.wasAhead)
    #expect(other.isExact)
    // One event's fill and no more is no reason yet.
    let short = try FrameStream(Array(sizes.prefix(Connection.budget / 100_008)), isSecure: isSecure)
    #expect(try short.run() == .open)
    #expect(short.isDone)
    #expect(!short.wasAhead)
  }

  @Test("a frame of which some had come goes on in the ring, and counts once")
  func begun() throws {
    let stream = try FrameStream([100_000, 50_000], isSecure: false)
    let joiner = try #require(stream.joiner)
    try joiner.connection.socket.descriptor.setSendBuffer(bytes: 4_096)
    stream.pump()
    #expect(stream.receive(pumps: false) == .open)
    try #require(stream.taken == 0 && stream.host.connection.isInFrame)
    try stream.startAhead()
    #expect(stream.host.connection.isInFrame)
    #expect(try stream.run() == .open)
    #expect(stream.isDone)
    #expect(stream.isExact)
    #expect(stream.host.connection.received == stream.byteCount)
  }

  @Test("it ends when nothing comes, which is told, and the socket is read again", arguments: [false, true])
  func quiet(isSecure: Bool) throws {
    let place = ReadAheadPlace()
    let stream = try FrameStream([5, 6], isSecure: isSecure, place: place)
    try stream.startAhead()
    for _ in 0..<100 where stream.isAhead {
      #expect(stream.receive(pumps: false) == .open)
      if stream.isAhead { try #require(stream.host.isTold()) }
    }
    #expect(!stream.isAhead)
    #expect(becomesFree(place))
    #expect(try stream.run() == .open)
    #expect(stream.isDone)
    #expect(!stream.wasAhead)
  }

  @Test("the end of the stream comes behind all frames", arguments: [false, true])
  func end(isSecure: Bool) throws {
    let stream = try FrameStream([5, 70_000, 1], isSecure: isSecure)
    try stream.startAhead()
    stream.pump()
    stream.finish()
    #expect(try stream.run() == .ended)
    #expect(stream.isDone)
    #expect(stream.isExact)
  }

  @Test("an end within a frame is no clean one, whoever has its beginning", arguments: [1, 100_000])
  func truncated(count: Int) throws {
    let stream = try FrameStream([7], isSecure: false)
    try stream.startAhead()
    #expect(stream.joiner?.connection.enqueue(Array(frame(Array(repeating: 1, count: 200_000)).prefix(count))) == true)
    #expect(stream.joiner?.flush() == .drained)
    stream.finish()
    #expect(try stream.run() == .broken(count < 8 ? .truncatedHeader : .truncatedBody))
  }

  @Test("under TLS, an end that nobody has said is a loss there too (000-31)")
  func cutOff() throws {
    let stream = try FrameStream([7, 8], isSecure: true)
    try stream.startAhead()
    stream.pump()
    try stream.joiner?.connection.socket.descriptor.shutdownWriting()
    var outcome = stream.receive(pumps: false)
    for _ in 0..<100 where outcome == .open {
      if stream.isAhead { try #require(stream.host.isTold()) }
      outcome = stream.receive(pumps: false)
    }
    #expect(outcome == .lost(.truncated))
    #expect(stream.isDone)
  }

  @Test("what the thread could not read is said, behind what it could", arguments: [false, true])
  func reset(isSecure: Bool) throws {
    let stream = try FrameStream([7, 8], isSecure: isSecure)
    // An end that goes with bytes it has not read resets the other.
    #expect(stream.host.enqueue([1]))
    #expect(stream.host.flush() == .drained)
    stream.pump()
    try stream.startAhead()
    stream.joiner = nil
    let outcome = try stream.run()
    guard case .lost(.system(let error)) = outcome else {
      // The goodbye of TLS comes first, where it could be said.
      #expect(isSecure && outcome == .ended)
      return
    }
    #expect(error.isReset)
    #expect(stream.isDone)
  }

  @Test("frames that are longer than the ring's half, or all of it, come past it", arguments: [false, true])
  func long(isSecure: Bool) throws {
    let longest = ReadAhead.longestFrame - 8
    let some = Array(repeating: 100_003, count: 60)
    let sizes = some + [longest - 1] + some + [longest, longest + 1] + some + [3_999_999, 9] + some
    let stream = try FrameStream(sizes, isSecure: isSecure)
    #expect(try stream.run() == .open)
    #expect(stream.isDone)
    #expect(stream.isExact)
    #expect(stream.wasAhead)
    #expect(stream.host.connection.received == stream.byteCount)
  }

  @Test("a length above the limit is refused there too (000-27)", arguments: [false, true])
  func tooLong(isSecure: Bool) throws {
    let stream = try FrameStream([7], isSecure: isSecure)
    try stream.startAhead()
    stream.pump()
    #expect(stream.joiner?.connection.enqueue([1, 0, 0, 1, 0, 0, 0, 0]) == true)
    #expect(stream.joiner?.flush() == .drained)
    stream.finish()
    #expect(try stream.run() == .broken(.lengthExceedsLimit((1 << 24) + 1, limit: 1 << 24)))
    #expect(stream.isDone)
  }

  @Test(
    "closing in mid-flight, within a frame's call too, ends the thread and the other end at once",
    arguments: [false, true])
  func closing(isSecure: Bool) throws {
    let place = ReadAheadPlace()
    for isWithin in [false, true] {
      let joiner = try closed(FrameStream(oddSizes(20_000_000), isSecure: isSecure, place: place), isWithin: isWithin)
      #expect(becomesFree(place))
      place.giveBack()
      // The end, or that it was reset.
      #expect(joiner.connection.socket.isReadable(within: 10_000))
    }
  }

  /// Closes the taker of a stream while it reads ahead, and lets it go; returns the sender.
  private func closed(_ stream: consuming FrameStream, isWithin: Bool) throws -> TestConnection {
    let connection = stream.host.connection
    #expect(try stream.run(until: { stream.isAhead }) == .open)
    try #require(stream.isAhead)
    if isWithin {
      while !connection.isClosed {
        #expect(stream.receive { connection.close() } == .open)
        if stream.isAhead { try #require(stream.host.isTold()) }
      }
    } else {
      connection.close()
    }
    #expect(!stream.isAhead)
    let taken = stream.taken
    #expect(stream.receive() == .open)
    #expect(stream.taken == taken)
    return try #require(stream.joiner)
  }

  @Test("reading that is suspended takes nothing, fills the ring and goes on", arguments: [false, true])
  func suspended(isSecure: Bool) throws {
    let stream = try FrameStream(Array(repeating: 100_000, count: 200), isSecure: isSecure)
    #expect(try stream.run(until: { stream.isAhead }) == .open)
    try #require(stream.isAhead)
    let connection = stream.host.connection
    connection.suspendReading()
    let taken = stream.taken
    fillRing(of: stream)
    // On a machine that is busy elsewhere it may have taken that for silence.
    #expect(connection.wire.ahead?.state.withLock { $0.free < ReadAhead.capacity / 2 || $0.hasEnded } == true)
    #expect(stream.taken == taken)
    let told = stream.host.readableCalls
    connection.resumeReading()
    #expect(stream.host.readableCalls > told)
    #expect(try stream.run() == .open)
    #expect(stream.isDone)
    #expect(stream.isExact)
  }

  @Test("a frame that is too long for what a full ring has left comes past it", arguments: [false, true])
  func longInFullRing(isSecure: Bool) throws {
    let stream = try FrameStream(Array(repeating: 100_000, count: 10) + [3_999_000, 100_000], isSecure: isSecure)
    try stream.startAhead()
    stream.host.connection.suspendReading()
    fillRing(of: stream)
    #expect(stream.taken == 0)
    stream.host.connection.resumeReading()
    #expect(try stream.run() == .open)
    #expect(stream.isDone)
    #expect(stream.isExact)
  }

  /// Sends until the thread waits for room.
  private func fillRing(of stream: FrameStream) {
    let pause = Turnstile()
    for _ in 0..<10_000 {
      stream.pump()
      #expect(stream.receive() == .open)
      let goesOn = stream.host.connection.wire.ahead?.state.withLock { !$0.threadWaits && !$0.hasEnded }
      guard goesOn == true else { return }
      _ = pause.wait(milliseconds: 1)
    }
  }

  @Test("one connection reads ahead at a time, and another once that has ended")
  func one() throws {
    let place = ReadAheadPlace()
    let streams = try (0..<2).map { _ in try FrameStream(oddSizes(12_000_000), isSecure: false, place: place) }
    try streams[0].startAhead()
    streams[1].host.connection.startReadingAhead()
    #expect(!streams[1].isAhead)
    streams[0].host.connection.close()
    #expect(becomesFree(place))
    place.giveBack()
    #expect(try streams[1].run() == .open)
    #expect(streams[1].isDone)
    #expect(streams[1].wasAhead)
    let nowhere = ReadAheadPlace(isThere: false)
    let third = try FrameStream(oddSizes(12_000_000), isSecure: false, place: nowhere)
    #expect(try third.run() == .open)
    #expect(third.isDone)
    #expect(!third.wasAhead)
  }

  @Test("keys renewed without end leave others their turn, and what comes behind them arrives")
  func keyUpdates() throws {
    var pair = try ChannelPair(isSecure: true)
    let host = TestConnection(pair.host)
    host.connection.aheadPlace = ReadAheadPlace()
    host.connection.startReadingAhead()
    guard let ahead = host.connection.wire.ahead else {
      Issue.record("nothing reads ahead")
      return
    }
    for _ in 0..<100 {
      #expect(SSL_key_update(pair.joiner.tls?.connection, SSL_KEY_UPDATE_NOT_REQUESTED) == 1)
      #expect(SSL_do_handshake(pair.joiner.tls?.connection) == 1)
    }
    guard case .done? = try pair.joiner.write(frame([5])) else {
      Issue.record("the socket takes nothing")
      return
    }
    _ = ahead.waitForNews(milliseconds: 10_000)
    var rounds = 0
    while host.frames.isEmpty, rounds < 1_000 {
      rounds += 1
      #expect(host.receive() == .open)
      if host.frames.isEmpty { try #require(host.connection.wire.ahead == nil || host.isTold()) }
    }
    #expect(host.frames == [[5]])
    #expect(rounds > 5)
  }
}
