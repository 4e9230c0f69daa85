import Documents
import Foundation
import KeyedArchive
import SessionCore
import Stores
import Synchronization
import Testing

@Suite("A store and its history")
struct PreferenceKeeperTests {
  let folder: Folder
  let keeper: PreferenceKeeper

  init() throws {
    folder = try Folder()
    keeper = Self.keeper(folder)
  }

  private static func keeper(_ folder: Folder) -> PreferenceKeeper {
    PreferenceKeeper(
      store: PlistFile(path: folder.path("store.plist"), limits: PlistFileTests.limits),
      historyPath: folder.path("state/store.history"), clock: { 42 })
  }

  private func edit(_ text: String, _ value: PropertyList?) throws -> PreferenceEdit {
    PreferenceEdit(try #require(PreferencePath(text: text)), to: value)
  }

  @Test("each change counts the revision up, is told, and is there for the next process (000-24)")
  func revisions() throws {
    #expect(try keeper.read().revision == 0)
    let first = try keeper.edit([edit("age", .integer(80)), edit("a.b", .bool(true))], author: "p")
    #expect(first.revision == 1 && first.count == 2)
    let second = try keeper.edit([edit("age", .integer(81))], author: "q")
    #expect(
      second == PreferenceOutcome(revision: 2, changes: [KeyChange(key: "age", from: .integer(80), to: .integer(81))]))
    #expect(try keeper.edit([edit("age", .integer(81))], author: "q") == PreferenceOutcome(revision: 2, changes: []))
    let other = Self.keeper(folder)
    #expect(try other.read().revision == 2)
    #expect(try other.history().entries.map(\.author) == ["p", "q"])
    #expect(try folder.attributes("state/store.history")[.posixPermissions] as? Int == 0o600)
  }

  @Test("changes are taken back, through another process too, unless a key was changed since")
  func undo() throws {
    _ = try keeper.edit([edit("a", .integer(1)), edit("b", .integer(1))], author: nil)
    _ = try keeper.edit([edit("a", .integer(2))], author: nil)
    #expect(try Self.keeper(folder).undo(1, author: "me").revision == 3)
    #expect(try keeper.read().keys == ["a": .integer(1), "b": .integer(1)])
    _ = try keeper.edit([edit("b", .integer(9))], author: nil)
    // The edit of b first, then what came before.
    #expect(try keeper.undo(2, author: "me").changes.count == 3)
    #expect(try keeper.read().keys.isEmpty)
    #expect(throws: StoreError.undo(.tooFew(0))) { try keeper.undo(1, author: nil) }
  }

