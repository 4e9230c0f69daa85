import Dispatch
import SessionCore
import Transport

/// How a connection ends: with a goodbye or without, and not told before all that came whole is stored.
extension Peer {
  /// Ends the connection as soon as the peer is known no more.
  func lookAfter() {
    guard let identity = settings.identity, !settings.isOwn else { return }
    acquaintance = settings.acquaintances.watch(identity) { [weak self] in
      self?.onQueue { $0.end(.forgotten, Failure(.forgotten, $0.peerName)) }
    }
  }

  /// Says goodbye and ends once that is written and the other end has closed, or after two seconds.
  func leave(_ goodbye: Goodbye) {
    guard isOpen else { return }
    if !isOriginal { send(ControlMessage.bye(goodbye)) }
    let name: String? = if case .admitted(let name) = phase { name } else { nil }
    phase = .leaving(name, until: .now + Self.farewellTime)
    afterWriting { [self] in connection?.finishSending() }
    flush()
  }

  /// Ends the connection now and tells everybody who waits for something of it; `disconnected` follows once all that
  /// came whole is stored, and the edits that came are made.
  func end(_ reason: PeerEnd.Reason, _ failure: Failure? = nil) {
    if case .ended = phase { return }
    let name: String? =
      switch phase {
      case .admitted(let name), .leaving(let name?, _): name
      default: nil
      }
    for check in checks.values { check.check.cancel() }
    let partial = keepPartialFiles()
    tellNotTaken(notTaken.finish())
    dropPiped(failure ?? Failure(.lost, name ?? settings.name))
    let result = PeerEnd(reason: reason, wasAdmitted: name != nil, failure: failure)
    dropInquiries(mayComeBack: result.mayComeBack)
    phase = .ended(result)
    connection?.close()
    // Whoever still knows this peer keeps no socket: the other end is told now.
    connection = nil
    timer?.cancel()
    settings.visit?.end(wasAdmitted: false)
    if let acquaintance { settings.acquaintances.unwatch(acquaintance) }
    endPreferences(failure ?? Failure(reason == .busy ? .busy : .lost, name ?? settings.name))
    settleAll(
      failure ?? Failure(reason == .busy ? .busy : .lost, name ?? settings.name),
      mayComeBack: result.mayComeBack && comesBackAs != nil)
    if let key = comesBackAs { settings.returns.left(self, as: key) }
    for waiting in whenKnown { waiting() }
    whenKnown = []
    whenWritten = []
    whenStored = { [self] in
      reportUntold()
      if let name {
        settings.events(.disconnected(peer: name, reason: reason.rawValue, partial: partial))
      }
      if let place { settings.roster.leave(place) }
      finish(result)
    }
    tellEndIfStored()
  }

  /// Something complete goes to the desk.
  func beginStore() {
    storesUnderWay += 1
    holdBackOrNot()
  }

  /// The desk has answered.
  func endStore() {
    storesUnderWay -= 1
    holdBackOrNot()
    tellEndIfStored()
    flush()
  }

  func tellEndIfStored() {
    guard isAllDone, let tell = whenStored else { return }
    whenStored = nil
    tell()
  }

  private func finish(_ result: PeerEnd) {
    ended?.resume(returning: result)
    ended = nil
  }

  /// Ends a connection that has said nothing: others wait for its place.
  func giveWay() {
    if case .provisional = phase { end(.goodbye) }
  }
}
