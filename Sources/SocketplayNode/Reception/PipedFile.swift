import Digest
import SessionCore

/// A file under way from the other end to the session's output.
///
/// Confined to its peer's actor.
final class PipedFile {
  let id: TransferID
  let path: RelativePath
  let size: Int64?
  private let startedAt: Moment
  private(set) var bytes: Int64 = 0
  var meter: RateMeter
  let kind: Offer.Digest
  private var digest: FileDigest

  init(_ offer: Offer, path: RelativePath, now: Moment) {
    id = offer.id
    size = offer.size
    kind = offer.digest
    digest = FileDigest(offer.digest)
    self.path = path
    startedAt = now
    meter = RateMeter(now: now)
  }

  var name: String { path.components.last ?? "" }

  /// Counts a chunk and adds it to the digest.
  func take(_ chunk: UnsafeRawBufferPointer) {
    digest.update(chunk)
    bytes += Int64(chunk.count)
  }

  /// The digest of all that came.
  func finishDigest() -> [UInt8] { digest.finish() }

  func begin(from peer: String) -> FileBegin {
    FileBegin(direction: .receiving, peer: peer, name: name, folder: nil, size: size, resumedAt: 0)
  }

  func progress(from peer: String) -> FileProgress {
    FileProgress(direction: .receiving, peer: peer, name: name, bytes: bytes, size: size, rate: meter.rate)
  }

  func end(from peer: String, now: Moment) -> FileEnd {
    FileEnd(
      direction: .receiving, peer: peer, name: name, folder: nil, path: "-", bytes: bytes, seconds: now - startedAt,
      verified: kind.rawValue, digest: XXH3.hexadecimal(digest.finish()))
  }
}
