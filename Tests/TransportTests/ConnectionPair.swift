import Dispatch
import Security
import Synchronization
import Sys

@testable import Transport

/// A connection in a test, which the test alone drives: nothing happens on its queue.
final class TestConnection {
  let connection: Connection
  private(set) var frames: [[UInt8]] = []
  private let queue = DispatchQueue(label: "test")
  private let calls: Calls

  private final class Calls: Sendable {
    let count = Atomic(0)
    let writable = Atomic(0)
    let turnstile = Turnstile()
  }

  init(
    _ channel: consuming Channel, maximumFrame: Int = 1 << 24, maximumChunk: Int = 204_800,
    crowd: ConnectionCrowd? = nil
  ) {
    let calls = Calls()
    self.calls = calls
    connection = Connection(
      channel, queue: queue,
      limits: .init(
        maximumFrame: maximumFrame, maximumOutbox: 1 << 25, maximumChunk: maximumChunk), crowd: crowd,
      onReadable: {
        calls.count.add(1, ordering: .relaxed)
        calls.turnstile.signal()
      }, onWritable: { calls.writable.add(1, ordering: .relaxed) })
    // A test that is to read ahead gives it a place.
    connection.aheadPlace = ReadAheadPlace(isThere: false)
  }

  deinit { connection.close() }

  /// How often it has said that there is something to read.
  var readableCalls: Int {
    queue.sync {}
    return calls.count.load(ordering: .relaxed)
  }

  /// Waits until it has said so once more than it was waited for; false where it does not within 10 s.
  func isTold() -> Bool { calls.turnstile.wait(milliseconds: 10_000) }

  /// How often it has said that it can be written to.
  var writableCalls: Int {
    queue.sync {}
    return calls.writable.load(ordering: .relaxed)
  }

  /// Runs `body` while nothing runs on its queue.
  func hold(_ body: () -> Void) { queue.sync(execute: body) }

  /// Takes the frames that have come.
  func receive() -> Connection.ReceiveOutcome {
    connection.receive { body in
      frames.append(Array(body))
      return true
    }
  }

  /// Writes what waits.
  func flush() -> Connection.FlushOutcome { connection.flush { _ in nil } }

  func enqueue(_ body: [UInt8]) -> Bool { connection.enqueue(frame(body)) }
}

/// A body with its header.
func frame(_ body: [UInt8]) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) } + body
}

/// Two channels that are connected with each other, the handshake done where they are under TLS.
struct ChannelPair: ~Copyable {
  var host: Channel
  var joiner: Channel

  init(isSecure: Bool) throws {
    let sockets = try LocalSocket.pair()
    guard isSecure else {
      host = Channel(sockets.first)
      joiner = Channel(sockets.second)
      return
    }
    let (one, other) = (Identity.temporary(), Identity.temporary())
    var first = TLSStream(TLSContext(one, role: .host), over: sockets.first.unowned, pin: .one(other.id))
    var second = TLSStream(TLSContext(other, role: .joiner), over: sockets.second.unowned, pin: .one(one.id))
    for _ in 0..<3 {
      _ = try second.handshake()
      _ = try first.handshake()
    }
    host = Channel(sockets.first, tls: first)
    joiner = Channel(sockets.second, tls: second)
  }
}

extension Channel {
  /// Writes some of the bytes under TLS.
  mutating func write(_ bytes: [UInt8]) throws -> TLSProgress<Int>? {
    let progress = bytes.withUnsafeBytes { bytes in
      Result { () throws(TLSError) in try tls?.write(bytes) }
    }
    return try progress.get()
  }
}
