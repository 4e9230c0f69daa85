import Framing
import KeyedArchive
import SessionCore

/// What comes: each frame's package, handed to the part it concerns.
extension Peer {
  /// Takes one frame's body, valid for this call only.
  func received(_ body: UnsafeRawBufferPointer) {
    let package: ReceivedPackage
    do throws(PackageError) {
      package = try decoder.decode(body: body, limits: ProductLimits.package)
    } catch {
      return badPacket(Failure(package: error, peer: peerName))
    }
    let data = package.data.map { UnsafeRawBufferPointer(rebasing: body[$0]) }
    switch package.kind {
    case .control:
      receivedControl(package, data)
    case .file, .folderFile:
      guard beforeOriginalKind() else { return }
      if isOriginal || isOfOriginalForm(package) {
        receivedPiece(package, data)
      } else if package.kind == .file {
        receivedChunk(package, data)
      }
    case .text:
      guard package.intent == .data, beforeOriginalKind() else { return }
      receivedText(package)
    case .preferences:
      guard beforeOriginalKind() else { return }
      switch package.intent {
      case .data: receivedPreferences(package, data)
      case .start: receivedStart(package, data)
      default: break
      }
    default:
      break
    }
  }

  /// Whether a file's package is what an original sends, though its sender has greeted.
  ///
  /// Without encryption a joiner takes a host for an original that is silent because its user is being asked: what it sent in that
  /// belief comes behind its greeting.
  private func isOfOriginalForm(_ package: ReceivedPackage) -> Bool {
    settings.identity == nil && (package.kind == .folderFile || package.word == nil)
  }

  /// A package of kind 1 to 4 has come: it may tell an original, and makes a peer of whoever sent it.
  private func beforeOriginalKind() -> Bool {
    changed(presence.receivedOriginalKind(), hasSpoken: true)
    return isOpen && admit()
  }

  /// Tells what the peer asked for in vain: it may do so as often as it likes, so not each time.
  func report(_ failure: Failure) {
    guard reports.admits(at: .now) else { return }
    reportUntold()
    settings.events(.error(failure))
  }

  /// Tells how often it was not told.
  func reportUntold() {
    if let count = reports.takeUntold() { settings.events(.warning(Failure(.untold, String(count), detail: peerName))) }
  }

  /// One clear error for each packet that is none of ours; the connection lives on, unless they do not end.
  func badPacket(_ failure: Failure) {
    settings.events(.error(failure))
    badPackets += 1
    if badPackets >= Self.maximumBadPackets { end(.broken, failure) }
  }

  private func receivedControl(_ package: ReceivedPackage, _ data: UnsafeRawBufferPointer?) {
    if let verb = package.word, package.intent == .none, verb.hasPrefix(PreferencesMessage.prefix) {
      guard let data, isOpen, case .socketplay = presence.peer else { return }
      guard let message = PreferencesMessage(verb: verb, data: data) else {
        return receivedUnreadable(verb: verb, data: data)
      }
      return received(message)
    }
    guard package.intent == .none, let verb = package.word, let data,
      let message = ControlMessage(verb: verb, data: data)
    else { return }
    if case .hello(let hello) = message { return changed(presence.received(hello)) }
    // A host that is full says so in place of a greeting.
    if case .bye(.busy) = message, case .unknown = presence.peer { return receivedGoodbye(.busy) }
    // Who is leaving listens for nothing but the other end's goodbye: what comes behind dropped chunks has no meaning.
    guard isOpen else {
      if case .bye(let goodbye) = message { receivedGoodbye(goodbye) }
      return
    }
    // Before a greeting, or of one taken for an original, nothing else is meant.
    guard case .socketplay = presence.peer else { return }
    switch message {
    case .hello: break
    case .ping(let token): send(ControlMessage.pong(token: token))
    case .pong: break
    case .bye(let goodbye): receivedGoodbye(goodbye)
    case .got(let receipt): receivedReceipt(receipt)
    case .list(let part): receivedList(part)
    case .accept(let id, let offset, let proof, let changed):
      if answeredList(id, nil) { return }
      if changed { outgoingFiles[id]?.isRestarted = true }
      acted(outgoing.accepted(id, offset: offset, proof: proof))
    case .credit(let id, let bytes): outgoing.credited(id, bytes: bytes)
    case .stored(let stored): acted(outgoing.stored(stored))
    case .decline(let id, let reason):
      if !answeredList(id, reason) { acted(outgoing.refused(id, reason)) }
    case .cancel(let id, let reason): receivedCancel(id, reason)
    case .offer(let offer): receivedOffer(offer)
    case .begin(let id, let offset): receivedBegin(id, offset)
    case .done(let id, let size, let digest): receivedDone(id, size, digest)
    }
  }

  private func receivedGoodbye(_ goodbye: Goodbye) {
    switch goodbye {
    case .goodbye: end(.goodbye)
    case .restart: end(.restart)
    case .busy: end(.busy, Failure(.busy, peerName))
    }
  }

  /// Either end may cancel; the id's parity tells whose transfer it is.
  private func receivedCancel(_ id: TransferID, _ reason: RefusalReason) {
    if answeredList(id, reason) { return }
    abandonList(id)
    acted(outgoing.refused(id, reason))
    guard incoming.remove(id) else { return }
    abandonPiped(id, because: reason)
    abandon(id, because: reason)
  }

  /// The other end turned out to speak the extension: files under way start again with an offer.
  func upgrade() {
    let isNew = phase == .provisional
    guard admit() else { return }
    abandonOriginalFiles()
    for job in jobs { job.takesTrees() }
    for offer in outgoing.upgrade() {
      // What was taken out of a pipe is gone.
      if let file = outgoingFiles[offer.id], file.isPipe, file.bytes > 0 {
        giveUp(offer.id, Failure(.changed, "-"))
        continue
      }
      outgoingFiles[offer.id]?.rewind()
      send(ControlMessage.offer(offer))
    }
    // What was told to be an original is none.
    if !isNew {
      settings.events(
        .connected(peer: peerName, address: settings.address, security: settings.security, original: false))
    }
  }
}
