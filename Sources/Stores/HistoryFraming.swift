/// Where one record of a history's file ends and the next begins, and what a crash leaves at the end.
enum HistoryFraming {
  /// The records that a file begins with, where they end, and whether what follows is more than a crash leaves.
  static func records(of bytes: [UInt8]) -> (records: [HistoryRecord], end: Int, isDamaged: Bool) {
    var records: [HistoryRecord] = []
    var start = 0
    while start < bytes.count {
      guard let body = body(at: start, of: bytes), let record = HistoryRecord(Array(bytes[body])),
        record.revision > records.last?.revision ?? 0
      else { return (records, start, !isTorn(bytes[start...])) }
      records.append(record)
      start = body.upperBound
    }
    return (records, start, false)
  }

  /// Nobody makes so many changes: a revision beyond it is damaged too.
  private static let maximumRevision: Int64 = 1 << 53

  /// The newest revision of the records that can still be found in the rest of a damaged file; 0 where none can.
  static func lastRevision(in rest: ArraySlice<UInt8>) -> Int64 {
    let bytes = Array(rest)
    var last: Int64 = 0
    var start = 0
    while start + 8 < bytes.count {
      // So begins each record; anything else is no record's beginning, and passed over.
      guard bytes[start + 8] == UInt8(ascii: "b"), bytes[(start + 8)...].starts(with: "bplist00".utf8),
        let body = body(at: start, of: bytes), let record = HistoryRecord(Array(bytes[body])),
        record.revision <= maximumRevision
      else {
        start += 1
        continue
      }
      last = max(last, record.revision)
      start = body.upperBound
    }
    return last
  }

  /// Where the record that begins at `start` has its bytes; nil where it has none, or not all of them.
  private static func body(at start: Int, of bytes: [UInt8]) -> Range<Int>? {
    guard bytes.count - start >= 8, let length = length(bytes[start...]), length <= bytes.count - start - 8 else {
      return nil
    }
    return (start + 8)..<(start + 8 + length)
  }

  /// Whether the rest of a file is a record that was not written to its end: its beginning, or what a file system gives for bytes
  /// that never came to the disk, zeros.
  private static func isTorn(_ rest: ArraySlice<UInt8>) -> Bool {
    if rest.count < 8 || rest.allSatisfy({ $0 == 0 }) { return true }
    guard let length = length(rest), length >= rest.count - 8 else { return false }
    let body = rest.dropFirst(8)
    let isBegun = zip(body, "bplist00".utf8).allSatisfy { $0 == $1 }
    // Of one that has its length the last pages may not have come.
    return isBegun && (length > body.count || body.suffix(32).allSatisfy { $0 == 0 }) || body.allSatisfy { $0 == 0 }
  }

  /// The length that stands in front of a record; nil where none is so long, or so short.
  private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    let length = bytes.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return (1...UInt64(HistoryRecord.maximumEntry)).contains(length) ? Int(length) : nil
  }
}
