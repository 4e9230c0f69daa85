import Dispatch
import Synchronization
import Sys
import Testing

@testable import Transport

@Suite("Sockets that one thread watches")
struct SocketPollTests {
  private let queue = DispatchQueue(label: "test.poll")

  /// A watched socket, what was told of it, and its other end.
  private final class Watched: Sendable {
    let socket: SocketHandle
    let other: Mutex<FileDescriptor?>
    let (reads, read) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (writes, written) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let count = Atomic(0)

    init() throws {
      let pair = try LocalSocket.pair()
      socket = SocketHandle(pair.first)
      other = Mutex(pair.second)
    }

    func send() throws { try other.withLock { try $0?.writeAll([1]) } }
    func hangUp() { other.withLock { $0 = nil } }

    func watch(_ poll: SocketPoll, on queue: DispatchQueue) -> (reading: PolledDirection, writing: PolledDirection) {
      poll.watch(
        socket,
        onReadable: { [self] in
          dispatchPrecondition(condition: .onQueue(queue))
          var byte = [0 as UInt8]
          _ = byte.withUnsafeMutableBytes { try? socket.descriptor.receive(into: $0) }
          count.add(1, ordering: .relaxed)
          read.yield()
        },
        onWritable: { [self] in
          dispatchPrecondition(condition: .onQueue(queue))
          written.yield()
        })
    }

    func isRead() async { for await _ in reads { return } }
    func isWritable() async { for await _ in writes { return } }
  }

  @Test("each direction is told on the queue while it is resumed, and no more once it is suspended or cancelled")
  func directions() async throws {
    let poll = try SocketPoll(queue: queue)
    let (watched, witness) = (try Watched(), try Watched())
    let (reading, writing) = watched.watch(poll, on: queue)
    let (witnessing, other) = witness.watch(poll, on: queue)
    witnessing.resume()
    // Nobody is told before it is resumed.
    try watched.send()
    try witness.send()
    await witness.isRead()
    #expect(watched.count.load(ordering: .relaxed) == 0)
    reading.resume()
    await watched.isRead()
    writing.resume()
    await watched.isWritable()
    writing.suspend()
    // Suspended twice, it is resumed twice; an end that has gone meanwhile wakes nobody.
    reading.suspend()
    reading.suspend()
    reading.resume()
    let before = watched.count.load(ordering: .relaxed)
    watched.hangUp()
    try witness.send()
    await witness.isRead()
    #expect(watched.count.load(ordering: .relaxed) == before)
    reading.resume()
    await watched.isRead()
    reading.cancel()
    reading.resume()
    try witness.send()
    await witness.isRead()
    let after = watched.count.load(ordering: .relaxed)
    try witness.send()
    await witness.isRead()
    #expect(watched.count.load(ordering: .relaxed) == after)
    for direction in [writing, witnessing, other] { direction.cancel() }
  }

  @Test("of two sockets that one waking tells of, the first can silence the second") func silenced() async throws {
    let poll = try SocketPoll(queue: queue)
    let told = Mutex(0)
    let sources = Mutex<[PolledDirection]>([])
    let (stream, tell) = AsyncStream.makeStream(of: Void.self)
    let sockets = try (0..<2).map { _ in try Watched() }
    for watched in sockets {
      let source = poll.watch(
        watched.socket,
        onReadable: {
          told.withLock { $0 += 1 }
          for source in sources.withLock({ $0 }) { source.cancel() }
          tell.yield()
        }, onWritable: {})
      sources.withLock { $0 += [source.reading, source.writing] }
      try watched.send()
    }
    // Both are ready before the thread gets the queue.
    queue.sync { for source in sources.withLock({ $0 }) { source.resume() } }
    for await _ in stream { break }
    queue.sync {}
    #expect(told.withLock { $0 } == 1)
  }

  @Test("the thread ends with whoever has begun it") func ends() async throws {
    weak var loop: PollLoop?
    do {
      let poll = try SocketPoll(queue: queue)
      loop = poll.loop
      #expect(loop != nil)
    }
    for _ in 0..<5_000 where loop != nil { try await Task.sleep(for: .milliseconds(1)) }
    #expect(loop == nil)
  }
}
