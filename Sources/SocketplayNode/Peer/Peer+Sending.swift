import Framing
import SessionCore
import Sys
import Transport

/// Files to the other end: jobs offered entry by entry, chunks read as the socket takes them.
extension Peer {
  /// Starts to send files; `finish` is told once how it went.
  func sendFiles(
    _ rest: SendRest, input: InputTap?, events: @escaping Node.Sink,
    finish: @escaping @Sendable (Result<SendOutcome, Failure>) -> Void
  ) -> SendJob? {
    let files = rest.files
    guard isOpen, admit() else {
      finish(.failure(Failure(.lost, peerName)))
      return nil
    }
    let tapped: (FileWalk.Entry, InputTap)?
    do throws(Failure) {
      tapped = try tap(files, input)
    } catch {
      finish(.failure(error))
      return nil
    }
    let shape: FileWalk.Shape =
      isOriginal ? .oneLevel(suffixes: files.all ? nil : FileWalk.originalSuffixes) : .tree
    let job = SendJob(
      rest, walk: rest.walk ?? FileWalk(paths: files.paths, name: files.name, shape: shape), input: tapped,
      flow: outgoing.makeFlow(files.priority, limit: files.limit), events: events, finish: finish)
    jobs.append(job)
    if !isOriginal, presence.has(feature: Hello.askFeature) { list(job) }
    flush()
    return job
  }

  /// The one entry that is read from an input: standard input, or a file that others get too; nil where each is opened.
  private func tap(_ files: FilesToSend, _ input: InputTap?) throws(Failure) -> (FileWalk.Entry, InputTap)? {
    if files.fromDescriptor {
      guard let input, let name = files.name else { throw Failure(.unreadable, "-") }
      return (FileWalk.Entry(source: "-", path: name, kind: .file, size: nil, modified: nil), input)
    }
    guard let input else { return nil }
    var walk = FileWalk(paths: files.paths, name: files.name, shape: .tree)
    return try walk.next().map { ($0, input) }
  }

  /// Gives a job up: what is under way is cancelled at the other end.
  func cancel(_ job: SendJob) {
    for id in job.underWay.sorted() {
      outgoing.remove(id)
      stopCheck(id)
      outgoingFiles.removeValue(forKey: id)?.close()
      if !isOriginal { send(ControlMessage.cancel(id: id, reason: .user)) }
    }
    job.underWay = []
    dropList(of: job)
    job.settle(Failure(.interrupted))
    settleJobs()
    flush()
  }

  // MARK: Offering

  /// Offers entries while the window has room, each of the job that has fewest under way: a tree of thousands of files
  /// does not take the places of a file that is sent beside it.
  func offerMore() {
    var waiting = jobs
    while outgoing.hasRoom, let job = waiting.min(by: { $0.isServedBefore($1) }) {
      if !offerNext(of: job) { waiting.removeAll { $0 === job } }
    }
    settleJobs()
  }

  /// False where the job has nothing left to offer.
  private func offerNext(of job: SendJob) -> Bool {
    let entry: FileWalk.Entry
    var tap: InputTap?
    switch job.next() {
    case .none: return false
    case .failed(let failure):
      job.failed(nil, failure)
      job.events(.error(failure))
      return true
    case .entry(let next): entry = next
    case .input(let next, let reader):
      entry = next
      tap = reader
    }
    let offer = Offer(
      id: outgoing.makeID(), kind: entry.kind, path: entry.path, size: entry.size, modified: entry.modified,
      digest: job.digest, priority: job.priority, list: job.list)
    let file = OutgoingFile(offer: offer, source: entry.source, job: job, now: .now)
    if tap != nil || job.taker != nil {
      file.use(tap) { [weak self] in
        self?.onQueue { peer in
          peer.outgoing.source(offer.id, isReady: true)
          peer.flush()
        }
      }
    }
    outgoing.add(offer, to: job.flow)
    outgoingFiles[offer.id] = file
    job.offered(offer.id, size: offer.size ?? 0)
    if isOriginal {
      begin(offer.id, at: 0)
    } else {
      send(ControlMessage.offer(offer))
    }
    return true
  }

  /// Acts on what the other end said of a transfer.
  func acted(_ action: OutgoingTransfers.Action) {
    switch action {
    case .nothing: break
    case .begin(let id, _, nil): begin(id, at: 0)
    case .begin(let id, let offset, let proof?): prove(id, offset: offset, proof: proof)
    case .confirmed(let id, let stored): confirmed(id, stored)
    case .refused(let id, let reason):
      // To decline what was on no list is its right, and no breach of the protocol of this end's.
      let told = reason == .notOffered ? .notAllowed : reason
      failed(id, Failure(refusal: told, subject: outgoingFiles[id]?.offer.path ?? ""))
    }
  }

