import SessionCore

/// How what is sent ends: confirmed, refused, given up here, or cut off with the connection.
extension Peer {
  func confirmed(_ id: TransferID, _ stored: Stored) {
    guard let file = outgoingFiles.removeValue(forKey: id) else { return }
    file.job.succeeded(id)
    moved(file.job)
    if file.offer.kind == .file {
      tellEnd(of: file, verified: stored.verified, stored: true, receipt: stored)
    }
    settleJobs()
  }

  /// This end cannot send it: the other end is told, the user too.
  func giveUp(_ id: TransferID, _ failure: Failure) {
    guard outgoing.remove(id) else { return }
    if !isOriginal {
      send(ControlMessage.cancel(id: id, reason: failure.reason == .changed ? .changed : .unreadable))
    }
    failed(id, failure)
  }

  func failed(_ id: TransferID, _ failure: Failure) {
    stopCheck(id)
    guard let file = outgoingFiles.removeValue(forKey: id) else { return }
    file.close()
    file.job.failed(id, failure)
    moved(file.job)
    tellEnd(of: file, verified: "none", stored: false, failure: failure)
    settleJobs()
  }

  func tellEnd(
    of file: OutgoingFile, verified: String, stored: Bool?, receipt: Stored? = nil, failure: Failure? = nil
  ) {
    let place = file.place
    let storedAs = receipt.map { splitPath($0.name).name }
    file.job.events(
      .file(
        FileEnd(
          direction: .sending, peer: peerName, name: place.name, folder: place.folder, path: file.source,
          bytes: file.bytes, seconds: .now - file.startedAt, verified: verified, stored: stored,
          storedAs: storedAs == place.name ? nil : storedAs, alreadyThere: receipt?.alreadyThere ?? false,
          resumedAt: file.resumedAt,
          digest: verified == "none" ? nil : file.digestText, failure: failure)))
  }

  func settleJobs() {
    for job in jobs where job.isOver { job.settle() }
    for job in jobs where job.isSettled { outgoing.removeFlow(job.flow) }
    jobs.removeAll(where: \.isSettled)
  }

  /// Ends every send: the connection is over, or is about to be.
  ///
  /// Where the peer may come back, what is left of each can go on then.
  func settleAll(_ failure: Failure, mayComeBack: Bool) {
    for job in jobs {
      var left: [FileWalk.Entry] = []
      for id in job.underWay.sorted() {
        guard let file = outgoingFiles.removeValue(forKey: id) else { continue }
        file.close()
        left.append(file.entry)
      }
      if mayComeBack { job.suspend(left, failure) } else { job.settle(failure) }
    }
    jobs = []
    listing = [:]
    for delivery in deliveries.values { delivery.finish(.failure(failure)) }
    deliveries = [:]
  }
}
