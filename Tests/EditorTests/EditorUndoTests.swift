import Editor
import KeyedArchive
import SessionCore
import Testing

@Suite("Taking back in the editor")
struct EditorUndoTests {
  @Test("Edits are taken back one by one, and made again")
  func undo() {
    var person = Person()
    person.edit("81")
    person.press(.down)
    person.edit("Bob")
    person.type("d")
    #expect(person.edits == ["name = unset", "age = integer(81)"])
    person.type("u")
    #expect(person.edits == ["age = integer(81)", #"name = string("Bob")"#])
    person.type("uu")
    #expect(person.edits.isEmpty)
    person.type("u")
    #expect(person.model.notice == .nothingToUndo)
    person.type("rr")
    #expect(person.edits == ["age = integer(81)", #"name = string("Bob")"#])
  }

  @Test("What was sent is taken back by another edit, to be sent too")
  func undoOfSent() throws {
    var person = Person()
    person.edit("81")
    person.press(.down)
    person.type("d")
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    _ = person.model.sent(
      edits,
      PreferenceOutcome(
        revision: 1,
        changes: [
          KeyChange(key: "name", from: .string("Eve"), to: nil),
          KeyChange(key: "age", from: .integer(80), to: .integer(81)),
        ]))
    person.type("u")
    #expect(person.model.notice == .undoOfSent(2))
    #expect(person.edits == ["age = integer(80)", #"name = string("Eve")"#])
  }
}
