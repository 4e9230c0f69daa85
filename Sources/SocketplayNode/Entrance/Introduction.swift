import Dispatch
import Security
import SessionCore
import Sys
import Transport

/// A joiner's way in: the handshake, its hello, the host's answer, and nothing else.
actor Introduction {
  nonisolated let executor = QueueExecutor(label: "socketplay.introduction")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Why it came to nothing.
  enum Problem: Error, Sendable {
    case tls(TLSError)
    /// The host closed before it said how this end stands.
    case closed
    /// What the host said is no answer.
    case malformed
    case timedOut
    case cancelled
  }

  /// How it went.
  struct Outcome: Sendable {
    /// The connection, for frames, where the host is ready.
    let channel: Handover<Channel>
    /// Whose key the host has.
    var host: PeerID
    var ready: HostReady
  }

  private let hello: JoinerHello
  private var watch: SocketWatch?
  private var exchange: TLSExchange?
  private var host: PeerID?
  private var timer: (any DispatchSourceTimer)?
  private var continuation: CheckedContinuation<Result<Outcome, Problem>, Never>?

  private init(_ hello: JoinerHello) { self.hello = hello }

  /// Introduces this end over a connected socket, within `timeout` seconds; nothing but `hello` is sent, and that only to a
  /// host whose key `pin` takes.
  static func run(
    over socket: SocketBox, _ context: TLSContext, pin: Pin, _ hello: JoinerHello, timeout: Double
  ) async -> Result<Outcome, Problem> {
    let introduction = Introduction(hello)
    return await withTaskCancellationHandler {
      await introduction.begin(socket, context, pin, timeout)
    } onCancel: {
      introduction.onQueue { $0.finish(.failure(.cancelled)) }
    }
  }

  private nonisolated func onQueue(_ body: @escaping @Sendable (isolated Introduction) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  private func begin(
    _ box: SocketBox, _ context: TLSContext, _ pin: Pin, _ timeout: Double
  ) async -> Result<Outcome, Problem> {
    await withCheckedContinuation { continuation in
      guard !Task.isCancelled, let socket = box.take() else {
        return continuation.resume(returning: .failure(.cancelled))
      }
      self.continuation = continuation
      let watch = SocketWatch(
        socket, queue: executor.queue,
        onReadable: { [weak self] in self?.assumeIsolated { $0.advance() } },
        onWritable: { [weak self] in self?.assumeIsolated { $0.advance() } })
      self.watch = watch
      exchange = TLSExchange(TLSStream(context, over: watch.descriptor, pin: pin))
      let timer = DispatchSource.makeTimerSource(queue: executor.queue)
      timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.finish(.failure(.timedOut)) } }
      timer.schedule(deadline: .now() + timeout)
      timer.activate()
      self.timer = timer
      advance()
    }
  }

  private func advance() {
    while continuation != nil {
      let progress: TLSExchange.Progress?
      do throws(TLSError) {
        progress = try exchange?.advance()
      } catch {
        return finish(.failure(.tls(error)))
      }
      switch progress {
      case .wantRead?:
        watch?.watch(reading: true, writing: false)
        return
      case .wantWrite?:
        watch?.watch(reading: false, writing: true)
        return
      case .proven(let peer)?:
        host = peer
        exchange?.write(hello.bytes)
      case .written?:
        exchange?.read(HostReady.byteCount)
      case .read(let bytes)?:
        guard let host, let ready = HostReady(bytes: bytes) else { return finish(.failure(.malformed)) }
        return conclude(host, ready)
      case .closed?, .idle?, nil: return finish(.failure(.closed))
      }
    }
  }

  /// The host has answered.
  private func conclude(_ host: PeerID, _ ready: HostReady) {
    guard let stream = exchange.take()?.finish(), let watch else { return finish(.failure(.closed)) }
    let tls = Handover(stream)
    watch.release { [weak self] socket in
      guard let tls = tls.take() else { return }
      let channel = Handover(Channel(socket, tls: tls))
      self?.assumeIsolated { $0.finish(.success(Outcome(channel: channel, host: host, ready: ready))) }
    }
  }

  private func finish(_ result: Result<Outcome, Problem>) {
    guard let continuation else { return }
    self.continuation = nil
    timer?.cancel()
    watch?.close()
    watch = nil
    continuation.resume(returning: result)
  }
}
