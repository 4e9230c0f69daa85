import Framing
import SessionCore

/// Files of a socketplay end: offered, received in chunks, compared, stored, confirmed.
extension Peer {
  /// The receive folder, opened (and made) when it is first needed, and the desk that stores in it.
  ///
  /// A folder that was removed meanwhile is made anew: what is held open of it is in no folder any more.
  func openFolder() throws(ReceiveError) {
    if folder?.isRemoved == false { return }
    let opened = try ReceiveFolder(path: settings.places.receive)
    folderPath = try opened.path()
    desk = StoreDesk(root: opened.root)
    folder = consume opened
  }

  func receivedOffer(_ offer: Offer) {
    // The number of a file that is still being stored is taken, though all of it has come or it was cancelled.
    guard admit(), storing[offer.id] == nil else { return }
    // A sender that took this end for an original starts again with what it had not sent whole.
    if !originalFiles.isEmpty { abandonOriginalFiles() }
    switch incoming.offered(offer, maximum: settings.reception.rules.maximumSize) {
    case .ignore: break
    case .decline(let id, .busy):
      send(ControlMessage.decline(id: id, reason: .busy))
      badPacket(Failure(.protocolBroken, peerName, detail: "it offers too many files at once"))
    case .decline(let id, let reason):
      report(Failure(declining: offer.path, because: reason))
      send(ControlMessage.decline(id: id, reason: reason))
    case .open(let offer, let path), .makeDirectory(let offer, let path):
      if let reason = refusal(of: offer) { return refuse(offer, reason) }
      if let output = settings.reception.output { return pipe(offer, path, to: output) }
      if offer.kind == .file { open(offer, path) } else { make(offer, path) }
    }
  }

  private func open(_ offer: Offer, _ path: RelativePath) {
    do throws(ReceiveError) {
      try openFolder()
      if acceptStored(offer, path) { return }
      let (file, marks) = try makeFile(offer, path)
      incomingFiles[offer.id] = file
      if marks.isEmpty { accept(offer.id, isChanged: file.isRestarted) } else { try check(file, marks, offer.id) }
    } catch {
      decline(offer, error)
    }
  }

  private func make(_ offer: Offer, _ path: RelativePath) {
    do throws(ReceiveError) {
      try openFolder()
      _ = try folder?.folder(path.components)
      folderPaths[offer.id] = path
      accept(offer.id)
    } catch {
      decline(offer, error)
    }
  }

  /// Takes an offer, from its first byte.
  func accept(_ id: TransferID, isChanged: Bool = false, window: Int64 = IncomingTransfers.window) {
    incoming.accept(id, at: 0, window: window)
    send(ControlMessage.accept(id: id, offset: 0, proof: nil, changed: isChanged))
  }

  /// This end cannot write a file: what came of it stays where it can be resumed.
  func failed(_ id: TransferID, _ error: ReceiveError) {
    settings.events(.error(error.failure(incomingFiles[id]?.name ?? "")))
    _ = incoming.cancel(id, error.refusal)
    send(ControlMessage.cancel(id: id, reason: error.refusal))
    if let file = incomingFiles.removeValue(forKey: id) { keepOrDiscard(file) }
  }

  /// Lets a file go that can be resumed; its part stays.
  ///
  /// What cannot is dropped.
  private func keepOrDiscard(_ file: ReceivedFile) {
    file.mark()
    if file.file.journal == nil || file.bytes == 0 { try? folder?.discard(file.file) }
  }

  private func decline(_ offer: Offer, _ error: ReceiveError) {
    incoming.remove(offer.id)
    settings.events(.error(error.failure(offer.path)))
    send(ControlMessage.decline(id: offer.id, reason: error.refusal))
  }

  func receivedBegin(_ id: TransferID, _ offset: Int64) {
    switch incoming.began(id, at: offset) {
    case .write:
      if let file = piped, file.id == id { return settings.events(.fileBegin(file.begin(from: peerName))) }
      if beganStored(id, at: offset) { return }
      guard let file = incomingFiles[id] else { return }
      do throws(ReceiveError) {
        try file.begin(at: offset, now: .now)
      } catch {
        return failed(id, error)
      }
      play(file)
      settings.events(.fileBegin(file.begin(from: peerName)))
      giveCredit(id, written: 0)
    case .cancel(let reason): cancelIncoming(id, reason)
    case .drop: break
    }
  }

