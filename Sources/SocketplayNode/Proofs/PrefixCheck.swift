import SessionCore
import Synchronization
import Sys

/// The digest that a file's first bytes are said to have.
struct Mark: Sendable, Hashable {
  /// How many bytes.
  var offset: Int64
  /// Their digest.
  var digest: [UInt8]
}

/// Reads the first bytes of a file again and finds out how far they are what they are said to be.
///
/// A mark holds where the digest of all bytes before it is the one it names: so the last that holds proves everything
/// before it, whatever the others say.
final class PrefixCheck: Sendable {
  /// What a check came to.
  struct Outcome: Sendable {
    /// The last mark that held; 0 for none.
    var offset: Int64
    /// The marks that held, up to it.
    var agreed: [Mark]
    /// The digests of the bytes before it, which go on from there; nil for none.
    var digest: Handover<FileDigest>?
  }

  /// What is read in one go: long enough to be worth its turn, short enough that others get theirs.
  static let slice = 8 << 20
  /// What one call reads: more would be kept by the allocator for every thread that a slice ran on.
  private static let readSize = 128 << 10

  private struct Work: ~Copyable {
    let file: FileDescriptor
    var marks: ArraySlice<Mark>
    var offset: Int64 = 0
    var digest: FileDigest
    var best: FileDigest?
    var agreed: [Mark] = []
  }

  /// How many bytes there are to read at most.
  let size: Int64
  private let kind: Kind
  private let bytesRead = Atomic<Int64>(0)
  private let isCancelled = Atomic(false)
  private let work: Mutex<Work>

  /// Which of the digests the marks are in.
  enum Kind: Sendable {
    /// A journal's.
    case journal
    /// What the two ends agreed on.
    case proof
  }

  /// A check of `file`, over `marks` in the order of their offsets.
  init(_ file: consuming FileDescriptor, marks: [Mark], in kind: Kind, digest: consuming FileDigest) {
    size = marks.last?.offset ?? 0
    self.kind = kind
    work = Mutex(Work(file: file, marks: marks[...], digest: digest))
  }

  /// How many bytes were read so far.
  var progress: Int64 { bytesRead.load(ordering: .relaxed) }

  /// Ends it with the next slice: it then came to nothing.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  /// Reads the next slice; what it came to, once it is over.
  ///
  /// Blocks on the disk.
  func advance() -> Outcome? {
    if isCancelled.load(ordering: .relaxed) { return Outcome(offset: 0, agreed: [], digest: nil) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.readSize, alignment: 64)
    defer { buffer.deallocate() }
    return work.withLock { work in
      let end = work.offset + Int64(Self.slice)
      while work.offset < end, let mark = work.marks.first {
        let count = Int(min(Int64(buffer.count), mark.offset - work.offset))
        let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        // What cannot be read proves nothing, and neither does what is not there.
        guard (try? work.file.readAll(into: piece, at: work.offset)) == count else { return finish(&work) }
        work.digest.update(UnsafeRawBufferPointer(piece))
        work.offset += Int64(count)
        if work.offset == mark.offset { meet(mark, &work) }
      }
      bytesRead.store(work.offset, ordering: .relaxed)
      return work.marks.isEmpty ? finish(&work) : nil
    }
  }

  /// Runs it to its end at once: for files that are small.
  func finishNow() -> Outcome {
    while true {
      if let outcome = advance() { return outcome }
    }
  }

  private func meet(_ mark: Mark, _ work: inout Work) {
    work.marks.removeFirst()
    let digest = kind == .journal ? work.digest.mark() : work.digest.finish()
    guard digest == mark.digest else { return }
    work.agreed.append(mark)
    work.best = work.digest.copy()
  }

  private func finish(_ work: inout Work) -> Outcome {
    work.marks = []
    var best: FileDigest?
    swap(&best, &work.best)
    guard let digest = best, let last = work.agreed.last else { return Outcome(offset: 0, agreed: [], digest: nil) }
    return Outcome(offset: last.offset, agreed: work.agreed, digest: Handover(digest))
  }
}
