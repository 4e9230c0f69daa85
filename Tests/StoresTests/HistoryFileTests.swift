import Foundation
import KeyedArchive
import SessionCore
import Synchronization
import Sys
import Testing

@testable import Stores

@Suite("A history's file")
struct HistoryFileTests {
  private static let limits = PropertyListLimits(
    maximumSize: 32 << 20, maximumObjects: 1 << 21, maximumDepth: 32, maximumNodes: 1 << 23)

  let folder: Folder
  let keeper: PreferenceKeeper
  private let damaged = Named()

  /// What was set aside.
  private final class Named: Sendable {
    let paths = Mutex<[String]>([])
  }

  init() throws {
    folder = try Folder()
    keeper = Self.keeper(folder)
  }

  private static func keeper(_ folder: Folder) -> PreferenceKeeper {
    PreferenceKeeper(
      store: PlistFile(path: folder.path("store.plist"), limits: limits),
      historyPath: folder.path("state/store.history"), clock: { 42 })
  }

  private func set(_ value: PropertyList, _ keeper: PreferenceKeeper? = nil) throws -> PreferenceOutcome {
    try (keeper ?? self.keeper).edit([PreferenceEdit(PreferencePath(key: "a"), to: value)], author: "p")
  }

  private func size() throws -> Int { try folder.bytes("state/store.history").count }

  @Test("many large changes stay within the file, and in memory too, the newest kept")
  func bounded() throws {
    try folder.write(PropertyList.dictionary([:]).binary(), "store.plist")
    for number in 0..<14 {
      // Each entry holds the old and the new: 3 MB.
      #expect(try set(.data([UInt8](repeating: UInt8(number), count: 1_500_000))).isUndoable)
      #expect(try size() <= HistoryFile.maximumSize)
    }
    let entries = try keeper.history().entries
    #expect(entries.last?.revision == 14 && entries.count < 8 && entries.allSatisfy(\.isComplete))
    #expect(try Self.keeper(folder).history().entries == entries)
    #expect(try keeper.undo(2, author: nil).revision == 15)
  }

  @Test("a change that is too large for the history is made, counted, and said to be there for good")
  func tooLarge() throws {
    try folder.write(PropertyList.dictionary([:]).binary(), "store.plist")
    let large = PropertyList.data([UInt8](repeating: 1, count: HistoryRecord.maximumEntry))
    let outcome = try set(large)
    #expect(outcome.isRecorded && !outcome.isUndoable && outcome.count == 1)
    #expect(try size() < 1_000)
    for keeper in [keeper, Self.keeper(folder)] {
      let entry = try #require(try keeper.history().entries.last)
      #expect(entry.changes.isEmpty && entry.count == 1 && !entry.isComplete)
      #expect(throws: StoreError.undo(.incomplete(1))) { try keeper.undo(1, author: nil) }
    }
  }

  @Test("a change whose few bytes hold more values than are read back is not kept either: the history stays readable")
  func manyValues() throws {
    // Equal texts are written once, so each takes three bytes.
    let many = PropertyList.array(Array(repeating: .string("x"), count: 1 << 19))
    let entry = HistoryEntry(
      revision: 1, time: 0, author: "p", changes: [KeyChange(key: "a", from: nil, to: many)], count: 1)
    let record = try HistoryRecord(entry, stamp: .none)
    #expect(!record.isWhole && record.entry.count == 1 && record.bytes.count < 1_000)
    let few = PropertyList.array(Array(repeating: .string("x"), count: 1_000))
    let small = HistoryEntry(
      revision: 1, time: 0, author: "p", changes: [KeyChange(key: "a", from: nil, to: few)], count: 1)
    #expect(try HistoryRecord(small, stamp: .none).entry == small)
  }

  @Test("what a crash left unfinished is cut off, and nothing else", arguments: ["short", "length", "zeros", "pages"])
  func torn(kind: String) throws {
    _ = try set(.integer(1))
    let whole = try folder.bytes("state/store.history")
    _ = try set(.integer(2))
    let both = try folder.bytes("state/store.history")
    let left =
      switch kind {
      case "short": Array(both.dropLast(3))
      case "length": whole + both[whole.count..<(whole.count + 5)]
      case "zeros": whole + [UInt8](repeating: 0, count: both.count - whole.count)
      default: Array(both.dropLast(64)) + [UInt8](repeating: 0, count: 64)
      }
    try folder.write(left, "state/store.history")
    let next = Self.keeper(folder)
    next.onDamage { [damaged] path in damaged.paths.withLock { $0.append(path) } }
    let entries = try next.history().entries
    // The store is not as the first entry left it, so somebody changed it.
    #expect(entries.map(\.revision) == [1, 2] && entries.last?.author == nil)
    #expect(try folder.bytes("state/store.history").starts(with: whole))
    #expect(try set(.integer(3), next).revision == 3)
    #expect(try Self.keeper(folder).history().entries.map(\.revision) == [1, 2, 3])
    let isNothingAside = damaged.paths.withLock { $0.isEmpty }
    #expect(isNothingAside)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("state")) == ["store.history"])
  }

