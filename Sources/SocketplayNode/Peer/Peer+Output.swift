import Dispatch
import Framing
import SessionCore
import Sys
import Transport

/// What goes out, and what time brings.
extension Peer {
  func tick() {
    armed = nil
    let now = Moment.now
    if case .leaving(_, let deadline) = phase, now >= deadline { return end(.goodbye) }
    guard isOpen || isLeaving else { return }
    changed(presence.tick(at: now))
    keepPace(now)
    tellProgress(now)
    tellNotTaken(notTaken.tick(at: now))
    flush()
  }

  /// Ends the connection of somebody plain who does not go on with what it has begun.
  private func keepPace(_ now: Moment) {
    guard pace?.isLate(at: now) == true else { return }
    // This end may be the late one, with bytes that wait here.
    readable()
    guard isOpen || isLeaving, pace?.isLate(at: now) == true else { return }
    let failure = Failure(.stalled, peerName)
    settings.events(.error(failure))
    end(.late, failure)
  }

  /// Sets the timer to whatever is due first; a timer that is early enough stays.
  private func arm() {
    var due = presence.deadline
    for other in [pace?.deadline, notTaken.deadline].compactMap(\.self) { due = min(due ?? other, other) }
    if hasProgress { due = min(due ?? .now + 0.25, .now + 0.25) }
    if case .leaving(_, let deadline) = phase { due = min(due ?? deadline, deadline) }
    for opens in [outgoing.opensAt, sizer.opensAt].compactMap(\.self) { due = min(due ?? opens, opens) }
    guard let due, armed.map({ due < $0 }) ?? true else { return }
    armed = due
    timer?.schedule(deadline: DispatchTime(uptimeNanoseconds: due.nanoseconds), leeway: .milliseconds(10))
  }

  /// Puts a packet into the outbox, ahead of the next chunk.
  ///
  /// A peer that lets too much pile up is lost.
  func send(_ package: Package) {
    guard let connection, isOpen || isLeaving else { return }
    if !connection.enqueue(package.frame()) {
      end(.lost, Failure(.lost, peerName, detail: "it has stopped reading"))
    }
  }

  /// Puts a control message into the outbox.
  func send(_ message: ControlMessage) {
    send(message.package)
  }

  /// Calls `action` once all that is queued now, and `more` bytes behind it, are written.
  func afterWriting(_ more: Int = 0, _ action: @escaping () -> Void) {
    guard let connection else { return }
    whenWritten.append((connection.queuedUpTo + Int64(more), action))
  }

  /// Offers what may be offered, writes what the socket takes, and sets the timer.
  func flush() {
    while let connection, isOpen || isLeaving {
      offerMore()
      let before = connection.sent
      let outcome = connection.flush { buffer in nextChunk(into: buffer) }
      if connection.sent > before { presence.sent(at: .now) }
      if case .lost(let error) = outcome { end(.lost, Failure(stream: error, peer: peerName)) }
      let hasActed = written(upTo: connection.sent)
      guard outcome == .drained else { break }
      endIfHalfClosed()
      guard hasActed else { break }
    }
    arm()
  }

  /// So many bytes are written: does what waited for them.
  ///
  /// False where nothing did.
  private func written(upTo count: Int64) -> Bool {
    let due = whenWritten.prefix { $0.mark <= count }
    whenWritten.removeFirst(due.count)
    for waiting in due { waiting.action() }
    return !due.isEmpty
  }

  /// The other end sends nothing more: over once what it sent is stored and answered.
  ///
  /// An original may still read, and gets what is on its way; a socketplay end can confirm nothing any more.
  private func endIfHalfClosed() {
    guard isHalfClosed, storesUnderWay == 0, !isApplying, waiting.isEmpty else { return }
    if !isOriginal { return end(.lost, Failure(.lost, peerName)) }
    if outgoing.isEmpty, jobs.isEmpty { end(.goodbye) }
  }
}