  /// Opens the source and lets the transfer go.
  func begin(_ id: TransferID, at offset: Int64) {
    guard let file = outgoingFiles[id] else { return }
    do throws(Failure) {
      try file.open()
    } catch {
      return giveUp(id, error)
    }
    if !isOriginal { send(ControlMessage.begin(id: id, offset: offset)) }
    outgoing.began(id, at: offset)
    moved(file.job)
    guard file.offer.kind == .file else {
      return send(ControlMessage.done(id: id, size: 0, digest: []))
    }
    let place = file.place
    file.job.events(
      .fileBegin(
        FileBegin(
          direction: .sending, peer: peerName, name: place.name, folder: place.folder, size: file.offer.size,
          resumedAt: offset, restarted: file.isRestarted)))
  }

  // MARK: Chunks

  /// The next chunk of whatever file is next, read into `buffer`; nil where none may go now.
  func nextChunk(into buffer: UnsafeMutableRawBufferPointer) -> BulkFrame? {
    guard isOpen, !outgoing.isEmpty, let limit = chunkLimit() else { return nil }
    while isOpen, let plan = outgoing.next(limit: limit, at: .now) {
      guard let file = outgoingFiles[plan.id] else { return nil }
      let piece: OutgoingFile.Piece
      do throws(Failure) {
        piece = try file.read(plan, into: buffer)
      } catch {
        giveUp(plan.id, error)
        continue
      }
      switch piece {
      case .notReady:
        outgoing.source(plan.id, isReady: false)
      case .bytes(let count, let isLast):
        moved(file.job)
        return chunk(of: file, count: count, isLast: isLast)
      }
    }
    return nil
  }

  /// The largest chunk for this link now; nil where none may go yet.
  private func chunkLimit() -> Int? {
    let now = Moment.now
    if sizer.isDue(at: now) {
      sizer.measured(connection?.measure().map(LinkReading.init), at: now)
      connection?.limitUnsent(to: sizer.unsentLimit)
    }
    guard sizer.mayGo(at: now) else { return nil }
    return isOriginal ? ChunkSizer.largest : sizer.limit
  }

  private func chunk(of file: OutgoingFile, count: Int, isLast: Bool) -> BulkFrame {
    let id = file.offer.id
    if !isLast, let envelope = file.envelope, envelope.payloadCount == count {
      outgoing.sentChunk(id, count: count, isLast: false)
      return envelope
    }
    let place = file.place
    let kind: Package.Kind = isOriginal && place.folder != nil ? .folderFile : .file
    let frame = ChunkFrame(
      kind: kind, intent: .data, word: isOriginal ? place.folder : id.description, name: place.name, isLast: isLast,
      payloadCount: count)
    outgoing.sentChunk(id, count: count, isLast: isLast)
    var suffix = frame.suffix
    // `done` travels behind its last chunk as one piece with it: packets of the outbox would overtake the chunk.
    if isLast, let done = sentAll(of: file, in: frame.prefix.count + count + suffix.count) {
      suffix += done.package.frame()
    }
    let envelope = BulkFrame(prefix: frame.prefix, payloadCount: count, suffix: suffix)
    if !isLast { file.envelope = envelope }
    return envelope
  }

  /// The last chunk is on its way: what follows it; toward an original, that was all.
  private func sentAll(of file: OutgoingFile, in bytes: Int) -> ControlMessage? {
    let digest = file.finish()
    guard isOriginal else { return .done(id: file.offer.id, size: file.bytes, digest: digest) }
    afterWriting(bytes) { [self] in
      outgoingFiles[file.offer.id] = nil
      file.job.succeeded(file.offer.id)
      tellEnd(of: file, verified: "none", stored: nil)
      settleJobs()
    }
    return nil
  }

  /// Tells those who get the same files how far this peer is with them.
  func moved(_ job: SendJob) {
    guard let taker = job.taker else { return }
    taker.moved(to: job.underWay.compactMap { outgoingFiles[$0]?.position }.min() ?? job.offeredBytes)
  }
}

extension LinkReading {
  fileprivate init(_ measure: ConnectionMeasure) {
    self.init(rate: measure.deliveryRate, roundTrip: measure.shortestRoundTrip, ahead: measure.unacknowledged)
  }
}

/// The folder and the base name of a relative path.
func splitPath(_ path: String) -> (folder: String?, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (nil, path) }
  return (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
}
