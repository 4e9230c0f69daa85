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

  /// Sockets of which each records the turn in which it was told, and then says how the thread goes on.
  private final class Turns: Sendable {
    let told = Mutex<[Int: Int]>([:])
    private let turn = Mutex(0)
    private let (news, arrival) = AsyncStream.makeStream(of: Void.self)

    func told(_ number: Int, on queue: DispatchQueue) {
      told.withLock { $0[number] = turn.withLock { $0 } }
      // It runs when the turn is over.
      queue.async { self.turn.withLock { $0 += 1 } }
      arrival.yield()
    }

    func isTold(times: Int) async {
      var left = times
      for await _ in news {
        left -= 1
        if left == 0 { return }
      }
    }
  }

  private func watch(
    _ watched: Watched, _ poll: SocketPoll, _ turns: Turns, _ number: Int, then: @escaping @Sendable (PollLoop) -> Void
  ) -> (reading: PolledDirection, writing: PolledDirection) {
    let (queue, loop) = (queue, poll.loop)
    return poll.watch(
      watched.socket,
      onReadable: {
        var byte = [0 as UInt8]
        _ = byte.withUnsafeMutableBytes { try? watched.socket.descriptor.receive(into: $0) }
        turns.told(number, on: queue)
        then(loop)
      }, onWritable: {})
  }

  @Test(
    "what comes while the thread rests is told in one turn, and nothing rests after a turn in which one stays awake",
    .timeLimit(.minutes(1)))
  func rest() async throws {
    let poll = try SocketPoll(queue: queue)
    let turns = Turns()
    let watched = try (0..<4).map { _ in try Watched() }
    let rest: @Sendable (PollLoop) -> Void = { $0.mayRest(milliseconds: 200) }
    let tooLong: @Sendable (PollLoop) -> Void = { $0.mayRest(milliseconds: 600_000) }
    let awake: @Sendable (PollLoop) -> Void = { $0.stayAwake() }
    let then = [rest, tooLong, awake, awake]
    let directions = watched.enumerated().map { watch($1, poll, turns, $0, then: then[$0]) }
    for direction in directions { direction.reading.resume() }
    try watched[0].send()
    await turns.isTold(times: 1)
    // The thread rests: these two gather, and the second one's word beats the first one's.
    try watched[1].send()
    try watched[2].send()
    await turns.isTold(times: 2)
    #expect(turns.told.withLock { $0[1] == $0[2] && $0[0] != $0[1] })
    try watched[3].send()
    await turns.isTold(times: 1)
    for direction in directions {
      direction.reading.cancel()
      direction.writing.cancel()
    }
  }

  @Test("a thread that rests ends at once", .timeLimit(.minutes(1))) func endOfRest() async throws {
    var poll: SocketPoll? = try SocketPoll(queue: queue)
    let turns = Turns()
    let watched = try Watched()
    weak let loop = poll?.loop
    if let poll {
      let direction = watch(watched, poll, turns, 0) { $0.mayRest(milliseconds: 600_000) }
      direction.reading.resume()
      try watched.send()
      await turns.isTold(times: 1)
      direction.reading.cancel()
      direction.writing.cancel()
    }
    poll = nil
    while loop != nil { await Task.yield() }
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