  /// Takes a chunk: its payload goes from the receive buffer to the disk.
  func receivedChunk(_ package: ReceivedPackage, _ data: UnsafeRawBufferPointer?) {
    // A piece in the original form, of a peer that greeted late: it starts again with an offer.
    guard let word = package.word else { return }
    guard let id = TransferID(word: word) else {
      return badPacket(Failure(.protocolBroken, peerName, detail: "a chunk of no transfer"))
    }
    let chunk = data ?? UnsafeRawBufferPointer(start: nil, count: 0)
    switch incoming.chunk(id, count: chunk.count, isLast: package.isLast) {
    case .write(let offset):
      if let file = piped, file.id == id { return pipe(chunk, of: file) }
      do throws(ReceiveError) {
        try incomingFiles[id]?.write(chunk, at: offset)
      } catch {
        return failed(id, error)
      }
      giveCredit(id, written: chunk.count)
    case .cancel(let reason):
      badPacket(Failure(declining: package.name ?? "", because: reason))
      cancelIncoming(id, reason)
    case .drop: break
    }
  }

  /// So many bytes more are stored: lets the sender go on, where that is due.
  private func giveCredit(_ id: TransferID, written count: Int) {
    let credit = incoming.wrote(id, count: count)
    guard credit > 0 else { return }
    send(ControlMessage.credit(id: id, bytes: credit))
    // At once, not after all that has come is taken: the sender would have stopped for want of it.
    flush()
  }

  func receivedDone(_ id: TransferID, _ size: Int64, _ digest: [UInt8]) {
    switch incoming.done(id, size: size, digest: digest) {
    case .ignore: break
    case .cancel(let reason):
      report(Failure(declining: incomingFiles[id]?.name ?? "", because: reason))
      cancelIncoming(id, reason)
    case .finish(let size, let digest):
      if let file = piped, file.id == id { return finishPiped(file, digest: digest) }
      if finishedStored(id, digest) { return }
      guard let file = incomingFiles.removeValue(forKey: id) else { return storeFolder(id) }
      guard file.finishDigest() == digest else { return setAside(file, id) }
      store(file, id, size)
    }
  }

  /// The bytes are not those that were meant: they are kept to be looked at, and never taken for the file.
  private func setAside(_ file: ReceivedFile, _ id: TransferID) {
    settings.events(.error(Failure(.digestMismatch, file.name)))
    incoming.remove(id)
    send(ControlMessage.cancel(id: id, reason: .digest))
    guard let journals = openJournals() else {
      try? folder?.discard(file.file)
      return
    }
    do throws(ReceiveError) {
      try folder?.setAside(file.file, header(of: file), journals)
    } catch {
      // Under its own name, with its journal, it would be resumed as if its bytes were good.
      try? folder?.discard(file.file)
    }
  }

  private func store(_ file: ReceivedFile, _ id: TransferID, _ size: Int64) {
    let (name, startedFrom) = (file.name, peerName)
    let end = { (stored: StoredFile) in
      self.remember(file, stored)
      return file.end(stored, from: startedFrom, verified: file.kind.rawValue, now: .now)
    }
    storing[id] = (file, end)
    beginStore()
    desk?.store(file.file, size: size, modified: file.modified, folders: takeUnsynced()) { [self] result in
      onQueue { peer in
        if case .failure(.removed) = result, peer.storeAgain(id, size) { return }
        peer.stored(id, name, result)
      }
    }
  }

  /// The folder, or the part in it, was removed while the file came: it is stored in one made anew, once.
  ///
  /// False where that cannot be.
  private func storeAgain(_ id: TransferID, _ size: Int64) -> Bool {
    guard isOpen, let file = storing[id]?.file, !file.isMoved, (try? openFolder()) != nil,
      let fresh = try? folder?.begin(file.path.components, id: partID("\(id)m"), size: size)
    else { return false }
    let old = file.file
    file.move(to: fresh)
    let name = file.name
    desk?.store(fresh, from: old, size: size, modified: file.modified, folders: takeUnsynced()) { [self] result in
      onQueue { $0.stored(id, name, result) }
    }
    return true
  }

