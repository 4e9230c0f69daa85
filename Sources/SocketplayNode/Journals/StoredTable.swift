import Sys

/// The files that were stored, in the state folder: a file of fixed size at most, in which each key has one place.
///
/// 32,768 buckets of 1,024 bytes hold six records each. A key belongs to one bucket, so to look one up is one read,
/// and to add one a read and a write, however many there are; the oldest of a full bucket gives way. A record that is
/// damaged, or torn by two processes that write at once, counts as none. Nothing is synced: a record that is lost costs
/// a file that comes again, and is then recognised by its bytes.
final class StoredTable: Sendable {
  static let buckets = 32_768
  static let bucketSize = 1_024
  static let recordsPerBucket = bucketSize / StoredRecord.byteCount

  private let file: FileDescriptor

  /// Opens the table of a folder, making it where it is not there.
  init(in directory: borrowing Directory) throws(SystemError) {
    file = try directory.openOrCreateFile("stored.table", mode: 0o600)
  }

  /// What is remembered under a key of 32 bytes.
  func record(_ key: [UInt8]) -> StoredRecord? {
    let bucket = read(key)
    for start in Self.starts where bucket[start..<(start + 32)] == key[...] {
      return StoredRecord(bytes: bucket[start..<(start + StoredRecord.byteCount)])
    }
    return nil
  }

  /// Remembers a record under a key of 32 bytes, in place of an earlier one; `time` in seconds since 1970.
  func add(_ record: StoredRecord, _ key: [UInt8], time: UInt32) {
    let bucket = read(key)
    func age(_ start: Int) -> (UInt8, UInt32) {
      let bytes = bucket[start..<(start + StoredRecord.byteCount)]
      return (bytes.prefix(32) == key[...] ? 0 : 1, StoredRecord.time(of: bytes))
    }
    // Its own place; else one that was never written, whose time is 0; else the oldest.
    guard let start = Self.starts.min(by: { age($0) < age($1) }) else { return }
    try? record.bytes(key, time: time).span.withUnsafeBytes { (bytes) throws(SystemError) in
      try file.writeAll(bytes, at: Self.position(of: key) + Int64(start))
    }
  }

  private static let starts = (0..<recordsPerBucket).map { $0 * StoredRecord.byteCount }

  private static func position(of key: [UInt8]) -> Int64 {
    let number = key.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(buckets)
    return Int64(number) * Int64(bucketSize)
  }

  /// The bucket of a key; zeros for what was never written, or cannot be read.
  private func read(_ key: [UInt8]) -> [UInt8] {
    precondition(key.count == 32, "a key is a SHA-256")
    var bucket = [UInt8](repeating: 0, count: Self.bucketSize)
    var span = bucket.mutableSpan
    _ = try? span.withUnsafeMutableBytes { (buffer) throws(SystemError) in
      try file.readAll(into: buffer, at: Self.position(of: key))
    }
    return bucket
  }
}
