public import Dispatch
public import Sys
import Synchronization

/// A listening socket that hands over each connection as it comes.
///
/// Where a connection cannot be taken (no descriptor left, say) it takes none for a second, then goes on: the caller in
/// the queue keeps the socket readable, and asking again at once would spin.
public final class Listener: Sendable {
  /// Takes a connection that came; called on the listener's queue, one at a time.
  public typealias Handler = @Sendable (consuming AcceptedConnection) -> Void
  /// Told why no connection is taken for a second; called on the listener's queue.
  public typealias TroubleHandler = @Sendable (SystemError) -> Void

  /// The address it listens on, with the port it really got.
  public let address: SocketAddress

  private let pause: Pause

  /// Connections that are taken before others on the queue have their turn; for what is left it is told again.
  private static let acceptedAtOnce = 16

  /// Listens on an address, or with nil on every address of both families; port 0 takes a free one.
  ///
  /// It takes connections from now on until `cancel()`, or until it is let go of.
  public convenience init(
    on address: SocketAddress?, port: UInt16, backlog: Int32, queue: DispatchQueue,
    trouble: @escaping TroubleHandler, handler: @escaping Handler
  ) throws(SystemError) {
    let socket = try Socket.listen(on: address, port: port, backlog: backlog)
    try self.init(
      socket, queue: queue,
      accept: { (socket) throws(SystemError) in try socket.accept() },
      later: { queue.asyncAfter(deadline: .now() + .seconds(1), execute: $0) },
      closed: {}, trouble: trouble, handler: handler)
  }

  /// As above, with the kernel's part and the second handed in; `closed` is told when the socket is.
  init(
    _ socket: consuming FileDescriptor, queue: DispatchQueue,
    accept: @escaping @Sendable (UnownedDescriptor) throws(SystemError) -> AcceptedConnection?,
    later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    closed: @escaping @Sendable () -> Void, trouble: @escaping TroubleHandler, handler: @escaping Handler
  ) throws(SystemError) {
    guard let address = try socket.localAddress() else { preconditionFailure("a listener stands on a TCP socket") }
    self.address = address
    // SAFETY: the descriptor is closed in the cancel handler alone, which runs once and after every event handler.
    let descriptor = UnownedDescriptor(socket.release())
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor.rawValue, queue: queue)
    let pause = Pause(source)
    source.setEventHandler {
      do throws(SystemError) {
        for _ in 0..<Listener.acceptedAtOnce {
          guard !pause.isCancelled, let connection = try accept(descriptor) else { break }
          handler(connection)
        }
      } catch {
        trouble(error)
        pause.begin()
        later { pause.end() }
      }
    }
    source.setCancelHandler {
      do { _ = FileDescriptor(owning: descriptor.rawValue) }
      closed()
    }
    self.pause = pause
    source.activate()
  }

  deinit { cancel() }

  /// Takes no more connections and closes the socket, at the latest when the handler that runs has returned.
  public func cancel() { pause.cancel() }
}

/// Whether a source is suspended: kept in balance, since a suspended one can neither be cancelled nor let go of.
private final class Pause: Sendable {
  private enum State { case running, paused, cancelled }
  private let state = Mutex(State.running)
  private let shared: SharedSource<any DispatchSourceRead>
  private var source: any DispatchSourceRead { shared.source }

  init(_ source: any DispatchSourceRead) { shared = SharedSource(source) }

  var isCancelled: Bool { source.isCancelled }

  /// Suspends the source, unless it is cancelled.
  func begin() {
    state.withLock { state in
      switch state {
      case .running:
        source.suspend()
        state = .paused
      case .paused, .cancelled: break
      }
    }
  }

  func end() {
    if leavePaused(for: .running) { source.resume() }
  }

  func cancel() {
    source.cancel()
    if leavePaused(for: .cancelled) { source.resume() }
  }

  /// Whether the source was suspended: whoever is told so, and nobody else, resumes it.
  private func leavePaused(for next: State) -> Bool {
    state.withLock { state in
      switch state {
      case .paused:
        state = next
        return true
      case .running:
        state = next
        return false
      case .cancelled: return false
      }
    }
  }
}
