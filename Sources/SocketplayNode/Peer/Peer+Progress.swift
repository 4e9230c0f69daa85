import SessionCore
import Sys
import Transport

/// How far the files under way have got.
extension Peer {
  /// Whether there is progress to tell from time to time.
  var hasProgress: Bool { !outgoingFiles.isEmpty || !incomingFiles.isEmpty || !originalFiles.isEmpty || piped != nil }

  /// How the peer stands, for `status`; nil where it is none.
  func status() -> (peer: SessionStatus.Peer, transfers: [FileProgress])? {
    guard case .admitted(let name) = phase, let connection else { return nil }
    var peer = SessionStatus.Peer(
      name: name, address: settings.address, security: settings.security, original: isOriginal, since: connectedAt,
      sent: connection.sent, received: connection.received, rtt: connection.measure()?.roundTrip)
    peer.isGuess = isGuess
    return (peer, progress(at: .now))
  }

  /// Tells each file that is larger than a chunk how far it has got.
  func tellProgress(_ now: Moment) {
    tellChecks(now)
    for file in outgoingFiles.values
    where checks[file.offer.id] == nil && (file.offer.size ?? .max) > Int64(ChunkSizer.largest) {
      file.meter.update(file.bytes, at: now)
      file.job.events(.fileProgress(progress(of: file)))
    }
    for file in receivedFiles where file.isUnderWay && (file.size ?? .max) > Int64(ChunkSizer.largest) {
      file.meter.update(file.bytes, at: now)
      settings.events(.fileProgress(file.progress(from: peerName)))
    }
    if let piped {
      piped.meter.update(piped.bytes, at: now)
      settings.events(.fileProgress(piped.progress(from: peerName)))
    }
  }

  /// The files under way, in the order of their names.
  func progress(at now: Moment) -> [FileProgress] {
    let received =
      receivedFiles.map { $0.progress(from: peerName) } + (piped.map { [$0.progress(from: peerName)] } ?? [])
    return (outgoingFiles.values.map(progress(of:)) + received).sorted { $0.name < $1.name }
  }

  private var receivedFiles: [ReceivedFile] { Array(incomingFiles.values) + Array(originalFiles.values) }

  private func progress(of file: OutgoingFile) -> FileProgress {
    FileProgress(
      direction: .sending, peer: peerName, name: file.place.name, folder: file.place.folder, bytes: file.bytes,
      size: file.offer.size, rate: file.meter.rate)
  }
}