  @Test("the first change of a store that was never edited is known in full, its removal too")
  func firstChange() throws {
    try folder.write(PropertyList.dictionary(["a": .integer(1)]).xml(), "store.plist")
    #expect(try keeper.read().revision == 0)
    let told = Mutex<[HistoryEntry]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry) } }
    try folder.write(PropertyList.dictionary(["a": .integer(22)]).xml(), "store.plist")
    try keeper.lookAgain()
    try FileManager.default.removeItem(atPath: folder.path("store.plist"))
    try keeper.lookAgain()
    #expect(
      told.withLock { $0.map(\.changes) } == [
        [KeyChange(key: "a", from: .integer(1), to: .integer(22))], [KeyChange(key: "a", from: .integer(22), to: nil)],
      ])
    // Somebody who has not looked before cannot know.
    #expect(try Self.keeper(folder).read().revision == 2)
  }

  @Test("a change by another program right behind an edit of another process is known in full, too")
  func outsideBehindAnother() throws {
    _ = try keeper.edit([edit("a", .integer(1)), edit("list", .array([.integer(1), .integer(2)]))], author: "p")
    let told = Mutex<[HistoryEntry]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry) } }
    let other = Self.keeper(folder)
    _ = try other.edit([edit("a", .integer(2)), edit("b.c", .bool(true))], author: "q")
    _ = try other.edit([edit("list.0", nil)], author: "q")
    let keys: PropertyListDictionary = [
      "a": .integer(3), "list": .array([.integer(2)]), "b": .dictionary(["c": .bool(true)]),
    ]
    try folder.write(PropertyList.dictionary(keys).xml(), "store.plist")
    try keeper.lookAgain()
    let entries = told.withLock { $0 }
    #expect(entries.map(\.revision) == [2, 3, 4])
    #expect(entries.last?.changes == [KeyChange(key: "a", from: .integer(2), to: .integer(3))])
    #expect(try keeper.read().keys == keys)
  }

  @Test("a change of the file by another program is a revision, and known in full to who looked before")
  func outside() throws {
    let told = Mutex<[HistoryEntry]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry) } }
    _ = try keeper.edit([edit("a", .integer(1)), edit("b", .integer(1))], author: "p")
    try folder.write(PropertyList.dictionary(["a": .integer(2), "b": .integer(1)]).xml(), "store.plist")
    try keeper.lookAgain()
    let last = try #require(told.withLock { $0.last })
    #expect(last.revision == 2 && last.author == nil)
    #expect(last.changes == [KeyChange(key: "a", from: .integer(1), to: .integer(2))])
    try folder.write(PropertyList.dictionary(["b": .integer(1)]).xml(), "store.plist")
    #expect(try Self.keeper(folder).read().revision == 3)
    #expect(throws: StoreError.undo(.incomplete(3))) { try Self.keeper(folder).undo(1, author: nil) }
  }

  @Test("what another process has written is what is read and edited next, with no look between (000-40)")
  func newest() throws {
    _ = try keeper.edit([edit("a", .integer(1))], author: nil)
    _ = try Self.keeper(folder).edit([edit("a", .integer(2))], author: "other")
    #expect(try keeper.read().keys == ["a": .integer(2)])
    _ = try Self.keeper(folder).edit([edit("a", .integer(3))], author: "other")
    #expect(try keeper.edit([edit("b", .integer(1))], author: nil).changes.map(\.key) == ["b"])
    #expect(try keeper.read().keys == ["a": .integer(3), "b": .integer(1)])
  }

  @Test("what another process changed is told here as well")
  func others() throws {
    let told = Mutex<[Int64]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry.revision) } }
    try keeper.lookAgain()
    _ = try Self.keeper(folder).edit([edit("a", .integer(1))], author: "other")
    try keeper.lookAgain()
    #expect(told.withLock { $0 } == [1])
  }

  @Test("edits rest on what their sender believes: a key changed meanwhile stops all of them")
  func conflicts() throws {
    _ = try keeper.edit([edit("a", .integer(1)), edit("b", .integer(1))], author: nil)
    var base = PreferenceBase()
    base[PreferencePath(key: "a")] = .some(.integer(0))
    base[PreferencePath(key: "c")] = .some(nil)
    let conflict = PreferenceConflict(path: PreferencePath(key: "a"), present: .integer(1))
    let edits = [try edit("a", .integer(5)), try edit("b", .integer(5)), try edit("c", .integer(5))]
    #expect(try keeper.edit(edits, base: base, author: nil).conflicts == [conflict])
    #expect(try keeper.read().keys == ["a": .integer(1), "b": .integer(1)])
    // Another revision than expected: of b nothing else is known, so it may have been changed.
    base[PreferencePath(key: "a")] = .some(.integer(1))
    #expect(try keeper.edit(edits, base: base, expected: 7, author: nil).conflicts.map(\.path.text) == ["b"])
    #expect(try keeper.edit(edits, base: base, expected: 1, author: nil).count == 3)
  }

  @Test("a history that was cut off in mid-write loses its last entry alone; one that was overwritten is refused")
  func damage() throws {
    _ = try keeper.edit([edit("a", .integer(1))], author: nil)
    _ = try keeper.edit([edit("a", .integer(2))], author: nil)
    let whole = try folder.bytes("state/store.history")
    try folder.write(whole.dropLast(3), "state/store.history")
    let cut = try Self.keeper(folder).history().entries
    #expect(cut.first?.changes.first?.to == .integer(1))
    // The file is not as the first entry left it, so somebody changed it.
    #expect(cut.count == 2 && cut.last?.author == nil)
    var spoilt = whole
    for index in 8..<40 { spoilt[index] = 0xFF }
    try folder.write(spoilt, "state/store.history")
    #expect(throws: StoreError.history) { try Self.keeper(folder).read() }
  }

  @Test("a history of many large changes stays within its file, the newest kept")
  func bounded() throws {
    for number in 0..<40 {
      let bytes = [UInt8](repeating: UInt8(number), count: 30_000)
      _ = try keeper.edit([edit("data", .data(bytes))], author: nil)
    }
    #expect(try Self.keeper(folder).history().revision == 40)
  }

  @Test("an edit that leads nowhere changes nothing")
  func nowhere() throws {
    _ = try keeper.edit([edit("a", .integer(1))], author: nil)
    let path = try #require(PreferencePath(text: "a.b"))
    #expect(throws: StoreError.edit(.notAContainer(path))) {
      try keeper.edit([edit("c", .integer(1)), edit("a.b", .integer(1))], author: nil)
    }
    #expect(try keeper.read().keys == ["a": .integer(1)])
  }
}
