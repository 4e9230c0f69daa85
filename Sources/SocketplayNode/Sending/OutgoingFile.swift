import Digest
import SessionCore
import Sys
import Transport

/// A file under way to the other end: its source, what was read of it, and whom to tell.
final class OutgoingFile {
  let offer: Offer
  let source: String
  /// The send it belongs to, and where in its tree the file begins.
  let job: SendJob
  let base: Int64
  let startedAt: Moment
  /// Bytes handed to the connection.
  var bytes: Int64 = 0
  var meter: RateMeter
  /// What goes around each chunk of the same length but the last.
  var envelope: BulkFrame?
  private var descriptor: FileDescriptor?
  /// What the descriptor is open at.
  private var version: SharedBlocks.File?
  private var tap: InputTap?
  /// Called when a source that had nothing has something.
  private var whenReady: (@Sendable () -> Void)?
  private var digest: FileDigest
  /// Where it goes on; 0 where it begins anew.
  private(set) var resumedAt: Int64 = 0
  /// Whether the other end had bytes of another version of it.
  var isRestarted = false

  init(offer: Offer, source: String, job: SendJob, now: Moment) {
    self.offer = offer
    digest = FileDigest(offer.digest)
    self.source = source
    self.job = job
    base = job.offeredBytes
    startedAt = now
    meter = RateMeter(now: now)
  }

  /// The base name, and the folder it stands in.
  var place: (folder: String?, name: String) { splitPath(offer.path) }

  /// What it was offered from.
  var entry: FileWalk.Entry {
    FileWalk.Entry(
      source: source, path: offer.path, kind: offer.kind, size: offer.size, modified: offer.modified)
  }

  /// Opens the source; a file that is not the one that was offered is `changed`.
  func open() throws(Failure) {
    guard tap == nil, descriptor == nil, offer.kind == .file else { return }
    let status: FileStatus
    do throws(SystemError) {
      status = try openSource()
    } catch {
      throw Failure(local: error, path: source)
    }
    guard status.kind == .regular, status.size == offer.size ?? status.size else {
      descriptor = nil
      throw Failure(.changed, source)
    }
    version = SharedBlocks.File(status)
  }

  private func openSource() throws(SystemError) -> FileStatus {
    let file = try WholeFile.openForReading(source)
    let status = try file.status()
    file.adviseSequential()
    descriptor = consume file
    return status
  }

  /// Reads from an input, where there is one, instead of `source`: standard input, or a file that goes to several peers.
  ///
  /// `whenReady` is called when what gave nothing is to be read again.
  func use(_ tap: InputTap?, whenReady: @escaping @Sendable () -> Void) {
    self.tap = tap
    self.whenReady = whenReady
  }

  /// Where its next byte stands in the tree; nil where all was read.
  var position: Int64? { bytes < offer.size ?? .max ? base + bytes : nil }

  /// Whether its bytes can be read only once, and in order.
  var isPipe: Bool { tap != nil }

  /// Starts again from the first byte.
  func rewind() {
    bytes = 0
    resumedAt = 0
    digest = FileDigest(offer.digest)
    envelope = nil
    descriptor = nil
  }

  /// A check whether `proof` is the digest of its first bytes; it must be open.
  func check(_ proof: Mark) throws(Failure) -> PrefixCheck {
    let duplicate: FileDescriptor?
    do throws(SystemError) {
      duplicate = try descriptor?.duplicate()
    } catch {
      throw Failure(local: error, path: source)
    }
    guard let file = consume duplicate else { throw Failure(.unreadable, source) }
    return PrefixCheck(file, marks: [proof], in: .proof, digest: FileDigest(offer.digest))
  }

  /// Its first bytes are at the other end already.
  func resume(_ outcome: PrefixCheck.Outcome, now: Moment) {
    guard let proven = outcome.digest?.take() else { return }
    digest = proven
    bytes = outcome.offset
    resumedAt = outcome.offset
    meter = RateMeter(now: now, bytes: bytes)
  }

  /// What reading a planned range gave.
  enum Piece {
    case bytes(Int, isLast: Bool)
    /// An input has nothing now.
    case notReady
  }

  /// Reads the planned range into `buffer` and adds it to the digest.
  func read(_ plan: OutgoingTransfers.Plan, into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Piece {
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<plan.length])
    let piece: Piece
    if let tap {
      piece = try read(tap, plan, into: room)
    } else {
      piece = try readFile(plan, into: room)
    }
    if case .bytes(let count, _) = piece {
      digest.update(UnsafeRawBufferPointer(rebasing: room[..<count]))
      bytes += Int64(count)
    }
    return piece
  }

  private func read(
    _ tap: InputTap, _ plan: OutgoingTransfers.Plan, into room: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Piece {
    // The empty pieces that end a file toward an original.
    if plan.length == 0 { return .bytes(0, isLast: plan.isLast) }
    let piece = try tap.take(into: room, whenReady: whenReady ?? {})
    guard offer.size != nil, case .bytes(let count, let isAtEnd) = piece else { return piece }
    let isLast = plan.isLast && count == plan.length
    if isAtEnd, bytes + Int64(count) != offer.size { throw Failure(.changed, source) }
    if isLast, try !standsStill() { throw Failure(.changed, source) }
    return .bytes(count, isLast: isLast)
  }

  /// Whether the file at the source is still what was offered.
  private func standsStill() throws(Failure) -> Bool {
    do throws(SystemError) {
      guard let status = try Path.status(source) else { return false }
      return status.size == offer.size && status.modified == offer.modified
    } catch {
      throw Failure(local: error, path: source)
    }
  }

  private func readFile(_ plan: OutgoingTransfers.Plan, into room: UnsafeMutableRawBufferPointer) throws(Failure)
    -> Piece
  {
    guard let descriptor = descriptor?.unowned else { throw Failure(.unreadable, source) }
    var isWhole = false
    do throws(SystemError) {
      guard let count = try fill(room, descriptor, at: plan.offset) else { return .notReady }
      isWhole = count == plan.length
      // The last piece: what was sent is only the file if the file stood still.
      if isWhole, plan.isLast {
        let status = try descriptor.status()
        isWhole = status.size == offer.size && status.modified == offer.modified
      }
    } catch {
      throw Failure(local: error, path: source)
    }
    guard isWhole else { throw Failure(.changed, source) }
    return .bytes(plan.length, isLast: plan.isLast)
  }

  /// Reads, or tells nil where other peers are too far behind.
  private func fill(
    _ room: UnsafeMutableRawBufferPointer, _ descriptor: UnownedDescriptor, at offset: Int64
  ) throws(SystemError) -> Int? {
    guard let taker = job.taker, let version else { return try descriptor.readAll(into: room, at: offset) }
    return try taker.read(
      version, descriptor, into: room, at: offset, place: base + offset, whenReady: whenReady ?? {})
  }

  /// Lets the source go.
  func close() {
    descriptor = nil
    tap?.stop()
    tap = nil
  }

  /// Closes the source and tells the digest of all that was read.
  func finish() -> [UInt8] {
    close()
    return digest.finish()
  }

  /// The digest of all that was read, as text.
  var digestText: String { XXH3.hexadecimal(digest.finish()) }
}
