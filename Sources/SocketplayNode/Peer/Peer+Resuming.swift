import SessionCore
import Sys

/// Bytes of a file that are read again before its transfer begins, and how far that has got.
struct FileCheck {
  let check: PrefixCheck
  let direction: Direction
  let place: (folder: String?, name: String)
  let events: Node.Sink
  var meter: RateMeter
}

/// Transfers that go on where an earlier connection left them.
///
/// The receiver reads its part again and offers what its journal proves; the sender compares that with its own first
/// bytes. Both happen at the `HashDesk`, and meanwhile everything else goes on.
extension Peer {
  // MARK: Receiving

  /// What a path is known by here, for the peer that is proven; nil for one that is not.
  func transferKey(_ path: RelativePath) -> TransferKey? {
    owner.map { TransferKey(owner: $0, folder: folderPath, path: path.components.joined(separator: "/")) }
  }

  func header(of file: ReceivedFile) -> JournalHeader {
    let path = file.path.components.joined(separator: "/")
    return JournalHeader(
      key: file.key ?? TransferKey(owner: "", folder: folderPath, path: path), peer: peerName,
      size: file.size ?? file.bytes,
      modified: file.modified, part: "")
  }

  /// Opens a file for what is offered: the part that an earlier connection left, with its marks, or a new one.
  func makeFile(_ offer: Offer, _ path: RelativePath) throws(ReceiveError) -> (ReceivedFile, [Mark]) {
    let key = transferKey(path)
    func made(_ file: IncomingFile) -> ReceivedFile {
      ReceivedFile(
        path: path, file: file, size: offer.size, modified: offer.modified, kind: offer.digest, key: key, now: .now)
    }
    guard let key, let size = offer.size, size > ReceiveFolder.namelessLimit, let journals = openJournals() else {
      guard let file = try folder?.begin(path.components, id: partID(offer.id.description), size: offer.size)
      else { preconditionFailure("the folder is open") }
      return (made(file), [])
    }
    let header = JournalHeader(key: key, peer: peerName, size: size, modified: offer.modified, part: "")
    guard let claim = try folder?.claim(path.components, header, journals) else {
      preconditionFailure("the folder is open")
    }
    let file = made(claim.file)
    file.isRestarted = claim.isChanged
    return (file, claim.marks)
  }

  /// Finds out how far the bytes of a part are what its marks say, and then takes the offer from there.
  func check(_ file: ReceivedFile, _ marks: [Mark], _ id: TransferID) throws(ReceiveError) {
    let check = try file.file.check(marks, file.kind)
    run(check, id, .receiving, (file.folder, file.name), events: settings.events) { $0.checked(id, $1) }
  }

  /// The journals; nil where the state folder cannot be used, of which its user is told once.
  ///
  /// Files come all the same: what breaks off begins anew.
  func openJournals() -> JournalFolder? {
    if journals != nil || hasNoJournals { return journals }
    do throws(SystemError) {
      journals = try JournalFolder(state: settings.places.state)
    } catch {
      hasNoJournals = true
      settings.events(.warning(Failure(.unwritable, settings.places.state, detail: error.message)))
    }
    return journals
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
      run(check, id, .sending, file.place, events: file.job.events) { peer, outcome in
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
    _ check: PrefixCheck, _ id: TransferID, _ direction: Direction, _ place: (folder: String?, name: String),
    events: @escaping Node.Sink,
    then: @escaping @Sendable (isolated Peer, PrefixCheck.Outcome) -> Void
  ) {
    checks[id] = FileCheck(
      check: check, direction: direction, place: place, events: events, meter: RateMeter(now: .now))
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
            direction: check.direction, peer: peerName, name: check.place.name, folder: check.place.folder,
            bytes: bytes, size: check.check.size, rate: check.meter.rate)))
    }
  }

  /// Ends the check of a transfer that is over.
  func stopCheck(_ id: TransferID) {
    checks.removeValue(forKey: id)?.check.cancel()
  }
}
