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

  @Test(
    "a change by another program right before an edit is a revision of its own, and makes what rests on an older one stale"
  )
  func between() throws {
    let file = folder.path("store.plist")
    let store = InterruptedStore(base: PlistFile(path: file, limits: PlistFileTests.limits))
    let keeper = PreferenceKeeper(store: store, historyPath: folder.path("state/other.history"), clock: { 42 })
    let told = Mutex<[HistoryEntry]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry) } }
    _ = try keeper.edit([edit("a", .integer(1))], author: "p")
    store.interruption.withLock { $0 = ["a": .integer(1), "b": .integer(7)] }
    let outcome = try keeper.edit([edit("a", .integer(2))], author: "q")
    #expect(outcome.revision == 3 && outcome.changes.map(\.key) == ["a"])
    let entries = try keeper.history().entries
    #expect(entries.map(\.author) == ["p", nil, "q"] && told.withLock { $0 } == entries)
    #expect(entries[1].changes == [KeyChange(key: "b", from: nil, to: .integer(7))])
    store.interruption.withLock { $0 = ["a": .integer(2), "b": .integer(8)] }
    #expect(try keeper.edit([edit("b", .integer(9))], expected: 3, author: "q").conflicts.map(\.path.text) == ["b"])
    #expect(try keeper.read().revision == 4)
    // An undo meets it too.
    store.interruption.withLock { $0 = ["a": .integer(5), "b": .integer(8)] }
    #expect(try keeper.undo(1, author: "q").changes == [KeyChange(key: "a", from: .integer(5), to: .integer(2))])
  }

  @Test("a trial of an undo answers what the undo then does, conflicts and order included, and changes nothing")
  func trial() throws {
    _ = try keeper.edit([edit("x", .integer(1)), edit("y", .integer(1)), edit("z", .integer(1))], author: "p")
    _ = try keeper.edit([edit("z", nil), edit("x", .integer(2)), edit("new", .integer(3))], author: "p")
    let before = try folder.bytes("store.plist")
    let trial = try keeper.undo(2, author: "me", isTrial: true)
    #expect(try folder.bytes("store.plist") == before && keeper.read().revision == 2)
    let made = try keeper.undo(2, author: "me")
    #expect(made.revision == 3 && trial.revision == 2)
    #expect(made.changes == trial.changes && made.count == 6)
    _ = try keeper.edit([edit("x", .integer(1))], author: "p")
    _ = try keeper.edit([edit("x", .integer(2))], author: "p")
    try folder.write(PropertyList.dictionary(["x": .integer(5)]).xml(), "store.plist")
    #expect(throws: StoreError.self) { try Self.keeper(folder).undo(1, author: nil, isTrial: true) }
    #expect(throws: StoreError.self) { try Self.keeper(folder).undo(1, author: nil) }
  }

  @Test("a file that was only written anew is no change, and in nobody's way")
  func touched() throws {
    _ = try keeper.edit([edit("a", .integer(1))], author: "p")
    keeper.onChange { Issue.record("\($0) is told") }
    try folder.write(try folder.bytes("store.plist"), "store.plist")
    #expect(try keeper.read().keys == ["a": .integer(1)])
    keeper.onChange { _ in }
    #expect(try keeper.undo(1, author: nil).changes.count == 1)
  }

  @Test("what XML cannot hold as it is, is told to be kept otherwise")
  func inexact() throws {
    let outcome = try keeper.edit([edit("when", .date(0.5))], author: nil)
    #expect(!outcome.isExact && outcome.changes == [KeyChange(key: "when", from: nil, to: .date(0))])
    #expect(try keeper.edit([edit("when", .date(7))], author: nil).isExact)
    let binary = try PropertyListDocument(.dictionary(["a": .integer(1)]), format: .binary).bytes()
    try folder.write(binary, "store.plist")
    #expect(try keeper.edit([edit("when", .date(0.5))], author: nil).isExact)
  }

  @Test("no edits at all are made where there is no folder yet, either")
  func nothing() throws {
    let keeper = PreferenceKeeper(
      store: PlistFile(path: folder.path("none/store.plist"), limits: PlistFileTests.limits),
      historyPath: folder.path("state/none.history"), clock: { 42 })
    #expect(try keeper.edit([], author: "p") == PreferenceOutcome(revision: 0, changes: []))
    #expect(throws: StoreError.self) { try keeper.edit([edit("a", .integer(1))], author: "p") }
  }

  @Test("who begins to be told at a revision is told every change behind it")
  func begun() throws {
    let told = Mutex<[Int64]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry.revision) } }
    let edits = try [edit("a", .integer(1))]
    let done = DispatchSemaphore(value: 0)
    let revision = try keeper.revision {
      DispatchQueue.global().async { [keeper] in
        _ = try? keeper.edit(edits, author: "p")
        done.signal()
      }
      // Whoever edits meanwhile waits.
      #expect(done.wait(timeout: .now() + 0.2) == .timedOut)
      let isNothingTold = told.withLock { $0.isEmpty }
      #expect(isNothingTold)
    }
    done.wait()
    #expect(revision == 0 && told.withLock { $0 } == [1])
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

/// A store that another program changes right before each edit, once there is something to change it to.
private final class InterruptedStore: PreferenceStore {
  let base: PlistFile
  let interruption = Mutex<PropertyListDictionary?>(nil)

  init(base: PlistFile) { self.base = base }

  var name: String { base.name }
  var changes: StoreChanges { base.changes }
  var isDated: Bool { base.isDated }
  func stamp() throws(StoreError) -> StoreStamp { try base.stamp() }
  func load() throws(StoreError) -> StoreContent { try base.load() }

  func edit(known: StoreContent?, _ plan: (StoreContent) -> StorePlan) throws(StoreError) -> StoreEdit {
    if let keys = interruption.withLock({ $0.take() }) {
      try? Data(PropertyList.dictionary(keys).xml()).write(to: URL(filePath: base.path))
    }
    return try base.edit(known: known, plan)
  }
}
