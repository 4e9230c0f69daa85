import Digest
import Sys

/// The journal of a part: whose it is, and digests of how it began, from mark to mark.
///
/// It is a hint and proves nothing: before a part is resumed its bytes are read again, and a mark counts only where they
/// agree. So nothing of it is ever synced; what is lost or damaged only makes less of the part count.
///
///     8 bytes   SPLAYjr1
///     4 bytes   length of the header, little-endian
///     header    a binary property list
///     16 bytes  xxh3-128 of the header
///     24 bytes  for each mark: offset, little-endian, and the xxh3-128 of the part's bytes before it
final class Journal: Sendable {
  static let magic = Array("SPLAYjr1".utf8)
  static let markSize = 24
  /// The marks that are read: twice what `step(for:)` makes for a file.
  static let maximumMarks = 8_192
  /// Bytes between two marks, at least: 40 chunks of the largest size.
  static let smallestStep: Int64 = 8_192_000

  private let folder: JournalFolder
  private let name: String
  private let file: FileDescriptor

  init(_ file: consuming FileDescriptor, name: String, in folder: JournalFolder) {
    self.file = file
    self.name = name
    self.folder = folder
  }

  /// Bytes between two marks of a file of that size: at most 4,096 of them.
  static func step(for size: Int64) -> Int64 { max(smallestStep, size / 4_096) }

  /// Adds a mark.
  ///
  /// Where that fails the part can be resumed from an earlier one.
  func add(_ mark: Mark) {
    try? file.writeAll(Self.bytes(of: mark))
  }

  /// Forgets the part.
  ///
  /// One of the same name that was written meanwhile, for another part, stays.
  func remove() {
    if folder.isStill(file, name) { folder.remove(name) }
  }

  static func bytes(of mark: Mark) -> [UInt8] {
    withUnsafeBytes(of: UInt64(bitPattern: mark.offset).littleEndian) { Array($0) } + mark.digest
  }

  /// The whole journal.
  static func bytes(of header: JournalHeader, _ marks: [Mark]) -> [UInt8] {
    let body = header.bytes
    let length = withUnsafeBytes(of: UInt32(body.count).littleEndian) { Array($0) }
    return magic + length + body + XXH3.digest(of: body) + marks.flatMap(bytes(of:))
  }

  /// Reads a journal: nil where its header is damaged; of the marks, those that can be meant, in their order.
  static func parse(_ bytes: [UInt8]) -> (header: JournalHeader, marks: [Mark])? {
    let start = magic.count + 4
    guard bytes.count >= start, Array(bytes[..<magic.count]) == magic else { return nil }
    let length = bytes[magic.count..<start].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length <= JournalHeader.maximumSize, bytes.count >= start + length + 16 else { return nil }
    let body = Array(bytes[start..<(start + length)])
    guard XXH3.digest(of: body) == Array(bytes[(start + length)..<(start + length + 16)]),
      let header = JournalHeader(bytes: body)
    else { return nil }
    var marks: [Mark] = []
    var at = start + length + 16
    while at + markSize <= bytes.count, marks.count < maximumMarks {
      let offset = bytes[at..<(at + 8)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let digest = Array(bytes[(at + 8)..<(at + markSize)])
      at += markSize
      guard let offset = Int64(exactly: offset), offset > marks.last?.offset ?? 0, offset <= header.size else {
        continue
      }
      marks.append(Mark(offset: offset, digest: digest))
    }
    return (header, marks)
  }
}
