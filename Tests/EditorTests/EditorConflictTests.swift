import Editor
import KeyedArchive
import SessionCore
import Testing

@Suite("Two who edit one key")
struct EditorConflictTests {
  private func path(_ text: String) throws -> PreferencePath { try #require(PreferencePath(text: text)) }

  @Test("A key that both edited is a conflict: it is asked before anything goes over it")
  func conflict() throws {
    var person = Person()
    person.edit("81")
    _ = person.model.heard(
      [KeyChange(key: "age", from: .integer(80), to: .integer(90))], author: "phone", count: 1, at: 0)
    let action1 = person.type("s")
    #expect(action1 == .nothing)
    #expect(person.model.mode == .asking(.overwrite))
    person.press(.escape)
    let action2 = person.type("s")
    #expect(action2 == .nothing)
    guard case .send(let edits) = person.type("y") else { Issue.record("nothing is sent"); return }
    #expect(edits.base[try path("age")] == .some(.integer(90)))
  }

  @Test("At a conflict theirs can be taken, and that taken back")
  func takeTheirs() {
    var person = Person()
    person.edit("81")
    _ = person.model.heard(
      [KeyChange(key: "age", from: .integer(80), to: .integer(90))], author: "phone", count: 1, at: 0)
    person.type("st")
    #expect(person.edits.isEmpty)
    person.type("u")
    #expect(person.edits == ["age = integer(81)"])
  }

  @Test("A conflict that the other end finds leaves the edits, and shows what is there")
  func conflictThere() throws {
    var person = Person()
    person.edit("81")
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    let conflict = PreferenceConflict(path: try path("age"), present: .integer(90))
    let action = person.model.sent(edits, PreferenceOutcome(revision: 2, changes: [], conflicts: [conflict]))
    #expect(action == .reload)
    #expect(person.model.draft.conflicts == [try path("age")])
    #expect(person.edits == ["age = integer(81)"])
    #expect(!person.model.isSending)
  }

  @Test("What the other side sets while a value is being typed is asked about before it is lost")
  func whileTyping() throws {
    var person = Person()
    person.press(.enter, .control("u"))
    person.type("8")
    _ = person.model.heard(
      [KeyChange(key: "age", from: .integer(80), to: .integer(90))], author: "phone", count: 1, at: 0)
    person.type("1")
    person.press(.enter)
    #expect(person.edits == ["age = integer(81)"])
    #expect(person.model.draft.conflicts == [try path("age")])
    let action = person.type("s")
    #expect(action == .nothing)
    #expect(person.model.mode == .asking(.overwrite))
  }

  @Test("A value that is opened and closed as it was is no edit of what the other side has set meanwhile")
  func openedAndClosed() {
    var person = Person()
    person.press(.enter)
    _ = person.model.heard(
      [KeyChange(key: "age", from: .integer(80), to: .integer(90))], author: "phone", count: 1, at: 0)
    person.press(.enter)
    #expect(person.edits.isEmpty)
    #expect(person.model.draft.value(at: PreferencePath(key: "age")) == .integer(90))
  }

  @Test("A key that both edited stays a conflict when it is edited again")
  func editedAgain() throws {
    var person = Person()
    person.edit("81")
    _ = person.model.heard(
      [KeyChange(key: "age", from: .integer(80), to: .integer(90))], author: "phone", count: 1, at: 0)
    person.edit("82")
    #expect(person.model.draft.conflicts == [try path("age")])
    person.edit("90")
    #expect(person.edits.isEmpty)
  }

  @Test("Of a dictionary typed in JSON only what was typed is sent, beside what the other side has set in it meanwhile")
  func dictionaryWhileTyping() throws {
    var person = Person()
    person.press(.end)
    person.type("e")
    _ = person.model.heard(
      [KeyChange(key: "window.height", from: .integer(480), to: .integer(500))], author: "phone", count: 1, at: 0)
    person.press(.control("u"))
    person.type(#"{"width": 1, "height": 480}"#)
    person.press(.enter)
    #expect(person.edits == ["window.width = integer(1)"])
    #expect(person.model.draft.conflicts.isEmpty)
    #expect(person.model.draft.value(at: try path("window.height")) == .integer(500))
  }

  @Test("A key, or an element, that the other side adds while one is typed in its place is a conflict")
  func addedWhileTyping() throws {
    var person = Person(["list": .array([.integer(1)])])
    person.type("a")
    person.type("new")
    person.press(.enter)
    person.type("5")
    _ = person.model.heard([KeyChange(key: "new", from: nil, to: .integer(6))], author: "phone", count: 1, at: 0)
    person.press(.enter)
    #expect(person.model.draft.conflicts == [try path("new")])
    person.press(.home, .right)
    person.type("a")
    _ = person.model.heard(
      [KeyChange(key: "list", from: .array([.integer(1)]), to: .array([.integer(1), .integer(2)]))], author: "phone",
      count: 1, at: 0)
    person.type("3")
    person.press(.enter)
    #expect(person.model.draft.conflicts.contains(try path("list.1")))
  }
}
