import KeyedArchive
import SessionCore
import Sys

/// The file that a store's history is kept in: its entries one behind the other, each 8 bytes of length, little-endian, and a
/// binary property list.
///
/// Whoever changes the store holds the file's lock meanwhile. Entries are appended; where the file has grown to its limit, it
/// is written anew with the newest half. What a crash left unfinished at its end is cut off.
struct HistoryFile: ~Copyable {
  /// The largest file: a history that is read within a tenth of a second.
  static let maximumSize = 16 << 20
  /// The largest entry; of a larger one the count is kept, and it cannot be taken back.
  static let maximumEntry = 4 << 20
  /// An entry is this program's own: bounded by its file, and as deep as a store's values.
  private static let limits = PropertyListLimits(
    maximumSize: maximumSize, maximumObjects: 1 << 20, maximumDepth: 160, maximumNodes: 1 << 21)

  private let folder: Directory
  private let name: String
  private let file: FileDescriptor
  private var size: Int64

  /// One record of the file: an entry, and what the store looked like behind it.
  struct Record {
    var entry: HistoryEntry
    var stamp: StoreStamp
  }

  private init(folder: consuming Directory, name: String, file: consuming FileDescriptor, size: Int64) {
    self.folder = folder
    self.name = name
    self.file = file
    self.size = size
  }

  /// Opens the file at a path, made with its folder where they are missing, and waits for its lock.
  static func open(_ path: String) throws(StoreError) -> HistoryFile {
    let (parent, name) = Path.split(path)
    do throws(SystemError) {
      let folder = try Directory(makingPath: parent, mode: 0o700)
      let file = try lockedFile(name, in: folder)
      let size = try file.status().size
      return HistoryFile(folder: folder, name: name, file: file, size: size)
    } catch {
      throw .system(error)
    }
  }

  private static func lockedFile(_ name: String, in folder: borrowing Directory) throws(SystemError) -> FileDescriptor {
    while true {
      let file = try folder.openOrCreateFile(name, mode: 0o600)
      try file.lock()
      // Where it was written anew while this waited, the lock is of a file that has no name any more.
      if let present = try folder.status(name), present.inode == (try file.status().inode) { return file }
    }
  }

  /// Whether the file is as it was when its stamp was that: what was read then still holds.
  func isUnchanged(since stamp: StoreStamp?) throws(StoreError) -> Bool {
    try self.stamp() == stamp
  }

  /// What the file looks like from outside.
  func stamp() throws(StoreError) -> StoreStamp {
    do throws(SystemError) { return try folder.status(name).map(StoreStamp.init) ?? .none } catch {
      throw .system(error)
    }
  }

  /// Reads all records; what is not whole at the end is overwritten by the next.
  mutating func read() throws(StoreError) -> [Record] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.read(name, in: folder, maximumSize: 2 * Self.maximumSize)
    } catch {
      throw .system(error)
    }
    var records: [Record] = []
    var start = 0
    while bytes.count - start >= 8 {
      let length = bytes[start..<(start + 8)].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      guard length <= UInt64(bytes.count - start - 8) else { break }
      let end = start + 8 + Int(length)
      guard let record = Self.record(Array(bytes[(start + 8)..<end])) else { throw .history }
      if let last = records.last, record.entry.revision <= last.entry.revision { throw .history }
      records.append(record)
      start = end
    }
    size = Int64(start)
    return records
  }

  /// Adds a record, on disk when this returns; `kept` are those that are there.
  mutating func append(_ record: Record, to kept: [Record]) throws(StoreError) {
    let bytes = try Self.bytes(record)
    let isFull = size + Int64(bytes.count) > Int64(Self.maximumSize) || kept.count >= 2 * History.maximumEntries
    do throws(SystemError) {
      if isFull { return try replace(with: bytes, behind: kept) }
      try bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in try file.writeAll(bytes, at: size) }
      // What a crash left behind must not be taken for a record.
      size += Int64(bytes.count)
      try file.setSize(size)
      try file.sync()
    } catch {
      throw .system(error)
    }
  }

  /// Writes the file anew, with the newest records that half of it holds and `bytes` behind them.
  private func replace(with bytes: [UInt8], behind kept: [Record]) throws(SystemError) {
    var newest: [[UInt8]] = []
    var total = bytes.count
    for older in kept.suffix(History.maximumEntries - 1).reversed() {
      guard let one = try? Self.bytes(older) else { break }
      total += one.count
      if total > Self.maximumSize / 2 { break }
      newest.append(one)
    }
    try WholeFile.replace(name, in: folder, with: newest.reversed().flatMap(\.self) + bytes, mode: 0o600)
  }

  private static func bytes(_ record: Record) throws(StoreError) -> [UInt8] {
    var fields = record.entry.fields
    fields["inode"] = .integer(Int128(record.stamp.inode))
    fields["size"] = .integer(Int128(record.stamp.size))
    fields["modified"] = .integer(Int128(record.stamp.modified))
    guard let body = try? PropertyList.dictionary(fields).binary(), body.count <= maximumEntry else {
      guard !record.entry.changes.isEmpty else { throw .history }
      var smaller = record
      smaller.entry.changes = []
      return try bytes(smaller)
    }
    let length = (0..<8).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
    return length + body
  }

  private static func record(_ bytes: [UInt8]) -> Record? {
    guard let fields = try? PropertyList(binary: bytes, limits: limits).dictionaryValue,
      let entry = HistoryEntry(fields: fields), case .integer(let inode)? = fields["inode"],
      case .integer(let size)? = fields["size"], case .integer(let modified)? = fields["modified"],
      let inode = UInt64(exactly: inode), let size = Int64(exactly: size), let modified = Int64(exactly: modified)
    else { return nil }
    return Record(entry: entry, stamp: StoreStamp(inode: inode, size: size, modified: modified))
  }
}
