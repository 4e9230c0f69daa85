import Digest
import Security
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("What was stored before") struct StoredTableTests {
  private static let record = StoredRecord(
    size: 5, modified: -7, xxh3: [UInt8](1...16), sha256: nil, inode: 9, storedModified: 10, number: 2)

  private static func key(_ number: Int) -> [UInt8] { SHA256.digest(of: Array("key \(number)".utf8)) }

  private func table(_ scratch: TemporaryDirectory) throws -> StoredTable {
    try StoredTable(in: try Directory(path: scratch.path))
  }

  @Test("a record is found under its key, by another process too, and the later one holds") func found() throws {
    let scratch = try TemporaryDirectory()
    let table = try table(scratch)
    #expect(table.record(Self.key(1)) == nil)
    table.add(Self.record, Self.key(1), time: 1)
    var other = Self.record
    other.modified = nil
    other.sha256 = [UInt8](repeating: 3, count: 32)
    table.add(other, Self.key(2), time: 1)
    #expect(table.record(Self.key(1)) == Self.record)
    #expect(try self.table(scratch).record(Self.key(2)) == other)
    table.add(other, Self.key(1), time: 2)
    #expect(table.record(Self.key(1)) == other)
    #expect(table.record(Self.key(3)) == nil)
  }

  @Test("50,000 records are nearly all kept, in 32 MiB at most") func many() throws {
    let scratch = try TemporaryDirectory()
    let table = try table(scratch)
    for number in 0..<50_000 { table.add(Self.record, Self.key(number), time: UInt32(number + 1)) }
    let kept = (0..<50_000).count { table.record(Self.key($0)) != nil }
    #expect(kept > 49_800)
    #expect(try #require(try Directory(path: scratch.path).status("stored.table")).size <= 32 << 20)
  }

  @Test("the oldest of a full bucket gives way") func oldest() throws {
    let scratch = try TemporaryDirectory()
    let table = try table(scratch)
    // Keys of one bucket: their first eight bytes are equal.
    let keys = (0...StoredTable.recordsPerBucket).map { [UInt8](repeating: 0, count: 31) + [UInt8($0)] }
    for (time, key) in keys.enumerated() { table.add(Self.record, key, time: UInt32(time == 3 ? 1 : time + 10)) }
    #expect(keys.map { table.record($0) != nil } == keys.indices.map { $0 != 3 })
  }

  @Test("a record with a byte that differs is none", arguments: 0..<StoredRecord.byteCount) func damaged(_ place: Int) {
    var bytes = Self.record.bytes(Self.key(1), time: 5)
    #expect(bytes.count == StoredRecord.byteCount)
    #expect(StoredRecord.time(of: bytes[...]) == 5)
    bytes[place] ^= 0x10
    #expect(StoredRecord(bytes: bytes[...]) == nil)
  }

  @Test("a table that is damaged anywhere gives right records or none") func damagedTable() throws {
    let scratch = try TemporaryDirectory()
    let table = try table(scratch)
    for number in 0..<200 { table.add(Self.record, Self.key(number), time: 1) }
    let file = try Directory(path: scratch.path).openForWriting("stored.table")
    var random = SeededGenerator(seed: 52)
    for _ in 0..<2_000 {
      let place = Int64.random(in: 0..<(32 << 20), using: &random)
      try [UInt8.random(in: 0...255, using: &random)].withUnsafeBytes { try file.writeAll($0, at: place) }
    }
    for number in 0..<200 {
      let record = table.record(Self.key(number))
      #expect(record == nil || record == Self.record)
    }
  }
}
