import Dispatch
import SessionCore
import Sys

/// What time brings.
extension RoomHost {
  func tick() {
    armed = nil
    let now = Moment.now
    for link in links.values {
      if let time = link.closesAt, now >= time {
        drop(link)
      } else if !link.isIn, now >= link.cameAt + Self.greetingTime {
        drop(link)
      } else if now >= link.lastHeard + Self.silenceTime {
        send(.bye(.silent), to: link)
        finish(link)
      } else if link.pace?.isLate(at: now) == true {
        broken(link, Failure(.stalled, named(link)))
      } else if let since = link.crowdedSince, now >= since + Self.patience {
        cut(link)
      }
    }
    tickOriginals(now)
    perform(room.tick(at: now))
    flushAll()
    arm()
  }

  /// How often connections are looked at, where nothing is due sooner.
  private static let sweep = 5.0

  func arm() {
    if timer == nil {
      let made = DispatchSource.makeTimerSource(queue: executor.queue)
      made.setEventHandler { [weak self] in self?.assumeIsolated { $0.tick() } }
      made.activate()
      timer = made
    }
    var due: Moment? = links.isEmpty ? nil : .now + Self.sweep
    if !crowded.isEmpty || !closing.isEmpty { due = .now + 0.5 }
    for time in [room.deadline, originalsDeadline] {
      if let time { due = min(due ?? time, time) }
    }
    guard let due, armed.map({ due < $0 }) ?? true else { return }
    armed = due
    timer?.schedule(deadline: DispatchTime(uptimeNanoseconds: due.nanoseconds), leeway: .milliseconds(10))
  }
}
