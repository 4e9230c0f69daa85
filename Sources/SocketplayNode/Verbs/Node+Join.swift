public import SessionCore
import Sys
import Transport

extension Node {
  /// Finds a host, connects, and serves until cancelled, stopped, told goodbye, or lost for good.
  ///
  /// `choose` is asked to pick one of several hosts (an index), on a terminal; nil where nobody can be asked. `ask` is
  /// asked about what the host wants to send, where the options want that.
  ///
  /// A connection that is lost is made again, after a growing delay, the name resolved anew each time; not after a
  /// goodbye. The first connection must come about within `options.timeout` seconds.
  public func join(
    _ options: JoinOptions, choose: (@Sendable ([Service]) -> Int?)?, ask: Asker? = nil, events sink: @escaping Sink
  ) async throws(Failure) {
    let events = orderedSink(sink)
    let stop = StopSwitch()
    let reception = try Reception(options.reception, ask: ask, events: events, end: { stop.pull() })
    let session = LiveSession(
      .init(
        session: options.session, hello: try hello(name: ownName, role: .join, features: reception.features),
        name: options.name ?? "", places: places, store: options.store,
        preferences: try PreferencesService.of(store: options.store, places: places), isReadOnly: options.isReadOnly,
        reception: reception, farewell: farewell),
      roster: Roster(capacity: 1, onChange: { _ in }), expectsReturns: options.reconnect, events: events,
      stop: { stop.pull() })
    let control = try ControlServer(name: options.session, places: places, session: session)
    defer { control.close() }
    let wanted: Target = options.address.map { .address($0) } ?? options.name.map { .name($0) } ?? .anyone

    let result: Result<Void, Failure> = await stop.run { () async -> Result<Void, Failure> in
      do throws(Failure) {
        let first = try await Reaching.reach(wanted, timeout: options.timeout, choose: choose)
        // Coming back means this host, not whichever is the only one then.
        let target = wanted == .anyone ? .name(first.name) : wanted
        let peer = await session.add(name: first.name, address: first.address)
        try await self.keepUp(
          first, peer, target: target, reconnects: options.reconnect, session, events)
        await reception.jukebox?.finish()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    reception.jukebox?.stop()
    await control.settle()
    try result.get()
    if let failure = reception.output?.failure { throw failure }
  }

  /// Serves a connection, and the ones that follow it when it is lost.
  func keepUp(
    _ first: Reached, _ firstPeer: Peer, target: Target, reconnects: Bool, _ session: LiveSession,
    _ events: @escaping Sink
  ) async throws(Failure) {
    defer { session.returns.close() }
    var connection: Reached? = first
    var peer: Peer? = firstPeer
    var backoff = Backoff()
    var wasAdmitted = false
    while true {
      if let reached = connection {
        let served: Peer
        if let peer { served = peer } else { served = await session.add(name: reached.name, address: reached.address) }
        peer = nil
        let end = await session.serve(served, over: reached.socket)
        if Task.isCancelled { return }
        if end.wasAdmitted, end.reason != .busy {
          wasAdmitted = true
          backoff.reset()
        }
        switch end.reason {
        case .goodbye where end.wasAdmitted: return
        case .goodbye where !wasAdmitted:
          throw Failure(.lost, reached.name, detail: "it closed the connection without a word")
        case .busy where !wasAdmitted: throw Failure(.busy, reached.name)
        case .broken: throw end.failure ?? Failure(.protocolBroken, reached.name)
        case .lost where !reconnects: throw end.failure ?? Failure(.lost, reached.name)
        case .restart where !reconnects: return
        case .goodbye, .busy, .lost, .restart: break
        }
      }
      let delay = backoff.next(random: Double(Random.bytes(1)[0]) / 256)
      events(.reconnecting(attempt: backoff.attempts, delay: delay))
      try? await Task.sleep(for: .seconds(delay))
      if Task.isCancelled { return }
      connection = try? await Reaching.reach(target, timeout: 10)
      if Task.isCancelled { return }
    }
  }
}
