import Digest
import SessionCore
import Sys

/// A file that was offered and is here already, under a name, with its bytes known.
struct AlreadyStored {
  let offer: Offer
  let path: RelativePath
  let key: TransferKey
  /// Their digest, of the offer's kind.
  let digest: [UInt8]
  let file: StoredFile
  let startedAt: Moment
}

/// Files that the same peer has sent before: nothing of them comes a second time, and they are proven all the same.
extension Peer {
  /// Takes an offer whose file is here: the sender is told the digest of all of it, and compares that with its own.
  ///
  /// False where it has to come.
  func acceptStored(_ offer: Offer, _ path: RelativePath) -> Bool {
    guard let key = transferKey(path), let size = offer.size, size > 0,
      let record = openJournals()?.stored.record(key.digest()), record.size == size,
      record.modified == offer.modified, let digest = record.digest(offer.digest),
      let file = folder?.find(record, path.components)
    else { return false }
    alreadyStored[offer.id] = AlreadyStored(
      offer: offer, path: path, key: key, digest: digest, file: file, startedAt: .now)
    incoming.accept(offer.id, at: size)
    send(ControlMessage.accept(id: offer.id, offset: size, proof: digest))
    return true
  }

  /// The sender begins behind the last byte, or, where its bytes are others, at the first: then they come after all.
  ///
  /// False for a file that was not here.
  func beganStored(_ id: TransferID, at offset: Int64) -> Bool {
    guard let already = alreadyStored[id] else { return false }
    guard offset == 0 else {
      settings.events(
        .fileBegin(
          FileBegin(
            direction: .receiving, peer: peerName, name: already.file.name, folder: already.file.folder,
            size: already.offer.size, resumedAt: offset)))
      return true
    }
    alreadyStored[id] = nil
    do throws(ReceiveError) {
      let (file, _) = try makeFile(already.offer, already.path)
      file.isRestarted = true
      incomingFiles[id] = file
    } catch {
      failed(id, error)
      return true
    }
    return false
  }

  /// The sender has found the file to be the same; false for one that was not here.
  func finishedStored(_ id: TransferID, _ digest: [UInt8]) -> Bool {
    guard let already = alreadyStored.removeValue(forKey: id) else { return false }
    guard digest == already.digest else {
      settings.events(.error(Failure(.digestMismatch, already.file.name)))
      cancelIncoming(id, .digest)
      return true
    }
    incoming.remove(id)
    lists.ended(id, isStored: true)
    let (file, size) = (already.file, already.offer.size ?? 0)
    settings.events(
      .file(
        FileEnd(
          direction: .receiving, peer: peerName, name: file.name, folder: file.folder, path: file.path, bytes: size,
          seconds: .now - already.startedAt, verified: already.offer.digest.rawValue, alreadyThere: true,
          resumedAt: size, digest: XXH3.hexadecimal(digest))))
    confirm(file, id, verified: already.offer.digest.rawValue, alreadyThere: true)
    return true
  }

  /// Whether the same proven peer has sent these bytes before, and they were stored as this very file.
  func wasSentBefore(_ file: ReceivedFile, _ stored: StoredFile) -> Bool {
    guard let key = file.key else { return false }
    // No record is kept of a file of no bytes, which tells nothing.
    if file.bytes == 0 { return true }
    guard let journals, let record = journals.stored.record(key.digest()), let digest = record.digest(file.kind) else {
      return false
    }
    return record.inode == stored.inode && digest == file.finishDigest()
  }

  /// Remembers a file that was stored, for when it is offered again.
  func remember(_ file: ReceivedFile, _ stored: StoredFile) {
    guard let key = file.key, let journals, file.bytes > 0 else { return }
    let record = StoredRecord(
      size: file.bytes, modified: file.modified, xxh3: file.journalDigest(),
      sha256: file.kind == .sha256 ? file.finishDigest() : nil, inode: stored.inode, storedModified: stored.modified,
      number: UInt32(clamping: stored.number))
    journals.stored.add(record, key.digest(), time: UInt32(clamping: Int64(Time.secondsSince1970())))
  }
}
