import Dispatch
import Glibc
import Synchronization
import Sys
import Testing

@testable import Transport

@Suite("Listening")
struct ListenerTests {
  let queue = DispatchQueue(label: "test.listener")

  @Test("every caller is handed over with its address")
  func callers() async throws {
    let (stream, callers) = AsyncStream.makeStream(
      of: SocketAddress?.self, bufferingPolicy: .bufferingOldest(100))
    let listener = try Listener(
      on: nil, port: 0, backlog: 64, queue: queue, trouble: { _ in }, handler: { callers.yield($0.peer) })
    var told = stream.makeAsyncIterator()
    var expected: Set<SocketAddress> = []
    var seen: Set<SocketAddress> = []
    for _ in 1...20 {
      let connected = try await Connector.connect(
        to: [.loopback(port: listener.address.port)], timeout: .seconds(30))
      expected.insert(try #require(try connected.socket.localAddress()))
      if let peer = await told.next() ?? nil { seen.insert(peer) }
    }
    #expect(seen == expected)
    listener.cancel()
  }

  @Test("a cancelled listener closes its socket, once, however often it is cancelled")
  func cancel() async throws {
    let (stream, closed) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingOldest(10))
    var told = stream.makeAsyncIterator()
    let socket = try Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5)
    let number = socket.rawValue
    let listener = try Listener(
      socket, queue: queue, accept: { (socket) throws(SystemError) in try socket.accept() }, later: { _ in },
      closed: { closed.yield(number) }, trouble: { _ in }, handler: { _ in })
    listener.cancel()
    listener.cancel()
    #expect(await told.next() == number)
    closed.yield(-1)
    #expect(await told.next() == -1)
  }

  @Test("callers without end leave others on its queue their turn", .timeLimit(.minutes(1)))
  func flood() async throws {
    let (stream, events) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(1000))
    var told = stream.makeAsyncIterator()
    let listener = try Listener(
      Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5), queue: queue,
      accept: { (_) throws(SystemError) in
        let sockets = try LocalSocket.pair()
        return AcceptedConnection(socket: sockets.first, peer: nil)
      }, later: { _ in }, closed: {}, trouble: { _ in }, handler: { _ in events.yield("caller") })
    // One that stays in the queue of the kernel: there is always somebody to be taken.
    let caller = try await Connector.connect(to: [listener.address], timeout: .seconds(30))
    #expect(await told.next() == "caller")
    await withCheckedContinuation { done in queue.async { done.resume() } }
    listener.cancel()
    _ = try caller.socket.localAddress()
  }

  /// The world of a listener that finds no descriptor left: what it is told, and what it asked to be run later.
  private final class World: Sendable {
    let failures: Mutex<Int>
    let attempts = Mutex(0)
    let later = Mutex<[@Sendable () -> Void]>([])
    init(failures: Int) { self.failures = Mutex(failures) }

    func accept(_ socket: UnownedDescriptor) throws(SystemError) -> AcceptedConnection? {
      attempts.withLock { $0 += 1 }
      let fails = failures.withLock { count in
        count -= 1
        return count >= 0
      }
      if fails { throw SystemError(call: "accept4", subject: "", code: EMFILE) }
      return try socket.accept()
    }

  }

  @Test("without a descriptor left it takes no connection until a second has gone, and then goes on")
  func outOfDescriptors() async throws {
    let world = World(failures: 2)
    let (stream, events) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(100))
    var told = stream.makeAsyncIterator()
    let listener = try Listener(
      Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5), queue: queue,
      accept: { (socket) throws(SystemError) in try world.accept(socket) },
      later: { work in world.later.withLock { $0.append(work) } },
      closed: {}, trouble: { events.yield($0.isOutOfDescriptors ? "none left" : "\($0)") },
      handler: { _ in events.yield("connection") })
    let caller = try await Connector.connect(to: [listener.address], timeout: .seconds(30))
    for round in 1...2 {
      #expect(await told.next() == "none left")
      // The queue has gone idle with the caller still waiting: it was asked once and not again.
      await withCheckedContinuation { done in queue.async { done.resume() } }
      await withCheckedContinuation { done in queue.async { done.resume() } }
      #expect(world.attempts.withLock { $0 } == round)
      let work = world.later.withLock { later in
        let work = later
        later = []
        return work
      }
      #expect(work.count == 1)
      for item in work { item() }
    }
    #expect(await told.next() == "connection")
    _ = try caller.socket.localAddress()
    listener.cancel()
  }

  @Test("a listener that is cancelled while it waits closes all the same, and what was due later does nothing")
  func cancelledWhilePaused() async throws {
    let world = World(failures: 1_000)
    let (stream, events) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(100))
    var told = stream.makeAsyncIterator()
    let listener = try Listener(
      Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5), queue: queue,
      accept: { (socket) throws(SystemError) in try world.accept(socket) },
      later: { work in
        world.later.withLock { $0.append(work) }
        events.yield("paused")
      },
      closed: { events.yield("closed") }, trouble: { _ in }, handler: { _ in })
    let caller = try await Connector.connect(to: [listener.address], timeout: .seconds(30))
    #expect(await told.next() == "paused")
    listener.cancel()
    #expect(await told.next() == "closed")
    for item in world.later.withLock({ $0 }) { item() }
    #expect(world.attempts.withLock { $0 } == 1)
    _ = try caller.socket.localAddress()
  }
}
