import Glibc
import Sys
import Testing

@testable import Transport

/// Frames on their way from one end to another, both driven by the test alone: each frame that is taken lets more be sent, so that
/// the taker finds no end of them.
final class FrameStream {
  let host: TestConnection
  var joiner: TestConnection?
  /// The bodies' lengths.
  private let sizes: [Int]
  private var next = 0
  /// How many frames were taken, and whether each was what was sent.
  private(set) var taken = 0
  private(set) var isExact = true
  /// Whether it was read ahead at some time.
  private(set) var wasAhead = false

  /// The bytes of all bodies, at odd places: as many as a prime number, again and again.
  private static let noise: [UInt8] = {
    let piece = (0..<65_521).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 11) }
    return Array(repeatElement(piece, count: 64).joined())
  }()

  init(_ sizes: [Int], isSecure: Bool, place: ReadAheadPlace = ReadAheadPlace()) throws {
    let pair = try ChannelPair(isSecure: isSecure)
    host = TestConnection(pair.host)
    joiner = TestConnection(pair.joiner)
    host.connection.aheadPlace = place
    self.sizes = sizes
  }

  var isDone: Bool { taken == sizes.count }
  var isAhead: Bool { host.connection.wire.ahead != nil }
  var byteCount: Int64 { sizes.reduce(0) { $0 + 8 + Int64($1) } }

  private func body(_ number: Int) -> ArraySlice<UInt8> {
    let start = number * 4_099 % 65_521
    return Self.noise[start..<(start + sizes[number])]
  }

  /// Sends what the socket takes.
  func pump() {
    while next < sizes.count, let joiner, joiner.connection.outbox.count < 1 << 20 {
      #expect(joiner.enqueue(Array(body(next))))
      next += 1
    }
    _ = joiner?.flush()
  }

  /// Takes what has come; `take` is called for each frame, behind the check.
  func receive(pumps: Bool = true, _ take: () -> Void = {}) -> Connection.ReceiveOutcome {
    let outcome = host.connection.receive { received in
      let expected = body(taken)
      let isEqual = expected.withUnsafeBytes { bytes in
        guard let one = bytes.baseAddress, let other = received.baseAddress else { return false }
        return bytes.count == received.count && memcmp(one, other, bytes.count) == 0
      }
      isExact = isExact && isEqual
      taken += 1
      wasAhead = wasAhead || isAhead
      if pumps { pump() }
      take()
      return true
    }
    return outcome
  }

  /// Sends and takes until `isOver`, or until the stream ends; waits for nothing but to be told, or for the socket.
  func run(until isOver: () -> Bool = { false }) throws -> Connection.ReceiveOutcome {
    for _ in 0..<100_000 where !isOver() {
      pump()
      let outcome = receive()
      if outcome != .open { return outcome }
      if isDone, joiner?.connection.outbox.isEmpty == true, !joinerHasFinished { return .open }
      if isAhead {
        try #require(host.isTold(), "bytes came, and nobody was told")
      } else {
        _ = host.connection.socket.isReadable(within: joiner == nil || joinerHasFinished ? 5_000 : 0)
      }
    }
    return .open
  }

  private var joinerHasFinished = false

  /// The sender sends no more than it has.
  func finish() {
    joinerHasFinished = true
    joiner?.connection.finishSending()
  }

  /// Lets the taker read ahead, as it would once it is outrun.
  func startAhead() throws {
    host.connection.startReadingAhead()
    try #require(isAhead)
  }
}

/// Whether the place becomes free within 10 s: the thread lets go of it.
func becomesFree(_ place: ReadAheadPlace) -> Bool {
  let pause = Turnstile()
  for _ in 0..<10_000 {
    if place.take() { return true }
    _ = pause.wait(milliseconds: 1)
  }
  return false
}
