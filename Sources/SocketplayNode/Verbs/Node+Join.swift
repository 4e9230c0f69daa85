public import SessionCore
import Sys
import Transport

extension Node {
  /// Finds a host, connects, and serves until cancelled, stopped, told goodbye, or lost for good.
  ///
  /// `choose` is asked to pick one of several hosts (an index), on a terminal; nil where nobody can be asked. `ask` is
  /// asked about what the host wants to send, where the options want that; `questions` says who can be asked for a pairing
  /// code, and for leave to join without encryption.
  ///
  /// A connection that is lost is made again, after a growing delay, the name resolved anew each time; not after a
  /// goodbye. The first connection must come about within `options.timeout` seconds.
  public func join(
    _ options: JoinOptions, choose: (@Sendable ([Service]) -> Int?)?, ask: Asker? = nil,
    questions: EntranceQuestions = EntranceQuestions(), events sink: @escaping Sink
  ) async throws(Failure) {
    let events = orderedSink(sink)
    let stop = StopSwitch()
    let reception = try Reception(options.reception, ask: ask, events: events, end: { stop.pull() })
    let entrance = try JoinerEntrance(
      places, options: options.entrance, questions: questions, name: ownName, events: events)
    let session = LiveSession(
      .init(
        session: options.session, hello: hello(name: ownName, role: .join, features: reception.features),
        name: options.name ?? "", places: places, store: options.store,
        preferences: try PreferencesService.of(store: options.store, places: places, events: events),
        isReadOnly: options.isReadOnly,
        reception: reception, appliesPlain: options.entrance.plain, farewell: farewell),
      roster: Roster(capacity: 1, onChange: { _ in }), credentials: entrance.credentials,
      expectsReturns: options.reconnect, events: events,
      stop: { stop.pull() })
    let control = try ControlServer(name: options.session, places: places, session: session)
    defer { control.close() }
    let wanted: Target = options.address.map { .address($0) } ?? options.name.map { .name($0) } ?? .anyone

    let result: Result<Void, Failure> = await stop.run { () async -> Result<Void, Failure> in
      do throws(Failure) {
        let (host, first) = try await Reaching.reach(
          wanted, timeout: options.timeout, entrance: entrance, choose: choose)
        // Coming back means this host, not whichever is the only one then.
        let target = wanted == .anyone ? .name(host.name) : wanted
        let peer = await session.add(first)
        try await self.keepUp(
          first, peer, target: target, entrance, reconnects: options.reconnect, session, events)
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
    _ first: Entrant, _ firstPeer: Peer, target: Target, _ entrance: JoinerEntrance, reconnects: Bool,
    _ session: LiveSession,
    _ events: @escaping Sink
  ) async throws(Failure) {
    defer { session.returns.close() }
    var connection: Entrant? = first
    var peer: Peer? = firstPeer
    var backoff = Backoff()
    var wasAdmitted = false
    while true {
      if let reached = connection {
        let served: Peer
        if let peer { served = peer } else { served = await session.add(reached) }
        peer = nil
        let end = await session.serve(served, over: reached.channel)
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
        case .forgotten: throw end.failure ?? Failure(.forgotten, reached.name)
        case .lost where !reconnects, .late where !reconnects: throw end.failure ?? Failure(.lost, reached.name)
        case .restart where !reconnects: return
        case .goodbye, .busy, .lost, .late, .restart: break
        }
      }
      let delay = backoff.next(random: Double(Random.bytes(1)[0]) / 256)
      events(.reconnecting(attempt: backoff.attempts, delay: delay))
      try? await Task.sleep(for: .seconds(delay))
      if Task.isCancelled { return }
      do throws(Failure) {
        connection = try await Reaching.reach(
          target, timeout: JoinerEntrance.patience, entrance: entrance.coming(back: first), bound: first.identity
        ).entrant
      } catch {
        if Task.isCancelled { return }
        // What concerns trust does not pass by waiting, and whoever joined must hear of it.
        guard !error.endsReturning else { throw error }
        connection = nil
      }
      if Task.isCancelled { return }
    }
  }
}

extension Failure {
  /// Whether a host that answers so is not tried again: another key, no trust any more, or no encryption.
  var endsReturning: Bool {
    switch reason {
    case .keyChanged, .notTrusted, .forgotten, .plainRefused, .codeRefused, .codeOfAnother: true
    default: false
    }
  }
}