  @Test(
    "a damaged history is set aside, told once, and bars nobody from the store; no revision comes twice",
    arguments: ["first", "middle", "last", "garbage", "huge"])
  func damage(kind: String) throws {
    for number in 1...5 { _ = try set(.integer(Int128(number))) }
    var bytes = try folder.bytes("state/store.history")
    let each = bytes.count / 5
    switch kind {
    case "first": for index in 8..<40 { bytes[index] = 0xFF }
    case "middle": for index in (2 * each)..<(2 * each + 20) { bytes[index] = 0xA5 }
    case "last": for index in (bytes.count - 60)..<bytes.count { bytes[index] = 0xFF }
    case "garbage": bytes = Array("this is no history at all, but somebody's letter".utf8)
    default: bytes += [UInt8](repeating: 7, count: 2 * HistoryFile.maximumSize)
    }
    try folder.write(bytes, "state/store.history")
    let next = Self.keeper(folder)
    next.onDamage { [damaged] path in damaged.paths.withLock { $0.append(path) } }
    #expect(try next.read().keys == ["a": .integer(5)])
    #expect(try next.read().revision > (kind == "garbage" ? 0 : 5))
    #expect(try set(.integer(9), next).count == 1)
    #expect(try next.undo(1, author: nil).changes.map(\.to) == [.integer(5)])
    #expect(throws: StoreError.self) { try next.undo(2, author: nil) }
    #expect(damaged.paths.withLock { $0 } == [folder.path("state/store.history.damaged-1")])
    #expect(try folder.bytes("state/store.history.damaged-1") == bytes)
    // Who has looked before goes on too, and what was set aside is never replaced.
    #expect(try keeper.read().keys == ["a": .integer(5)])
    try folder.write([1, 2, 3, 4, 5, 6, 7, 8, 9], "state/store.history")
    #expect(try keeper.read().keys == ["a": .integer(5)])
    #expect(try folder.bytes("state/store.history.damaged-2").count == 9)
  }

  @Test(
    "no revision comes twice, though the history is removed, or damaged after it was written anew",
    arguments: ["removed", "known", "first"])
  func revisionsGoOn(kind: String) throws {
    // As where the oldest were let go of: the revisions have grown far beyond what the file has room for.
    let path = folder.path("state/store.history")
    do {
      var history = try HistoryFile.open(path)
      var records = try history.read().records
      for revision in 9_000_000...9_000_002 as ClosedRange<Int64> {
        let entry = HistoryEntry(revision: revision, time: 0, author: nil, changes: [], count: nil)
        try history.append(HistoryRecord(entry, stamp: .none), to: &records)
      }
    }
    var next = keeper
    #expect(try keeper.read().revision == 9_000_002)
    switch kind {
    case "removed": try FileManager.default.removeItem(atPath: path)
    case "known": try folder.write([UInt8](repeating: 7, count: 500), "state/store.history")
    default:
      var bytes = try folder.bytes("state/store.history")
      for index in 8..<40 { bytes[index] = 0xFF }
      try folder.write(bytes, "state/store.history")
      next = Self.keeper(folder)
    }
    let told = Mutex<[Int64]>([])
    next.onChange { entry in told.withLock { $0.append(entry.revision) } }
    let revision = try next.read().revision
    #expect(revision > 9_000_002)
    #expect(try set(.integer(1), next).revision == revision + 1)
    #expect(told.withLock { $0 } == (kind == "first" ? [revision + 1] : [revision, revision + 1]))
    #expect(try Self.keeper(folder).read().revision == revision + 1)
  }

  @Test("a file that was written anew is locked by who wrote it before anybody else can open it")
  func lockedThroughout() throws {
    let path = folder.path("state/store.history")
    var history = try HistoryFile.open(path)
    var records = try history.read().records
    let first = try folder.attributes("state/store.history")[.systemFileNumber] as? Int
    for revision in 1...6 {
      let change = KeyChange(key: "a", from: nil, to: .data([UInt8](repeating: 0, count: 3 << 20)))
      let entry = HistoryEntry(revision: Int64(revision), time: 0, author: nil, changes: [change], count: 1)
      try history.append(HistoryRecord(entry, stamp: .none), to: &records)
    }
    #expect(try folder.attributes("state/store.history")[.systemFileNumber] as? Int != first)
    #expect(records.last?.revision == 6 && records.count < 6)
    let other = try Directory(path: folder.path("state")).openForWriting("store.history")
    let isFree = try other.tryLock()
    #expect(!isFree)
    let (mine, its) = (try history.stamp(), StoreStamp(try other.status()))
    #expect(mine == its)
  }
}
