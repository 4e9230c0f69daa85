import Discovery
public import SessionCore
import Sys
import Transport

extension Node {
  /// Finds a room, takes part in it until cancelled, told goodbye, or its user quits.
  ///
  /// `lines` are what the user types; `choose` is asked to pick one of several rooms, nil where nobody can be asked.
  ///
  /// A connection that is lost is made again, after a growing delay; what was typed meanwhile follows then. Not after a
  /// goodbye.
  public func joinRoom(
    _ options: RoomJoinOptions, lines: @escaping LineSource, choose: (@Sendable ([Service]) -> Int?)?,
    events sink: @escaping Sink
  ) async throws(Failure) {
    let events = orderedSink(sink)
    let guest = try RoomGuest(nick: options.nick, folder: places.receive, events: events)
    let wanted: Target = options.address.map { .address($0) } ?? options.name.map { .name($0) } ?? .anyone
    let stop = StopSwitch()
    let feed = LineFeed(lines)
    let result: Result<Void, Failure> = await stop.run { () async -> Result<Void, Failure> in
      do throws(Failure) {
        let first = try await Reaching.reach(wanted, kind: .room, timeout: options.timeout, choose: choose)
        let target = wanted == .anyone ? .name(first.name) : wanted
        return await withTypedLines(guest, feed) { () async throws(Failure) in
          try await self.takePart(guest, first, target: target, options, events)
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
    _ guest: RoomGuest, _ first: Reached, target: Target, _ options: RoomJoinOptions, _ events: @escaping Sink
  ) async throws(Failure) {
    var connection: Reached? = first
    var backoff = Backoff()
    var wasIn = false
    while true {
      if let reached = connection {
        let end = await guest.run(over: reached)
        if Task.isCancelled { return }
        let isIn = await guest.isIn
        wasIn = wasIn || isIn
        switch end {
        case .left: return
        case .refused(let failure): throw failure
        case .closed(.goodbye):
          events(.disconnected(peer: reached.name, reason: "goodbye", partial: []))
          return
        case .closed(let farewell):
          events(.disconnected(peer: reached.name, reason: farewell.rawValue, partial: []))
          throw Failure(.roomClosed, reached.name, detail: farewell.rawValue)
        case .lost(let failure):
          events(.disconnected(peer: reached.name, reason: "lost", partial: []))
          if !options.reconnect || !wasIn { throw failure ?? Failure(.lost, reached.name) }
          if isIn { backoff.reset() }
        }
      }
      let delay = backoff.next(random: Double(Random.bytes(1)[0]) / 256)
      events(.reconnecting(attempt: backoff.attempts, delay: delay))
      try? await Task.sleep(for: .seconds(delay))
      if Task.isCancelled { return }
      connection = try? await Reaching.reach(target, kind: .room, timeout: 10)
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
          await guest.leave()
          return nil
        }
        feed.next()
      }
      // Who has typed something and is done leaves once it is heard; where nobody ever typed, somebody only listens.
      if hasTyped, !Task.isCancelled {
        await guest.finishSaying()
        await guest.leave()
      }
      return nil
    }
    var result = Result<Void, Failure>.success(())
    for await outcome in group {
      guard let outcome else { continue }
      result = outcome
      await guest.leave()
      group.cancelAll()
    }
    return result
  }
}
