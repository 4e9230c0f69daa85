import SessionCore

/// The one file that a session hands on to its standard output instead of storing it.
extension Peer {
  /// Takes an entry for the output: one file in the life of a session, and no folder.
  func pipe(_ offer: Offer, _ path: RelativePath, to output: OutputFile) {
    guard offer.kind == .file, output.take() else { return refuse(offer, .notAllowed) }
    piped = PipedFile(offer, path: path, now: .now)
    accept(offer.id, window: IncomingTransfers.heldWindow)
  }

  /// Hands a chunk on; its credit is given once the output has taken it.
  func pipe(_ chunk: UnsafeRawBufferPointer, of file: PipedFile) {
    file.take(chunk)
    let (id, count) = (file.id, chunk.count)
    settings.reception.output?.write(chunk) { [self] result in
      onQueue { $0.piped(id, count, result) }
    }
  }

  private func piped(_ id: TransferID, _ count: Int, _ result: Result<Void, Failure>) {
    guard piped?.id == id else { return }
    switch result {
    case .success:
      let credit = incoming.wrote(id, count: count)
      if credit > 0 { send(ControlMessage.credit(id: id, bytes: credit)) }
    case .failure(let failure):
      dropPiped(failure)
      if incoming.remove(id) { send(ControlMessage.cancel(id: id, reason: .storeFailed)) }
    }
    flush()
  }

  /// All has come: once it is written too, and proved to be what was sent, the other end is told and the session is over.
  func finishPiped(_ file: PipedFile, digest: [UInt8]) {
    guard file.finishDigest() == digest else {
      settings.events(.error(Failure(.digestMismatch, file.name)))
      dropPiped(Failure(.digestMismatch, file.name))
      incoming.remove(file.id)
      return send(ControlMessage.cancel(id: file.id, reason: .digest))
    }
    settings.reception.output?.write(UnsafeRawBufferPointer(start: nil, count: 0)) { [self] result in
      onQueue { peer in
        guard case .success = result, let file = peer.piped else { return }
        peer.piped = nil
        peer.incoming.remove(file.id)
        peer.settings.events(.file(file.end(from: peer.peerName, now: .now)))
        peer.send(
          ControlMessage.stored(Stored(id: file.id, name: file.name, verified: file.kind.rawValue, alreadyThere: false))
        )
        peer.flush()
        peer.settings.reception.output?.end(.success(()))
      }
    }
  }

  /// The file will not come through, and what is written of it cannot be taken back: the session ends with that.
  func dropPiped(_ failure: Failure) {
    guard piped != nil else { return }
    piped = nil
    settings.reception.output?.end(.failure(failure))
  }

  /// The sender gave the file up.
  func abandonPiped(_ id: TransferID, because reason: RefusalReason) {
    guard let file = piped, file.id == id else { return }
    dropPiped(Failure(.cancelled, file.name, detail: reason == .user ? "" : reason.rawValue))
  }
}
