import KeyedArchive
import SessionCore

/// One record of a history's file: an entry, and what the store looked like behind it.
///
/// What was changed stays in its bytes until it is asked for: a history in memory is no larger than its file.
struct HistoryRecord: Sendable {
  /// The largest entry; of a larger one the count is kept, and it cannot be taken back.
  static let maximumEntry = 4 << 20
  /// No record is smaller.
  static let minimumEntry = 64
  /// An entry is this program's own: bounded by its file, and as deep as a store's values.
  private static let limits = PropertyListLimits(
    maximumSize: maximumEntry, maximumObjects: 1 << 20, maximumDepth: 160, maximumNodes: 1 << 21)

  /// What is kept of an entry has fewer values than are read: the history stays readable, and is read soon.
  private static let keptLimits = PropertyListLimits(
    maximumSize: maximumEntry, maximumObjects: 1 << 19, maximumDepth: 160, maximumNodes: 1 << 19)

  /// The entry without its changes.
  private let head: HistoryEntry
  /// The store behind it.
  let stamp: StoreStamp
  /// The record as the file has it, without its length.
  let bytes: [UInt8]
  /// Whether it has all that was changed.
  let isWhole: Bool

  /// The record of an entry: without its changes where they are too large.
  init(_ entry: HistoryEntry, stamp: StoreStamp) throws(StoreError) {
    var head = entry
    head.changes = []
    self.head = head
    self.stamp = stamp
    let whole = Self.bytes(of: entry, stamp)
    guard let bytes = whole ?? Self.bytes(of: head, stamp) else { throw .historyEntry }
    self.bytes = bytes
    isWhole = whole != nil
  }

  /// The record that the bytes hold; nil where they hold none.
  init?(_ bytes: [UInt8]) {
    guard let fields = try? PropertyList(binary: bytes, limits: Self.limits).dictionaryValue,
      var entry = HistoryEntry(fields: fields), case .integer(let inode)? = fields["inode"],
      case .integer(let size)? = fields["size"], case .integer(let modified)? = fields["modified"],
      let inode = UInt64(exactly: inode), let size = Int64(exactly: size), let modified = Int64(exactly: modified)
    else { return nil }
    isWhole = entry.isComplete
    entry.changes = []
    head = entry
    stamp = StoreStamp(inode: inode, size: size, modified: modified)
    self.bytes = bytes
  }

  /// The store's revision since then.
  var revision: Int64 { head.revision }

  /// The entry, read from its bytes.
  var entry: HistoryEntry {
    let fields = try? PropertyList(binary: bytes, limits: Self.limits).dictionaryValue
    return fields.flatMap(HistoryEntry.init(fields:)) ?? head
  }

  /// As many bytes of the file it takes.
  var framedSize: Int { bytes.count + 8 }

  /// The bytes of the file: 8 of length, little-endian, and the record.
  var framed: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
  }

  /// The bytes of an entry that can be read again; nil where there are too many, or too much is in them.
  private static func bytes(of entry: HistoryEntry, _ stamp: StoreStamp) -> [UInt8]? {
    var fields = entry.fields
    fields["inode"] = .integer(Int128(stamp.inode))
    fields["size"] = .integer(Int128(stamp.size))
    fields["modified"] = .integer(Int128(stamp.modified))
    guard let bytes = try? PropertyList.dictionary(fields).binary(), bytes.count <= maximumEntry else { return nil }
    // So few bytes cannot hold more than may be kept: a value takes at least one.
    if bytes.count <= keptLimits.maximumNodes { return bytes }
    return (try? PropertyList(binary: bytes, limits: keptLimits)) == nil ? nil : bytes
  }
}
