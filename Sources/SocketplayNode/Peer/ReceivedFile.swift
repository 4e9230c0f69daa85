import Digest
import SessionCore
import Sys

/// A file under way from the other end: where its bytes go, and what has come of them.
///
/// Confined to its peer's actor.
final class ReceivedFile {
  let path: RelativePath
  private(set) var file: IncomingFile
  /// Whether it had to be stored in another folder than it came to.
  private(set) var isMoved = false
  let size: Int64?
  let kind: Offer.Digest
  /// What it is known by, where its sender is proven.
  let key: TransferKey?
  let modified: Int64?
  let startedAt: Moment
  private(set) var bytes: Int64 = 0
  /// Where it goes on; 0 where it begins anew.
  private(set) var resumedAt: Int64 = 0
  /// Whether what there was of it proved to be of another source, or another version of it.
  var isRestarted = false
  var meter: RateMeter
  /// What plays it while it comes; nil for what is not played.
  var song: ArrivingSong?
  private var digest: FileDigest
  private var lastMark: Int64 = 0
  private var nextMark = Int64.max

  init(
    path: RelativePath, file: IncomingFile, size: Int64?, modified: Int64?, kind: Offer.Digest = .xxh3,
    key: TransferKey? = nil, now: Moment
  ) {
    self.kind = kind
    self.key = key
    digest = FileDigest(kind)
    self.path = path
    self.file = file
    self.size = size
    self.modified = modified
    startedAt = now
    meter = RateMeter(now: now)
    isUnderWay = file.journal == nil
    if file.journal != nil { nextMark = Journal.step(for: size ?? 0) }
  }

  /// What there is of it has proved to be its first bytes.
  func resume(_ outcome: PrefixCheck.Outcome, now: Moment) {
    guard let proven = outcome.digest?.take() else { return }
    digest = proven
    bytes = outcome.offset
    resumedAt = outcome.offset
    lastMark = outcome.offset
    nextMark = outcome.offset + Journal.step(for: size ?? 0)
    meter = RateMeter(now: now, bytes: bytes)
  }

  /// Whether the sender has begun.
  private(set) var isUnderWay: Bool

  /// The sender begins there: what was not proven is cut off.
  ///
  /// At 0, where it does not go on, nothing counts as received.
  func begin(at offset: Int64, now: Moment) throws(ReceiveError) {
    isUnderWay = true
    if offset != resumedAt {
      digest = FileDigest(kind)
      bytes = 0
      resumedAt = 0
      lastMark = 0
      nextMark = file.journal == nil ? .max : Journal.step(for: size ?? 0)
      meter = RateMeter(now: now)
      isRestarted = true
    }
    if file.journal != nil { try file.cut(to: offset) }
  }

  /// What the other end compares with its own first bytes; nil where there are none.
  var proof: [UInt8]? { resumedAt > 0 ? digest.finish() : nil }

  /// Its bytes are copied to another file, which is stored in its place.
  func move(to other: IncomingFile) {
    file = other
    isMoved = true
  }

  /// Notes how far it has got.
  func mark() {
    guard let journal = file.journal, bytes > lastMark else { return }
    journal.add(Mark(offset: bytes, digest: digest.mark()))
    lastMark = bytes
    nextMark = bytes + Journal.step(for: size ?? 0)
  }

  deinit {
    // Of what was stored this changes nothing.
    song?.isAbandoned()
  }

  /// The base name as it is going to be stored, and the folder it goes to.
  var name: String { path.components.last ?? "" }
  var folder: String? { path.components.count > 1 ? path.components.dropLast().joined(separator: "/") : nil }

  /// Writes a chunk, in place in the receive buffer, and adds it to the digest.
  func write(_ chunk: UnsafeRawBufferPointer, at offset: Int64) throws(ReceiveError) {
    try file.write(chunk, at: offset)
    digest.update(chunk)
    bytes += Int64(chunk.count)
    if bytes >= nextMark { mark() }
    song?.has(offset + Int64(chunk.count))
  }

  /// The xxh3-128 of all that came.
  func journalDigest() -> [UInt8] { digest.mark() }

  /// The digest of all that came, which the two ends compare.
  func finishDigest() -> [UInt8] { digest.finish() }

  func begin(from peer: String) -> FileBegin {
    FileBegin(
      direction: .receiving, peer: peer, name: name, folder: folder, size: size, resumedAt: resumedAt,
      restarted: isRestarted)
  }

  func progress(from peer: String) -> FileProgress {
    FileProgress(
      direction: .receiving, peer: peer, name: name, folder: folder, bytes: bytes, size: size, rate: meter.rate)
  }

  func end(_ stored: StoredFile, from peer: String, verified: String, now: Moment) -> FileEnd {
    song?.isStored(at: stored.path)
    return FileEnd(
      direction: .receiving, peer: peer, name: stored.name, folder: stored.folder, path: stored.path, bytes: bytes,
      seconds: now - startedAt, verified: verified, alreadyThere: stored.alreadyThere, resumedAt: resumedAt,
      digest: verified == "none" ? nil : XXH3.hexadecimal(digest.finish()))
  }
}
