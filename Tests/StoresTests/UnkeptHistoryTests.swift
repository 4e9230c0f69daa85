import Documents
import Foundation
import KeyedArchive
import SessionCore
import Synchronization
import Testing

@testable import Stores

@Suite("A store whose history cannot be kept")
struct UnkeptHistoryTests: KeptStoreTests {
  let folder: Folder

  init() throws { folder = try Self.madeFolder() }

  /// Puts something in the history's way: a file in place of its folder, or a folder in its own.
  private func bar(_ way: String) throws {
    let files = FileManager.default
    if files.fileExists(atPath: folder.path("state")) {
      try files.moveItem(atPath: folder.path("state"), toPath: folder.path("aside"))
    }
    if way == "file" {
      try folder.write([1], "state")
    } else {
      try files.createDirectory(atPath: folder.path("state/store.history"), withIntermediateDirectories: true)
    }
  }

  /// Takes it out of the way again: what was there before is there again.
  private func unbar() throws {
    let files = FileManager.default
    try files.removeItem(atPath: folder.path("state"))
    if files.fileExists(atPath: folder.path("aside")) {
      try files.moveItem(atPath: folder.path("aside"), toPath: folder.path("state"))
    }
  }

  @Test(
    "it is read and changed, and each change says that it is in no history (000-24)", arguments: ["file", "folder"])
  func goesOn(way: String) throws {
    try bar(way)
    let keeper = keeper()
    let told = Mutex<[HistoryEntry]>([])
    let lost = Mutex(0)
    keeper.onChange { entry in told.withLock { $0.append(entry) } }
    keeper.onLoss { _ in lost.withLock { $0 += 1 } }
    #expect(try keeper.read().keys == ["a": .integer(1)])
    for value in 2...4 {
      let outcome = try set(value, keeper)
      #expect(!outcome.isRecorded && outcome.count == 1)
    }
    #expect(try keeper.read().keys == ["a": .integer(4)])
    let entries = told.withLock { $0 }
    #expect(entries.map(\.changes).map(\.count) == [1, 1, 1] && entries.allSatisfy { $0.author == "p" })
    // Why, once.
    #expect(lost.withLock { $0 } == 1)
    #expect(throws: StoreError.self) { try keeper.undo(1, author: nil) }
    #expect(throws: StoreError.self) { try keeper.entries(last: 5) }
  }

  @Test("the revision grows with each change, is no older process's, and the same for all who look (000-40)")
  func revisions() throws {
    for value in 1...5 { _ = try set(10 + value, keeper()) }
    let kept = try keeper().read().revision
    try bar("file")
    let keeper = keeper()
    var seen = [kept, try keeper.read().revision]
    for value in 2...4 { seen.append(try set(value, keeper).revision) }
    #expect(seen == seen.sorted() && Set(seen).count == seen.count)
    #expect(try keeper.read().revision == seen.last)
    // Another process may not know by how much it grew within a moment, but nothing older.
    let other = try self.keeper().read().revision
    #expect(other > kept && other <= seen[4])
  }

  @Test("what rests on an older revision is a conflict, whoever made the change in between")
  func guards() throws {
    try bar("folder")
    let keeper = keeper()
    let first = try keeper.read().revision
    _ = try set(2, keeper)
    #expect(try set(3, keeper, expected: first).conflicts.map(\.path.text) == ["a"])
    let second = try keeper.read().revision
    try folder.write(PropertyList.dictionary(["a": .integer(7)]).xml(), "store.plist")
    #expect(try set(8, keeper, expected: second).conflicts.map(\.present) == [.integer(7)])
    #expect(try set(8, keeper, expected: keeper.read().revision).count == 1)
  }

  @Test("what the history lacks is put into it as one change once it can be, and revisions go on behind")
  func catchesUp() throws {
    let keeper = keeper()
    #expect(try set(2, keeper).isRecorded)
    try bar("file")
    #expect(try !set(3, keeper).isRecorded)
    #expect(try !set(4, keeper).isRecorded)
    let unkept = try keeper.read().revision
    try unbar()
    let told = Mutex<[HistoryEntry]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry) } }
    #expect(try keeper.read().revision == unkept)
    // It was told when it was made.
    let isNothingTold = told.withLock { $0.isEmpty }
    #expect(isNothingTold)
    #expect(try set(5, keeper).revision == unkept + 1)
    let entries = try self.keeper().history().entries
    #expect(entries.map(\.revision) == [1, unkept, unkept + 1])
    #expect(entries[1].changes == [KeyChange(key: "a", from: .integer(2), to: .integer(4))])
    #expect(try self.keeper().undo(3, author: nil).changes.last?.to == .integer(1))
  }

  @Test("undo does not go behind what was not kept, and log says that it is there")
  func undo() throws {
    let keeper = keeper()
    #expect(try set(2, keeper).isRecorded)
    let other = self.keeper()
    try bar("file")
    #expect(try !set(3, keeper).isRecorded)
    #expect(throws: StoreError.self) { try keeper.undo(1, author: nil) }
    #expect(try other.read().keys == ["a": .integer(3)])
    try unbar()
    // Who has not seen what was there before cannot know what was changed.
    let unkept = try other.read().revision
    #expect(try other.entries(last: 9).map(\.count) == [1, nil])
    #expect(throws: StoreError.undo(.incomplete(unkept))) { try other.undo(1, author: nil) }
    #expect(throws: StoreError.self) { try keeper.undo(1, author: nil) }
  }

  @Test("a history that is damaged and cannot be set aside is read as far as it goes, and left as it is")
  func damaged() throws {
    for value in 2...4 { _ = try set(value, keeper()) }
    var bytes = try folder.bytes("state/store.history")
    for index in (bytes.count - 60)..<bytes.count { bytes[index] = 0xFF }
    try folder.write(bytes, "state/store.history")
    // The names that damaged ones are set aside to are all taken.
    for number in 1..<1_000 { try folder.write([], "state/store.history.damaged-\(number)") }
    let keeper = keeper()
    #expect(try keeper.read().keys == ["a": .integer(4)])
    let revision = try keeper.read().revision
    #expect(revision > 3)
    #expect(try keeper.read().revision == revision)
    let outcome = try set(9, keeper)
    #expect(!outcome.isRecorded && outcome.revision > revision)
    #expect(try folder.bytes("state/store.history") == bytes)
    try FileManager.default.removeItem(atPath: folder.path("state/store.history.damaged-7"))
    #expect(try set(10, keeper).isRecorded)
    #expect(try folder.bytes("state/store.history.damaged-7") == bytes)
    #expect(try self.keeper().read().revision > outcome.revision)
  }
}
