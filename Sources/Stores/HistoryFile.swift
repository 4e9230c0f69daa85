import SessionCore
import Sys

/// The file that a store's history is kept in: its records one behind the other, each 8 bytes of length, little-endian, and a
/// binary property list.
///
/// Whoever changes the store holds the file's lock meanwhile. Records are appended; where the file has grown to its limit, it
/// is written anew with the newest half. What a crash left unfinished at its end is cut off; a file that is damaged otherwise is
/// set aside. One that cannot be written is read as far as it can be, and stays as it is.
struct HistoryFile: ~Copyable {
  /// The largest file: a history that is read within a tenth of a second, and held in memory without a thought.
  static let maximumSize = 16 << 20
  /// Seconds that another process may hold a lock: it makes one change meanwhile.
  static let patience = 5.0
  /// Seconds that somebody waits who only looks.
  static let shortPatience = 1.0

  private let path: String
  private let folder: Directory
  private let name: String
  private var file: FileDescriptor
  private var size: Int64
  /// Why nothing can be put into it; nil where that is not known.
  private var barrier: SystemError?

  private init(
    _ path: String, folder: consuming Directory, name: String, file: consuming FileDescriptor, size: Int64,
    barrier: SystemError?
  ) {
    self.path = path
    self.folder = folder
    self.name = name
    self.file = file
    self.size = size
    self.barrier = barrier
  }

  /// Opens the file at a path, made with its folder where they are missing, and waits for its lock.
  static func open(_ path: String, within patience: Double = patience) throws(StoreError) -> HistoryFile {
    let (parent, name) = Path.split(path)
    do throws(SystemError) {
      let folder = try Directory(makingPath: parent, mode: 0o700)
      var barrier: SystemError?
      let file = try lockedFile(name, in: folder, within: patience, &barrier)
      let size = try file.status().size
      return HistoryFile(path, folder: folder, name: name, file: file, size: size, barrier: barrier)
    } catch {
      throw error.isTimeout ? .locked : .history(path, error)
    }
  }

  /// The records that the file at a path begins with, read while somebody else holds its lock; none where they cannot be read.
  static func peek(_ path: String) -> [HistoryRecord] {
    let (parent, name) = Path.split(path)
    guard let folder = try? Directory(path: parent),
      let bytes = try? WholeFile.read(name, in: folder, maximumSize: 2 * maximumSize)
    else { return [] }
    return HistoryFraming.records(of: bytes).records
  }

  private static func lockedFile(
    _ name: String, in folder: borrowing Directory, within patience: Double, _ barrier: inout SystemError?
  ) throws(SystemError) -> FileDescriptor {
    while true {
      let file = try openedFile(name, in: folder, &barrier)
      try file.lock(within: patience)
      // Where it was written anew while this waited, the lock is of a file that has no name any more.
      if let present = try folder.status(name), present.isSameFile(as: try file.status()) { return file }
    }
  }

  /// The file, to be read alone where it cannot be written.
  private static func openedFile(
    _ name: String, in folder: borrowing Directory, _ barrier: inout SystemError?
  ) throws(SystemError) -> FileDescriptor {
    do throws(SystemError) {
      return try folder.openOrCreateFile(name, mode: 0o600)
    } catch  where error.isReadOnly || error.isNotAllowed {
      barrier = error
    }
    do throws(SystemError) {
      return try folder.openForReading(name)
    } catch  where error.isNotFound {
      // What barred it from being made says more.
      throw barrier ?? error
    }
  }

  /// What the file looks like from outside.
  func stamp() throws(StoreError) -> StoreStamp {
    do throws(SystemError) { return StoreStamp(try file.status()) } catch { throw .history(path, error) }
  }

  /// Reads all records; what a crash left behind them is cut off, and a file that is damaged is set aside.
  mutating func read() throws(StoreError) -> HistoryContent {
    guard size <= 2 * Self.maximumSize else { return mended([], lost: size) }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.read(file, subject: name, maximumSize: 2 * Self.maximumSize)
    } catch {
      throw .history(path, error)
    }
    let (records, end, isDamaged) = HistoryFraming.records(of: bytes)
    if isDamaged {
      return mended(
        records, lost: Int64(bytes.count - end), lastRevision: HistoryFraming.lastRevision(in: bytes[end...]))
    }
    if barrier == nil { TemporaryFile.removeLeftovers(in: folder) }
    // At once: a record behind it would be taken for more of it.
    if end < bytes.count, barrier == nil {
      do throws(SystemError) { try file.setSize(Int64(end)) } catch { barrier = error }
    }
    size = Int64(end)
    return HistoryContent(records: records)
  }

  /// Adds a record, on disk when this returns, to those that are `kept`: the oldest of them go where the file is full.
  mutating func append(_ record: HistoryRecord, to kept: inout [HistoryRecord]) throws(StoreError) {
    let bytes = record.framed
    if let barrier { throw .history(path, barrier) }
    do throws(SystemError) {
      if size + Int64(bytes.count) > Int64(Self.maximumSize) || kept.count >= 2 * History.maximumEntries {
        let newest = Self.newest(of: kept, beside: bytes.count) + [record]
        try replace(with: newest)
        kept = newest
        return
      }
      try write(bytes)
      size += Int64(bytes.count)
      kept.append(record)
    } catch {
      throw .history(path, error)
    }
  }

  /// Writes a record at the end; where there is no room for all of it, none of it stays.
  private borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    let end = size
    do throws(SystemError) {
      try bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in try file.writeAll(bytes, at: end) }
      try file.sync()
    } catch {
      try? file.setSize(end)
      throw error
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
  ///
  /// `ready` runs once it is on disk.
  private mutating func replace(
    with records: [HistoryRecord],
    ready: (borrowing HistoryFile) throws(SystemError) -> Void = { _ throws(SystemError) in }
  ) throws(SystemError) {
    let temporary = TemporaryFile.name()
    let new = try folder.createTemporaryFile(temporary)
    do throws(SystemError) {
      for record in records { try new.writeAll(record.framed) }
      try new.sync()
      try ready(self)
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
  /// Set where the file was damaged, and set aside.
  var damage: HistoryDamage?
  /// Whether they are all there are: else the file is damaged, and nothing could be done about it.
  var isAll = true
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

  /// Sets the file aside, and goes on with what could be read of it; where that cannot be, nothing is put behind the damage.
  private mutating func mended(_ records: [HistoryRecord], lost: Int64, lastRevision: Int64 = 0) -> HistoryContent {
    if barrier != nil { return HistoryContent(records: records, isAll: false) }
    let kept = Self.newest(of: records, beside: 0)
    var aside = ""
    do throws(SystemError) {
      // What takes its place comes first: there may be no space for it.
      try replace(with: kept) { (history) throws(SystemError) in aside = try history.setAside() }
    } catch {
      barrier = error
      return HistoryContent(records: records, isAll: false)
    }
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
