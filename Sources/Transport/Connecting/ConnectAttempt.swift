import Dispatch
import Synchronization
import Sys

/// Does what a `ConnectRace` decides, with sockets, sources and a timer on a queue of its own.
///
/// SAFETY: every descriptor belongs to its write source and is given back in that source's cancel handler, which runs
/// once and after the last event handler: there it is either the winner's, handed over, or closed.
final class ConnectAttempt: Sendable {
  typealias Outcome = Result<Handover<Connected>, ConnectError>

  private struct State {
    var race: ConnectRace
    var sources: [Int: SharedSource<any DispatchSourceWrite>] = [:]
    var timer: SharedSource<any DispatchSourceTimer>?
    var continuation: CheckedContinuation<Outcome, Never>?
    var winner: Int?
    var isCancelled = false
  }

  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "connect")

  init(_ race: ConnectRace) {
    state = Mutex(State(race: race))
  }

  /// Starts; called once.
  func start(_ continuation: CheckedContinuation<Outcome, Never>) {
    queue.async { [self] in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.setEventHandler { [self] in perform { $0.woke(now: Time.monotonicNanoseconds()) } }
      timer.schedule(deadline: .distantFuture)
      timer.activate()
      let shared = SharedSource<any DispatchSourceTimer>(timer)
      let isCancelled = state.withLock { state in
        state.continuation = continuation
        state.timer = shared
        return state.isCancelled
      }
      perform { isCancelled ? $0.cancel() : $0.start(now: Time.monotonicNanoseconds()) }
    }
  }

  /// Gives up; before the start too, and from any thread.
  func cancel() {
    queue.async { [self] in
      let hasStarted = state.withLock { state in
        state.isCancelled = true
        return state.continuation != nil
      }
      if hasStarted { perform { $0.cancel() } }
    }
  }

  /// Tells the race what happened and does what it says.
  ///
  /// Only on the queue.
  private func perform(_ event: (inout ConnectRace) -> [ConnectRace.Action]) {
    for action in state.withLock({ event(&$0.race) }) {
      switch action {
      case .begin(let number): begin(number)
      case .wake(let time): wake(at: time)
      case .won(let number):
        state.withLock { $0.winner = number }
        letGo()
      case .lost(let error):
        letGo()
        finish(.failure(error))
      }
    }
  }

  private func begin(_ number: Int) {
    let address = state.withLock { $0.race.addresses[number] }
    let descriptor: UnownedDescriptor
    do throws(SystemError) {
      descriptor = UnownedDescriptor(try Socket.connecting(to: address).release())
    } catch {
      return perform { $0.failed(number, error, now: Time.monotonicNanoseconds()) }
    }
    let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.rawValue, queue: queue)
    source.setEventHandler { [self] in ended(number, descriptor, address) }
    source.setCancelHandler { [self] in
      let socket = FileDescriptor(owning: descriptor.rawValue)
      guard state.withLock({ $0.winner == number }) else { return }
      finish(.success(Handover(Connected(socket: socket, address: address))))
    }
    let shared = SharedSource<any DispatchSourceWrite>(source)
    state.withLock { $0.sources[number] = shared }
    source.activate()
  }

  /// The attempt has come to an end, good or bad.
  private func ended(_ number: Int, _ descriptor: UnownedDescriptor, _ address: SocketAddress) {
    do throws(SystemError) {
      if let error = try descriptor.connectError("\(address)") { throw error }
      // The kernel connects a socket with itself where its own free port is the very one nobody listens on.
      if try descriptor.isConnectedWithItself() {
        throw SystemError(call: "connect", subject: "\(address)", code: SystemError.connectionRefused)
      }
      perform { $0.connected(number) }
    } catch {
      state.withLock { $0.sources.removeValue(forKey: number) }?.source.cancel()
      perform { $0.failed(number, error, now: Time.monotonicNanoseconds()) }
    }
  }

  private func wake(at time: UInt64) {
    let now = Time.monotonicNanoseconds()
    let wait = time > now ? time - now : 0
    state.withLock { $0.timer }?.source.schedule(deadline: .now() + .nanoseconds(Int(clamping: wait)))
  }

  /// Cancels every source; each cancel handler gives its descriptor back.
  private func letGo() {
    let (sources, timer) = state.withLock { state in
      let all = (state.sources, state.timer)
      state.sources = [:]
      state.timer = nil
      return all
    }
    timer?.source.cancel()
    for shared in sources.values { shared.source.cancel() }
  }

  private func finish(_ outcome: Outcome) {
    let continuation = state.withLock { state in
      let continuation = state.continuation
      state.continuation = nil
      return continuation
    }
    continuation?.resume(returning: outcome)
  }
}
