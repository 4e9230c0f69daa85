import SessionCore
import Sys

/// The file that a store's history is kept in: its records one behind the other, each 8 bytes of length, little-endian, and a
/// binary property list.
///
/// Whoever changes the store holds the file's lock meanwhile. Records are appended; where the file has grown to its limit, it
/// is written anew with the newest half. What a crash left unfinished at its end is cut off; a file that is damaged otherwise is
/// set aside.
struct HistoryFile: ~Copyable {
  /// The largest file: a history that is read within a tenth of a second, and held in memory without a thought.
  static let maximumSize = 16 << 20
  /// Seconds that another process may hold a lock: it makes one change meanwhile.
  static let patience = 5.0

  private let path: String
  private let folder: Directory
  private let name: String
  private var file: FileDescriptor
  private var size: Int64

  private init(
    _ path: String, folder: consuming Directory, name: String, file: consuming FileDescriptor, size: Int64
  ) {
    self.path = path
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
      return HistoryFile(path, folder: folder, name: name, file: file, size: size)
    } catch {
      throw error.isTimeout ? .locked : .history(path, error)
    }
  }

  private static func lockedFile(_ name: String, in folder: borrowing Directory) throws(SystemError) -> FileDescriptor {
    while true {
      let file = try folder.openOrCreateFile(name, mode: 0o600)
      try file.lock(within: patience)
      // Where it was written anew while this waited, the lock is of a file that has no name any more.
      if let present = try folder.status(name), present.isSameFile(as: try file.status()) { return file }
    }
  }

  /// What the file looks like from outside.
  func stamp() throws(StoreError) -> StoreStamp {
    do throws(SystemError) { return StoreStamp(try file.status()) } catch { throw .history(path, error) }
  }

  /// Reads all records; what a crash left behind them is cut off, and a file that is damaged is set aside.
  mutating func read() throws(StoreError) -> HistoryContent {
    do throws(SystemError) {
      guard size <= 2 * Self.maximumSize else { return try mend([], lost: size) }
      let bytes = try WholeFile.read(file, subject: name, maximumSize: 2 * Self.maximumSize)
      let (records, end, isDamaged) = HistoryFraming.records(of: bytes)
      if isDamaged {
        return try mend(
          records, lost: Int64(bytes.count - end), lastRevision: HistoryFraming.lastRevision(in: bytes[end...]))
      }
      // At once: a record behind it would be taken for more of it.
      if end < bytes.count { try file.setSize(Int64(end)) }
      size = Int64(end)
      return HistoryContent(records: records)
    } catch {
      throw .history(path, error)
    }
  }

  /// Adds a record, on disk when this returns, to those that are `kept`: the oldest of them go where the file is full.
  mutating func append(_ record: HistoryRecord, to kept: inout [HistoryRecord]) throws(StoreError) {
    let bytes = record.framed
    do throws(SystemError) {
      if size + Int64(bytes.count) > Int64(Self.maximumSize) || kept.count >= 2 * History.maximumEntries {
        let newest = Self.newest(of: kept, beside: bytes.count) + [record]
        try replace(with: newest)
        kept = newest
        return
      }
      let end = size
      try bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in try file.writeAll(bytes, at: end) }
      try file.sync()
      size += Int64(bytes.count)
      kept.append(record)
    } catch {
      throw .history(path, error)
    }
  }

  /// The newest records that half of the file holds beside so many bytes.
  private static func newest(of records: [HistoryRecord], beside bytes: Int) -> [HistoryRecord] {
    var left = maximumSize / 2 - bytes
    var newest: [HistoryRecord] = []
    for record in records.suffix(History.maximumEntries - 1).reversed() {
      left -= record.framedSize
      if left < 0 { break }
      newest.append(record)
    }
    return newest.reversed()
  }

  /// Writes the file anew: the new one is locked before it has its name, so nobody else comes between.
  private mutating func replace(with records: [HistoryRecord]) throws(SystemError) {
    let temporary = ".\(Random.hexadecimal(bytes: 8)).tmp"
    let new = try folder.createFile(temporary, mode: 0o600)
    do throws(SystemError) {
      try new.lock(within: 0)
      for record in records { try new.writeAll(record.framed) }
      try new.sync()
      try folder.rename(temporary, to: name)
    } catch {
      try? folder.unlink(temporary)
      throw error
    }
    size = try new.status().size
    file = new
    try folder.sync()
  }
}

/// What a history's file holds.
struct HistoryContent {
  /// The records, their revisions growing.
  var records: [HistoryRecord]
  /// Set where the file was damaged.
  var damage: HistoryDamage?
}

/// What became of a history's file that was damaged.
struct HistoryDamage {
  /// The path that it was set aside to.
  var path: String
  /// As many changes may have been in what cannot be read of it.
  var lostAtMost: Int64
  /// The newest revision that was still found in it; 0 where none was.
  var lastRevision: Int64
}

extension HistoryFile {
  /// The most files that are set aside: whoever has so many looks into it.
  private static let maximumDamaged = 1_000

  /// Sets the file aside, and goes on with what could be read of it.
  private mutating func mend(
    _ records: [HistoryRecord], lost: Int64, lastRevision: Int64 = 0
  ) throws(SystemError) -> HistoryContent {
    let aside = try setAside()
    let kept = Self.newest(of: records, beside: 0)
    try replace(with: kept)
    let damage = HistoryDamage(
      path: Path.split(path).parent + "/" + aside,
      lostAtMost: min(lost, Int64(Self.maximumSize)) / Int64(HistoryRecord.minimumEntry) + 1,
      lastRevision: lastRevision)
    return HistoryContent(records: kept, damage: damage)
  }

  /// Gives the file a name beside it, `NAME.damaged-1` or the next that is free, and tells it.
  private borrowing func setAside() throws(SystemError) -> String {
    for number in 1..<Self.maximumDamaged {
      let aside = "\(name).damaged-\(number)"
      do throws(SystemError) {
        // A second name first: so there is a history at any time.
        try folder.link(file, as: aside)
        return aside
      } catch  where error.isAlreadyThere {
        continue
      } catch  where error.isNotAllowed || error.isUnsupported {
        // There are no links here.
        if (try folder.status(aside)) != nil { continue }
        try folder.renameWithoutReplacing(name, to: aside, in: folder)
        return aside
      }
    }
    throw SystemError(call: "linkat", subject: name, code: SystemError.alreadyThere)
  }
}
