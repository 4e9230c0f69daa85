import KeyedArchive
import SessionCore
import Testing

@Suite("The history of preferences")
struct HistoryTests {
  private static func entry(
    _ revision: Int64, _ key: String, _ from: Int128?, _ to: Int128?, undoes: [Int64] = []
  ) -> HistoryEntry {
    let change = KeyChange(key: key, from: from.map { .integer($0) }, to: to.map { .integer($0) })
    return HistoryEntry(revision: revision, time: 1, author: "p", changes: [change], count: 1, undoes: undoes)
  }

  @Test("the last changes are taken back, newest first, but not twice")
  func undo() throws {
    var history = History([Self.entry(1, "a", nil, 1), Self.entry(2, "a", 1, 2), Self.entry(3, "b", 5, nil)])
    let plan = try history.undo(2)
    #expect(plan.revisions == [3, 2])
    #expect(plan.edits.map(\.path.text) == ["b", "a"] && plan.edits.map(\.value) == [.integer(5), .integer(1)])
    history.append(Self.entry(4, "a", 2, 1, undoes: [3, 2]))
    #expect(try history.undo(1).revisions == [1])
    #expect(throws: History.UndoError.tooFew(1)) { try history.undo(2) }
  }

  @Test("what was changed since is a conflict, but not by the changes that are taken back as well")
  func conflicts() throws {
    let history = History([Self.entry(1, "a", nil, 1), Self.entry(2, "a", 1, 2)])
    let plan = try history.undo(2)
    #expect(plan.conflicts(with: ["a": .integer(2)]).isEmpty)
    #expect(
      plan.conflicts(with: ["a": .integer(7)]) == [
        PreferenceConflict(path: PreferencePath(key: "a"), present: .integer(7))
      ])
  }

  @Test("a change that nobody knows in full is not taken back")
  func incomplete() {
    let unknown = HistoryEntry(revision: 2, time: 1, author: nil, changes: [], count: nil)
    #expect(throws: History.UndoError.incomplete(2)) { try History([Self.entry(1, "a", 1, 2), unknown]).undo(1) }
  }

  @Test("an entry comes back from its fields")
  func fields() {
    let entries = [
      Self.entry(1, #"a\.b"#, nil, 1), Self.entry(1 << 40, "", 1, nil, undoes: [3, 2]),
      HistoryEntry(revision: 7, time: 0.5, author: nil, changes: [], count: nil),
    ]
    for entry in entries { #expect(HistoryEntry(fields: entry.fields) == entry) }
    #expect(HistoryEntry(fields: ["revision": .integer(1 << 80), "time": .real(1), "changes": .array([])]) == nil)
  }

  @Test("a thousand entries are kept")
  func bounded() {
    var history = History()
    for revision in 1...1_100 { history.append(Self.entry(Int64(revision), "a", 1, 2)) }
    #expect(history.entries.count == 1_000 && history.revision == 1_100)
  }
}
