import Dispatch
import Synchronization
import Sys

/// Watches the many sockets of one serial queue with one thread, which runs their handlers on that queue itself.
///
/// A Dispatch source changes threads four times an event: its manager wakes a worker, and the worker has the manager watch on.
/// Here the thread that the kernel wakes takes the queue, where nobody else has it, and runs the handlers there; a
/// socket stays watched meanwhile. For thousands of connections that say little each, waking is most of what they cost.
final class SocketPoll: Sendable {
  let loop: PollLoop

  /// Watches nothing yet; `queue` is the one on which all its sockets are used.
  init(queue: DispatchQueue) throws(SystemError) {
    let loop = try PollLoop(queue: queue)
    self.loop = loop
    // A thread of its own: it waits in the kernel for good.
    DispatchQueue(label: "socketplay.poll").async { loop.run() }
  }

  deinit { loop.end() }

  /// Watches a socket, in both directions, once each is resumed.
  ///
  /// The socket stays open until both are cancelled.
  func watch(
    _ socket: SocketHandle, onReadable: @escaping @Sendable () -> Void, onWritable: @escaping @Sendable () -> Void
  ) -> (reading: PolledDirection, writing: PolledDirection) {
    let number = loop.add(PollLoop.Watched(socket, onReadable: onReadable, onWritable: onWritable))
    return (PolledDirection(loop, number, .reading), PolledDirection(loop, number, .writing))
  }
}

/// One direction of a socket that is polled; suspended once at first.
struct PolledDirection: Sendable {
  private let loop: PollLoop
  private let number: UInt64
  private let direction: Epoll.Interest

  init(_ loop: PollLoop, _ number: UInt64, _ direction: Epoll.Interest) {
    (self.loop, self.number, self.direction) = (loop, number, direction)
  }

  /// Takes one suspension back.
  func resume() { loop.change(number) { $0[direction].suspensions -= 1 } }

  /// Tells nothing until it is resumed as often.
  func suspend() { loop.change(number) { $0[direction].suspensions += 1 } }

  /// Tells nothing any more, for good.
  func cancel() { loop.change(number) { $0[direction].isCancelled = true } }
}

/// The thread's side: what is watched, and how it is told.
final class PollLoop: Sendable {
  struct Watched {
    struct Direction {
      let handler: @Sendable () -> Void
      var suspensions = 1
      var isCancelled = false

      var isTold: Bool { suspensions <= 0 && !isCancelled }
    }

    let socket: SocketHandle
    private var reading: Direction
    private var writing: Direction

    init(_ socket: SocketHandle, onReadable: @escaping @Sendable () -> Void, onWritable: @escaping @Sendable () -> Void)
    {
      self.socket = socket
      reading = Direction(handler: onReadable)
      writing = Direction(handler: onWritable)
    }

    subscript(direction: Epoll.Interest) -> Direction {
      get { direction == .reading ? reading : writing }
      set { if direction == .reading { reading = newValue } else { writing = newValue } }
    }

    /// What is told.
    var interest: Epoll.Interest {
      var interest: Epoll.Interest = []
      if reading.isTold { interest.insert(.reading) }
      if writing.isTold { interest.insert(.writing) }
      return interest
    }
    var isOver: Bool { reading.isCancelled && writing.isCancelled }
  }

  private struct State {
    var watched: [UInt64: Watched] = [:]
    /// The number of the socket that came last; 0 is the alarm.
    var last: UInt64 = 0
  }

  private let queue: DispatchQueue
  private let epoll: Epoll
  /// Wakes the thread when all is over.
  private let alarm: Pipe
  /// Milliseconds that the thread may rest after this turn; negative where it may not.
  private let rest = Atomic<Int32>(0)
  private let state = Mutex(State())

  init(queue: DispatchQueue) throws(SystemError) {
    self.queue = queue
    epoll = try Epoll()
    alarm = try Pipe()
    try epoll.add(alarm.reading.unowned, number: 0, .reading)
  }

  /// Has `run` return.
  func end() { try? alarm.writing.writeAll([0]) }

  /// Tells of sockets until `end`.
  func run() {
    while true {
      guard let ready = try? epoll.wait() else {
        preconditionFailure("waiting fails only where it is asked for wrongly")
      }
      if ready.contains(where: { $0.number == 0 }) { return }
      queue.sync {
        rest.store(0, ordering: .relaxed)
        for socket in ready {
          tell(socket, .reading)
          tell(socket, .writing)
        }
      }
      let pause = rest.load(ordering: .relaxed)
      if pause > 0 { _ = try? alarm.reading.waitReadable(milliseconds: pause) }
    }
  }

  /// What comes within so many milliseconds after this turn may be told together, if nothing in it says otherwise.
  func mayRest(milliseconds: Int32) {
    let now = rest.load(ordering: .relaxed)
    if now >= 0 { rest.store(max(now, milliseconds), ordering: .relaxed) }
  }

  /// What comes after this turn is told at once.
  func stayAwake() { rest.store(-1, ordering: .relaxed) }

  /// Tells of a direction that is still wanted: what was told just before may have changed that.
  private func tell(_ ready: Epoll.Ready, _ direction: Epoll.Interest) {
    guard ready.interest.contains(direction),
      let told = state.withLock({ $0.watched[ready.number]?[direction] }), told.isTold
    else { return }
    told.handler()
  }

  func add(_ watched: Watched) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.watched[state.last] = watched
      return state.last
    }
  }

  func change(_ number: UInt64, _ body: (inout Watched) -> Void) {
    // Let go of outside the lock: with it may go what belongs to others.
    let gone = state.withLock { state -> Watched? in
      guard var watched = state.watched[number] else { return nil }
      let before = watched.interest
      body(&watched)
      apply(watched, number, insteadOf: before)
      state.watched[number] = watched.isOver ? nil : watched
      return watched
    }
    withExtendedLifetime(gone) {}
  }

  private func apply(_ watched: Watched, _ number: UInt64, insteadOf before: Epoll.Interest) {
    let (socket, interest) = (watched.socket.descriptor.unowned, watched.interest)
    if interest == before { return }
    do throws(SystemError) {
      if interest.isEmpty {
        try epoll.remove(socket)
      } else if before.isEmpty {
        try epoll.add(socket, number: number, interest)
      } else {
        try epoll.change(socket, number: number, interest)
      }
    } catch {
      // The kernel has no memory for it: nothing more is heard there, and its silence ends it.
    }
  }
}
