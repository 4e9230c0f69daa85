import Dispatch
import Sys
import Testing

@testable import Transport

@Suite("A socket that is watched before it is anybody's connection")
struct SocketWatchTests {
  let queue = DispatchQueue(label: "test.watch")

  /// A watch over one end of a pair, and the other end.
  private final class Watched: @unchecked Sendable {
    // SAFETY: the watch is used on its queue alone; the descriptor never changes.
    let watch: SocketWatch
    let other: FileDescriptor

    init(_ queue: DispatchQueue, told: @escaping @Sendable (String) -> Void = { _ in }) throws {
      let sockets = try LocalSocket.pair()
      other = sockets.second
      watch = SocketWatch(
        sockets.first, queue: queue, onReadable: { told("readable") }, onWritable: { told("writable") })
    }

    /// What the other end reads: nil for nothing yet, 0 for the end.
    func received() throws -> Int? {
      try withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) { try other.receive(into: $0) }
    }
  }

  private static func send(_ byte: UInt8, over socket: borrowing FileDescriptor) {
    withUnsafeBytes(of: byte) { _ = try? socket.send($0) }
  }

  /// Runs `body` on the watch's queue and waits for it.
  private func onQueue(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
      queue.async {
        body()
        done.resume()
      }
    }
  }

  @Test("closes at once where it was never watched (threats: a stranger costs next to nothing)")
  func closedUnwatched() async throws {
    let watched = try Watched(queue)
    await onQueue { watched.watch.close() }
    #expect(try watched.received() == 0)
  }

  @Test("gives the socket away, watched before or not, after the call that says so", arguments: [false, true])
  func released(wasWatched: Bool) async throws {
    let (stream, words) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(10))
    let watched = try Watched(queue)
    await onQueue {
      if wasWatched { watched.watch.watch(reading: true, writing: true) }
      watched.watch.release { socket in
        Self.send(7, over: socket)
        words.yield("given")
      }
      watched.watch.close()
      words.yield("called")
    }
    var told = stream.makeAsyncIterator()
    #expect(await told.next() == "called")
    #expect(await told.next() == "given")
    #expect(try watched.received() == 1)
  }

  @Test("tells of bytes while it is watched, again after a pause, and never once it is closed")
  func told() async throws {
    let (stream, words) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(1000))
    var told = stream.makeAsyncIterator()
    let watched = try Watched(queue) { words.yield($0) }
    Self.send(1, over: watched.other)
    await onQueue { words.yield("unwatched") }
    await onQueue { watched.watch.watch(reading: true, writing: false) }
    #expect(await told.next() == "unwatched")
    #expect(await told.next() == "readable")
    await onQueue {
      watched.watch.watch(reading: false, writing: false)
      words.yield("paused")
    }
    while let word = await told.next(), word != "paused" {}
    await onQueue { watched.watch.watch(reading: true, writing: false) }
    #expect(await told.next() == "readable")
    await onQueue {
      watched.watch.close()
      words.yield("closed")
    }
    while let word = await told.next(), word != "closed" {}
    await onQueue { words.yield("later") }
    #expect(await told.next() == "later")
  }
}
