import Documents
import KeyedArchive
import SessionCore
import Synchronization
import Sys
import Testing

@testable import Stores

@Suite("A store whose history somebody else holds")
struct BusyHistoryTests: KeptStoreTests {
  let folder: Folder

  init() throws { folder = try Self.madeFolder() }

  /// Runs `body` while the history's lock is held elsewhere.
  private func busy(_ body: () throws -> Void) throws {
    let state = try Directory(makingPath: folder.path("state"), mode: 0o700)
    let file = try state.openOrCreateFile("store.history", mode: 0o600)
    try file.lock(within: 1)
    try body()
    withExtendedLifetime(file.rawValue) {}
  }

  @Test("it is read with the revision that it has, by whoever looks first too (000-24)")
  func revision() throws {
    var first: Int64?
    try busy { first = try self.keeper().read().revision }
    #expect(first == 0)
    for value in 2...3 { _ = try set(value, self.keeper()) }
    let keeper = self.keeper()
    try busy {
      let (revision, keys) = try keeper.read()
      #expect(revision == 2 && keys == ["a": .integer(3)])
    }
    #expect(try keeper.read().revision == 2)
    #expect(try keeper.entries(last: 9).map(\.revision) == [1, 2])
    #expect(try set(4, keeper, expected: 2).revision == 3)
  }

  @Test("what another program changes meanwhile is read at once, and news once the lock is free (000-40)")
  func changedMeanwhile() throws {
    let keeper = self.keeper()
    #expect(try set(2, keeper).revision == 1)
    let told = Mutex<[HistoryEntry]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry) } }
    try busy {
      try folder.write(PropertyList.dictionary(["a": .integer(7)]).xml(), "store.plist")
      let (revision, keys) = try keeper.read()
      #expect(revision == 1 && keys == ["a": .integer(7)])
      #expect(throws: StoreError.locked) { try keeper.lookAgain() }
    }
    let isNothingTold = told.withLock { $0.isEmpty }
    #expect(isNothingTold)
    // What rests on what was read then is no newer than that.
    #expect(try set(8, keeper, expected: 1).conflicts.map(\.present) == [.integer(7)])
    let entries = told.withLock { $0 }
    #expect(entries.map(\.revision) == [2])
    #expect(entries.first?.changes == [KeyChange(key: "a", from: .integer(2), to: .integer(7))])
  }

  @Test("who begins to watch then is told every change behind the revision that it was given")
  func watchedMeanwhile() throws {
    for value in 2...3 { _ = try set(value, self.keeper()) }
    let keeper = self.keeper()
    let told = Mutex<[Int64]>([])
    keeper.onChange { entry in told.withLock { $0.append(entry.revision) } }
    var begun: Int64?
    try busy { begun = try keeper.revision {} }
    #expect(begun == 2)
    #expect(try set(4, self.keeper()).revision == 3)
    try keeper.lookAgain()
    let revisions = told.withLock { $0 }
    #expect(revisions == [3])
  }
}
