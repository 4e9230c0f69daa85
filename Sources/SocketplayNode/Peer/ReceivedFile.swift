import Digest
import SessionCore

/// A file under way from the other end: where its bytes go, and what has come of them.
///
/// Confined to its peer's actor.
final class ReceivedFile {
  let path: RelativePath
  let file: IncomingFile
  let size: Int64?
  let modified: Int64?
  let startedAt: Moment
  private(set) var bytes: Int64 = 0
  var meter: RateMeter
  private var digest = XXH3()

  init(path: RelativePath, file: IncomingFile, size: Int64?, modified: Int64?, now: Moment) {
    self.path = path
    self.file = file
    self.size = size
    self.modified = modified
    startedAt = now
    meter = RateMeter(now: now)
  }

  /// The base name as it is going to be stored, and the folder it goes to.
  var name: String { path.components.last ?? "" }
  var folder: String? { path.components.count > 1 ? path.components.dropLast().joined(separator: "/") : nil }

  /// Writes a chunk, in place in the receive buffer, and adds it to the digest.
  func write(_ chunk: UnsafeRawBufferPointer, at offset: Int64) throws(ReceiveError) {
    try file.write(chunk, at: offset)
    digest.update(chunk)
    bytes += Int64(chunk.count)
  }

  /// The xxh3-128 of all that came.
  func finishDigest() -> [UInt8] { digest.finish() }

  func begin(from peer: String) -> FileBegin {
    FileBegin(direction: .receiving, peer: peer, name: name, folder: folder, size: size, resumedAt: 0)
  }

  var progress: FileProgress {
    FileProgress(direction: .receiving, name: name, bytes: bytes, size: size, rate: meter.rate)
  }

  func end(_ stored: StoredFile, from peer: String, verified: String, now: Moment) -> FileEnd {
    FileEnd(
      direction: .receiving, peer: peer, name: stored.name, folder: stored.folder, path: stored.path, bytes: bytes,
      seconds: now - startedAt, verified: verified, alreadyThere: stored.alreadyThere)
  }
}
