import Framing
import SessionCore

/// Files of an original app: pieces that a name holds together, with no size and no digest to compare.
extension Peer {
  func receivedPiece(_ package: ReceivedPackage, _ data: UnsafeRawBufferPointer?) {
    guard let name = package.name else { return }
    let key = OriginalFiles.Key(folder: package.kind == .folderFile ? package.word ?? "" : nil, name: name)
    let action = originals.piece(key, count: data?.count, isLast: package.isLast)
    if let evicted = action.evicts { dropUnfinished(evicted) }
    if action.opens { open(key) }
    guard let offset = action.offset, let data, let file = originalFiles[key] else { return }
    if let maximum = settings.reception.rules.maximumSize, Int64(data.count) > maximum - offset {
      originalFiles[key] = nil
      try? folder?.discard(file.file)
      return refuse(key)
    }
    do throws(ReceiveError) {
      try file.write(data, at: offset)
    } catch {
      originals.refuse(key)
      originalFiles[key] = nil
      try? folder?.discard(file.file)
      return settings.events(.error(error.failure(file.name)))
    }
    if action.closes { store(file, key) }
  }

  private func open(_ key: OriginalFiles.Key) {
    do throws(ReceiveError) {
      let path: RelativePath
      do throws(NameRules.Refusal) {
        path = try RelativePath(original: key)
      } catch {
        throw ReceiveError.name(error)
      }
      try openFolder()
      guard isTaken(key) else { return refuse(key) }
      originalCount += 1
      guard let file = try folder?.begin(path.components, id: partID("o\(originalCount)"), size: nil) else { return }
      let received = ReceivedFile(path: path, file: file, size: nil, modified: nil, now: .now)
      originalFiles[key] = received
      play(received)
      settings.events(.fileBegin(received.begin(from: peerName)))
    } catch {
      originals.refuse(key)
      settings.events(.error(error.failure(key.name)))
    }
  }

  /// Whether the session takes files of an original, which can neither be asked for a list nor held back, of that name.
  private func isTaken(_ key: OriginalFiles.Key) -> Bool {
    let reception = settings.reception
    return reception.questions == nil && reception.output == nil && reception.rules.allows(name: key.name, size: nil)
  }

  private func refuse(_ key: OriginalFiles.Key) {
    originals.refuse(key)
    warnNotTaken(key.name)
  }

  private func store(_ file: ReceivedFile, _ key: OriginalFiles.Key) {
    originalFiles[key] = nil
    originalStores += 1
    let number = originalStores
    let peer = peerName
    storingOriginals[number] = { file.end($0, from: peer, verified: "none", now: .now) }
    let name = file.name
    beginStore()
    desk?.store(file.file, size: file.bytes, modified: nil, folders: takeUnsynced()) { [self] result in
      onQueue { $0.storedOriginal(number, name, result) }
    }
  }

  private func storedOriginal(_ number: Int, _ name: String, _ result: Result<StoredFile?, ReceiveError>) {
    let end = storingOriginals.removeValue(forKey: number)
    switch result {
    case .success(let stored?): if let end { settings.events(.file(end(stored))) }
    case .success(nil): break
    case .failure(let error): settings.events(.error(error.failure(name)))
    }
    endStore()
  }

  private func dropUnfinished(_ key: OriginalFiles.Key) {
    guard let file = originalFiles.removeValue(forKey: key) else { return }
    partial.append(file.name)
    settings.events(.error(Failure(.noEndMarker, file.name)))
  }

  /// The peer turned out to speak the extension and starts again: the pieces that came are dropped.
  func abandonOriginalFiles() {
    _ = originals.unfinished()
    for file in originalFiles.values { try? folder?.discard(file.file) }
    originalFiles = [:]
  }
}
