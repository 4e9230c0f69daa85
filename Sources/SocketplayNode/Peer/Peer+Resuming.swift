import SessionCore
import Sys

/// Bytes of a file that are read again before its transfer begins, and how far that has got.
struct FileCheck {
  let check: PrefixCheck
  let direction: Direction
  let name: String
  let events: Node.Sink
  var meter: RateMeter
}

/// Transfers that go on where an earlier connection left them.
///
/// The receiver reads its part again and offers what its journal proves; the sender compares that with its own first
/// bytes. Both happen at the `HashDesk`, and meanwhile everything else goes on.
extension Peer {
  // MARK: Receiving

  /// Takes the part of an offer that can be resumed, by its proven owner.
  func claim(_ offer: Offer, _ path: RelativePath, size: Int64, of owner: String) throws(ReceiveError) {
    let place = try folder?.path() ?? settings.places.receive
    let key = TransferKey(owner: owner, folder: place, path: path.components.joined(separator: "/"))
    let header = JournalHeader(key: key, peer: peerName, size: size, modified: offer.modified, part: "")
    let journals = try openJournals()
    guard let claim = try folder?.claim(path.components, header, journals) else { return }
    let file = ReceivedFile(path: path, file: claim.file, size: size, modified: offer.modified, now: .now)
    file.isRestarted = claim.isChanged
    guard !claim.marks.isEmpty else {
      incomingFiles[offer.id] = file
      incoming.accept(offer.id, at: 0)
      return send(ControlMessage.accept(id: offer.id, offset: 0, proof: nil, changed: claim.isChanged))
    }
    let check = try claim.file.check(claim.marks)
    incomingFiles[offer.id] = file
    run(check, offer.id, .receiving, name: file.name, events: settings.events) { $0.checked(offer.id, $1) }
  }

  private func openJournals() throws(ReceiveError) -> JournalFolder {
    if let journals { return journals }
    let opened = try receiving { () throws(SystemError) in try JournalFolder(state: settings.places.state) }
    journals = opened
    return opened
  }

  /// What is there of a file was read again: the sender is told how much counts.
  private func checked(_ id: TransferID, _ outcome: PrefixCheck.Outcome) {
    guard let file = incomingFiles[id], incoming.isOpen(id) else { return }
    file.resume(outcome, now: .now)
    incoming.accept(id, at: file.resumedAt)
    send(ControlMessage.accept(id: id, offset: file.resumedAt, proof: file.proof))
    flush()
  }

  // MARK: Sending

  /// The other end has the first `offset` bytes of a file, if `proof` is their digest here.
  func prove(_ id: TransferID, offset: Int64, proof: [UInt8]) {
    guard let file = outgoingFiles[id], !file.isPipe else { return begin(id, at: 0) }
    do throws(Failure) {
      try file.open()
      let check = try file.check(Mark(offset: offset, digest: proof))
      if offset <= Int64(ChunkSizer.largest) { return proved(id, check.finishNow()) }
      run(check, id, .sending, name: file.place.name, events: file.job.events) { peer, outcome in
        peer.proved(id, outcome)
        peer.flush()
      }
    } catch {
      giveUp(id, error)
    }
  }

  private func proved(_ id: TransferID, _ outcome: PrefixCheck.Outcome) {
    guard let file = outgoingFiles[id] else { return }
    if outcome.offset > 0 {
      file.resume(outcome, now: .now)
    } else {
      file.isRestarted = true
    }
    begin(id, at: outcome.offset)
  }

  // MARK: Checks

  private func run(
    _ check: PrefixCheck, _ id: TransferID, _ direction: Direction, name: String, events: @escaping Node.Sink,
    then: @escaping @Sendable (isolated Peer, PrefixCheck.Outcome) -> Void
  ) {
    checks[id] = FileCheck(
      check: check, direction: direction, name: name, events: events, meter: RateMeter(now: .now))
    hashDesk.run(check) { [self] outcome in
      onQueue { peer in
        guard let running = peer.checks[id], running.check === check else { return }
        peer.checks[id] = nil
        then(peer, outcome)
      }
    }
  }

  /// Tells how far each check has got.
  func tellChecks(_ now: Moment) {
    for id in checks.keys {
      guard var check = checks[id] else { continue }
      let bytes = check.check.progress
      check.meter.update(bytes, at: now)
      checks[id] = check
      check.events(
        .fileCheck(
          FileProgress(
            direction: check.direction, name: check.name, bytes: bytes, size: check.check.size,
            rate: check.meter.rate)))
    }
  }

  /// Ends the check of a transfer that is over.
  func stopCheck(_ id: TransferID) {
    checks.removeValue(forKey: id)?.check.cancel()
  }
}
