import Discovery
public import SessionCore
import Sys
import Transport

extension Node {
  /// Finds a room, takes part in it until cancelled, told goodbye, or its user quits.
  ///
  /// `lines` are what the user types, read once this end is let in; before that, `questions` and `choose` may ask: for a
  /// code, and which of several rooms is meant (an index; nil for none). Then `stage` is given what drawing by hand needs.
  ///
  /// A connection that is lost is made again, after a growing delay; what was typed meanwhile follows then. Not after a
  /// goodbye.
  public func joinRoom(
    _ options: RoomJoinOptions, lines: @escaping LineSource, choose: (@Sendable ([Service]) -> Int?)?,
    questions: EntranceQuestions = EntranceQuestions(), stage: (@Sendable (RoomStage) -> Void)? = nil,
    events sink: @escaping Sink
  ) async throws(Failure) {
    let events = orderedSink(sink)
    let entrance = try JoinerEntrance(
      places, options: options.entrance, questions: questions, name: ownName, events: events)
    let guest = try RoomGuest(
      nick: options.nick, folder: places.receive, acquaintances: Acquaintances(entrance.credentials, events: events),
      events: events)
    let wanted: Target = options.address.map { .address($0) } ?? options.name.map { .name($0) } ?? .anyone
    let stop = StopSwitch()
    let result: Result<Void, Failure> = await stop.run { () async -> Result<Void, Failure> in
      do throws(Failure) {
        let (room, first) = try await Reaching.reach(
          wanted, kind: .room, timeout: options.timeout, entrance: entrance, choose: choose)
        let target = wanted == .anyone ? .name(room.name) : wanted
        stage?(RoomStage(guest: guest))
        return await withTypedLines(guest, LineFeed(lines)) { () async throws(Failure) in
          try await self.takePart(guest, first, target: target, entrance, reconnects: options.reconnect, events)
        }
      } catch {
        return .failure(error)
      }
    }
    await guest.giveUp()
    try result.get()
  }

  /// Takes part over a connection, and the ones that follow it when it is lost.
  private func takePart(
    _ guest: RoomGuest, _ first: Entrant, target: Target, _ entrance: JoinerEntrance, reconnects: Bool,
    _ events: @escaping Sink
  ) async throws(Failure) {
    var connection: Entrant? = first
    var backoff = Backoff()
    var wasIn = false
    while true {
      if let entrant = connection {
        let end = await guest.run(over: entrant)
        if Task.isCancelled { return }
        let (isIn, peer) = await (guest.isIn, guest.peer)
        wasIn = wasIn || isIn
        switch end {
        case .left: return
        case .refused(let failure): throw failure
        case .closed(.goodbye):
          events(.disconnected(peer: peer, reason: "goodbye", partial: []))
          return
        case .closed(let farewell):
          events(.disconnected(peer: peer, reason: farewell.rawValue, partial: []))
          throw Failure(.roomClosed, peer, detail: farewell.rawValue)
        case .lost(let failure):
          events(.disconnected(peer: peer, reason: "lost", partial: []))
          if !reconnects || !wasIn { throw failure ?? Failure(.lost, peer) }
          if isIn { backoff.reset() }
        }
      }
      let delay = backoff.next(random: Double(Random.bytes(1)[0]) / 256)
      events(.reconnecting(attempt: backoff.attempts, delay: delay))
      try? await Task.sleep(for: .seconds(delay))
      if Task.isCancelled { return }
      do throws(Failure) {
        connection = try await Reaching.reach(
          target, kind: .room, timeout: JoinerEntrance.patience, entrance: entrance.coming(back: first),
          bound: first.identity
        ).entrant
      } catch {
        if Task.isCancelled { return }
        // What concerns trust does not pass by waiting.
        guard !error.endsReturning else { throw error }
        connection = nil
      }
      if Task.isCancelled { return }
    }
  }
}

/// Runs `body`, and beside it hands the lines that are typed to the guest.
private func withTypedLines(
  _ guest: RoomGuest, _ feed: LineFeed, _ body: @escaping @Sendable () async throws(Failure) -> Void
) async -> Result<Void, Failure> {
  await withTaskGroup(of: Result<Void, Failure>?.self) { group in
    group.addTask {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    group.addTask {
      var hasTyped = false
      for await line in feed.lines {
        hasTyped = true
        guard await guest.type(line) else {
          await guest.finishSaying(patience: RoomGuest.partingTime)
          await guest.leave()
          return .success(())
        }
        feed.next()
      }
      // Who has typed something and is done leaves once it is heard; where nobody ever typed, somebody only listens.
      if hasTyped, !Task.isCancelled {
        await guest.finishSaying()
        await guest.leave()
        return .success(())
      }
      return nil
    }
    // What ends first says how: whoever has left waits for no connection to be made again.
    var result: Result<Void, Failure>?
    for await outcome in group {
      guard let outcome else { continue }
      result = result ?? outcome
      await guest.leave()
      group.cancelAll()
    }
    return result ?? .success(())
  }
}
