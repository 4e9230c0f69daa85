public import SessionCore
import Synchronization
import Sys
import Transport

extension Node {
  /// Takes part at an original server until the user leaves, or it is cancelled.
  ///
  /// A connection that is lost is made again after a growing delay, and what waits follows in its order. A server that
  /// breaks the protocol is left for good.
  ///
  /// - Parameters:
  ///   - input: the descriptor that the user types on.
  ///   - beats: called for each sign of life that goes out or comes in.
  public func takePart(
    _ options: OriginalOptions, input: Int32, beats: @escaping @Sendable () -> Void, events sink: @escaping Sink
  ) async throws(Failure) {
    let events = orderedSink(sink)
    let session = OriginalSessionBox(
      OriginalSession(
        options, folder: places.receive, input: UnownedDescriptor(input), events: events, beats: beats))
    do throws(Failure) {
      try await keepUp(options, session, events)
    } catch {
      _ = session.giveUp()
      throw error
    }
    guard session.giveUp() else {
      throw Failure(.lost, options.server.description, detail: "not all that was said has gone out")
    }
  }

  private func keepUp(
    _ options: OriginalOptions, _ session: OriginalSessionBox, _ events: @escaping Sink
  ) async throws(Failure) {
    var connection: Reached? = try await Reaching.reach(.address(options.server), timeout: options.timeout)
    var backoff = Backoff()
    while true {
      if let reached = connection {
        events(
          .room(
            .connected(
              peer: reached.name, address: reached.address, security: "none", original: true,
              nick: options.dialect == .chat ? options.nick : nil)))
        let start = Time.monotonic()
        switch try await session.serve(reached) {
        case .left:
          events(.disconnected(peer: reached.name, reason: "goodbye", partial: []))
          return
        case .lost(let failure):
          events(.disconnected(peer: reached.name, reason: "lost", partial: []))
          events(.warning(failure))
        }
        // A server that takes every call and drops it at once is not called ever faster.
        if Time.monotonic() - start > Backoff.longest { backoff.reset() }
      }
      let delay = backoff.next(random: Double(Random.bytes(1)[0]) / 256)
      events(.reconnecting(attempt: backoff.attempts, delay: delay))
      guard try await session.wait(seconds: delay) else { return }
      connection = try? await Reaching.reach(.address(options.server), timeout: 5)
      if Task.isCancelled { throw Failure(.interrupted) }
    }
  }
}

/// Carries the session from one thread that serves a connection to the next; it is never used by two.
final class OriginalSessionBox: Sendable {
  private let session: Mutex<OriginalSession>

  init(_ session: consuming sending OriginalSession) {
    self.session = Mutex(session)
  }

  func serve(_ reached: Reached) async throws(Failure) -> OriginalSession.End {
    let result: Result<OriginalSession.End, Failure> = await blocking("socketplay.original") { stop in
      self.session.withLock { session in
        do throws(Failure) {
          return .success(try session.serve(reached.socket, name: reached.name, stop: stop))
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }

  /// Waits between two connections; false once the user has left.
  func wait(seconds: Double) async throws(Failure) -> Bool {
    let result: Result<Bool, Failure> = await blocking("socketplay.original") { stop in
      self.session.withLock { session in
        do throws(Failure) {
          return .success(try session.wait(seconds: seconds, stop: stop))
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }

  /// Nothing goes out any more; false where something that was said did not.
  func giveUp() -> Bool { session.withLock { $0.giveUp() } }
}