  private func stored(_ id: TransferID, _ name: String, _ result: Result<StoredFile?, ReceiveError>) {
    defer { endStore() }
    let ending = storing.removeValue(forKey: id)
    incoming.remove(id)
    lists.ended(id, isStored: (try? result.get()) != nil)
    switch result {
    case .success(let stored?):
      guard let ending else { return }
      // Before the record is made anew.
      let wasSent = wasSentBefore(ending.file, stored)
      let told = ending.end(stored)
      settings.events(.file(told))
      confirm(stored, id, verified: told.verified, alreadyThere: stored.alreadyThere && wasSent)
    case .success(nil):
      send(ControlMessage.stored(Stored(id: id, name: name, verified: "none", alreadyThere: false)))
    case .failure(let error):
      settings.events(.error(error.failure(name)))
      send(ControlMessage.cancel(id: id, reason: error.refusal))
    }
  }

  /// Tells the sender that its file is on disk.
  ///
  /// - Parameter alreadyThere: whether it was there before; only for the peer it came from, as nobody else may learn what
  ///   this end has.
  func confirm(_ stored: StoredFile, _ id: TransferID, verified: String, alreadyThere: Bool) {
    let path = (stored.folder.map { $0 + "/" } ?? "") + stored.name
    send(
      ControlMessage.stored(Stored(id: id, name: path, verified: verified, alreadyThere: alreadyThere)))
  }

  /// A folder was made: it is confirmed once its name is on disk.
  private func storeFolder(_ id: TransferID) {
    let path = folderPaths.removeValue(forKey: id)?.components.joined(separator: "/") ?? ""
    beginStore()
    desk?.sync(takeUnsynced()) { [self] result in
      onQueue { $0.stored(id, path, result) }
    }
  }

  func takeUnsynced() -> [OpenFolder] {
    let folders = folder?.unsynced ?? []
    folder?.unsynced = []
    return folders
  }

  /// Tells the other end that a transfer is off, and drops what came of it.
  func cancelIncoming(_ id: TransferID, _ reason: RefusalReason) {
    incoming.remove(id)
    alreadyStored[id] = nil
    send(ControlMessage.cancel(id: id, reason: reason))
    if let file = piped, file.id == id { dropPiped(Failure(declining: file.name, because: reason)) }
    if let file = incomingFiles.removeValue(forKey: id) { try? folder?.discard(file.file) }
  }

  /// The sender has given a transfer up.
  ///
  /// Where its user did, or could not read on, what came stays as a part; where the source changed it is dropped.
  func abandon(_ id: TransferID, because reason: RefusalReason) {
    stopCheck(id)
    alreadyStored[id] = nil
    guard let file = incomingFiles.removeValue(forKey: id) else { return }
    if reason == .user || reason == .unreadable, file.bytes > 0, file.file.part != nil {
      file.mark()
      partial.append(file.name)
    } else {
      try? folder?.discard(file.file)
    }
    settings.events(.error(Failure(refusal: reason, subject: file.name)))
  }

  /// What tells this connection's parts from those of others.
  func partID(_ transfer: String) -> String { partPrefix + "-" + transfer }

  /// The connection ends: what has not all come stays as a part.
  ///
  /// The names of the files concerned.
  func keepPartialFiles() -> [String] {
    let unfinished = originals.unfinished().compactMap { originalFiles[$0] }
    for file in unfinished { settings.events(.error(Failure(.noEndMarker, file.name))) }
    for (id, file) in incomingFiles where checks[id] == nil {
      if file.bytes == 0 { try? folder?.discard(file.file) } else { file.mark() }
    }
    checks = [:]
    // A file without a name of its own, which fits one chunk, leaves nothing behind.
    let kept = incomingFiles.values.filter { $0.bytes > 0 && $0.file.part != nil } + unfinished
    let names = partial + kept.map(\.name)
    incomingFiles = [:]
    originalFiles = [:]
    return names.sorted()
  }
}

extension ReceiveError {
  /// What the other end is told.
  var refusal: RefusalReason {
    switch self {
    case .noSpace: .noSpace
    case .name: .name
    case .blocked, .removed, .system: .storeFailed
    }
  }
}
