import Security
import SessionCore

/// What this end is going to send is agreed on first, where the other end wants that; and the other way round.
extension Peer {
  // MARK: Out

  /// Tells the other end the whole of a job; its entries are offered once that is agreed to.
  func list(_ job: SendJob) {
    let id = outgoing.makeID()
    job.isToBeListed(as: id)
    listing[id] = Listing(job: job, writer: ListWriter(id: id))
    job.events(.warning(Failure(.asking, peerName)))
    listMore(id)
  }

  /// Adds entries up to a part's end; the rest follows later, so that a large tree keeps nothing else waiting.
  private func listMore(_ id: TransferID) {
    guard let listed = listing[id], !listed.job.isSettled else { return }
    while let entry = nextToList(of: listed.job) {
      let part = listing[id]?.writer.add(entry)
      if listing[id]?.writer.isFull ?? true {
        return giveUpList(id, Failure(.tooLarge, detail: "more than \(ListWriter.maximumEntries) entries"))
      }
      guard let part else { continue }
      send(ControlMessage.list(part))
      flush()
      return onQueue { $0.listMore(id) }
    }
    guard !listed.job.isOver, let last = listing[id]?.writer.finish() else {
      listing[id] = nil
      return settleJobs()
    }
    send(ControlMessage.list(last))
    flush()
  }

  private func nextToList(of job: SendJob) -> ListedEntry? {
    while true {
      switch job.nextToTell() {
      case .entry(let entry), .input(let entry, _):
        return ListedEntry(kind: entry.kind, path: entry.path, size: entry.kind == .file ? entry.size : nil)
      case .failed(let failure):
        job.failed(nil, failure)
        job.events(.error(failure))
      case .none: return nil
      }
    }
  }

  private func giveUpList(_ id: TransferID, _ failure: Failure) {
    guard let listed = listing.removeValue(forKey: id) else { return }
    send(ControlMessage.cancel(id: id, reason: .user))
    listed.job.settle(failure)
    settleJobs()
    flush()
  }

  /// The other end answered a list; false where the id is none of a list.
  func answeredList(_ id: TransferID, _ refusal: RefusalReason?) -> Bool {
    guard let listed = listing.removeValue(forKey: id) else { return false }
    if let refusal {
      listed.job.settle(refusal == .user ? Failure(.declined) : Failure(refusal: refusal, subject: ""))
      settleJobs()
    } else {
      listed.job.isAgreed()
    }
    return true
  }

  /// The job is given up: its list is of no interest any more.
  func dropList(of job: SendJob) {
    for (id, listed) in listing where listed.job === job {
      listing[id] = nil
      send(ControlMessage.cancel(id: id, reason: .user))
    }
  }

  // MARK: In

  func receivedList(_ part: ListPart) {
    guard let questions = settings.reception.questions, admit() else { return }
    switch lists.received(part) {
    case .nothing: break
    case .decline(let id, let reason): send(ControlMessage.decline(id: id, reason: reason))
    case .ask(let id, let entries):
      inquiries[id] = questions.ask(OfferedList(peer: peerName, entries: entries), of: owner) { [self] isWanted in
        onQueue { $0.answer(id, isWanted) }
      }
    }
  }

  /// The other end gave a list up.
  func abandonList(_ id: TransferID) {
    lists.remove(id)
    inquiries.removeValue(forKey: id)?.drop()
  }

  /// The connection is over: nobody is asked about it.
  ///
  /// Where the peer may come back, what it was allowed to send may come then.
  func dropInquiries(mayComeBack: Bool) {
    for inquiry in inquiries.values { inquiry.drop(isLost: mayComeBack) }
    inquiries = [:]
    guard mayComeBack, let owner, let questions = settings.reception.questions else { return }
    for entries in lists.outstanding() { questions.keep(entries, of: owner) }
  }

  private func answer(_ id: TransferID, _ isWanted: Bool) {
    inquiries[id] = nil
    guard isOpen, lists.answered(id, isWanted: isWanted) else { return }
    if isWanted {
      send(ControlMessage.accept(id: id, offset: 0, proof: nil))
    } else {
      send(ControlMessage.decline(id: id, reason: .user))
    }
    flush()
  }

  /// Why an offer is not taken, by the session's rules and what was agreed on; nil where it is.
  func refusal(of offer: Offer) -> RefusalReason? {
    guard settings.may.contains(.files) else { return .notAllowed }
    // Saved preferences are sent on and shown as such: a file of that name is no way around the right to send them.
    if !settings.may.contains(.preferences), offer.path.split(separator: "/").first == "prefer.plist" {
      return .notAllowed
    }
    guard settings.reception.rules.allows(offer.kind, path: offer.path, size: offer.size) else { return .notAllowed }
    if settings.reception.questions != nil, !lists.admits(offer) { return .notOffered }
    return nil
  }

  /// Declines what the rules do not let in.
  func refuse(_ offer: Offer, _ reason: RefusalReason) {
    incoming.remove(offer.id)
    warnNotTaken(offer.path)
    send(ControlMessage.decline(id: offer.id, reason: reason))
  }

  /// Tells of a file that was not taken, or counts it among those behind it.
  func warnNotTaken(_ path: String) {
    if notTaken.refused(path, at: .now) { settings.events(.warning(Failure(.notTaken, path))) }
  }

  /// Tells of the files that were not taken and only counted.
  func tellNotTaken(_ rest: RefusedFiles.Rest?) {
    switch rest {
    case .one(let path): settings.events(.warning(Failure(.notTaken, path)))
    case .several(let count): settings.events(.warning(Failure(.othersNotTaken, "\(count)")))
    case nil: break
    }
  }
}

/// A job whose list is being told, or waits for its answer.
struct Listing {
  var job: SendJob
  var writer: ListWriter
}
