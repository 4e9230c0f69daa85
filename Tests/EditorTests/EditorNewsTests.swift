import Editor
import KeyedArchive
import SessionCore
import Testing

@Suite("The other side's changes in the editor")
struct EditorNewsTests {
  private func path(_ text: String) throws -> PreferencePath { try #require(PreferencePath(text: text)) }

  @Test("A change of the other side is shown at once and stands out for a while; what is typed stays (000-8)")
  func live() throws {
    var person = Person()
    person.press(.down, .enter)
    person.type("X")
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(90))
    let action = person.model.heard([change], author: "phone", count: 1, at: 10)
    #expect(action == .nothing)
    #expect(person.model.notice == .heard(change, author: "phone", count: 1))
    #expect(person.model.isHighlighted(row: 0))
    #expect(person.model.draft.keys["age"] == .integer(90))
    let deadline = try #require(person.model.deadline)
    person.model.tick(deadline - 0.1)
    #expect(person.model.isHighlighted(row: 0))
    person.model.tick(deadline)
    #expect(!person.model.isHighlighted(row: 0))
    #expect(person.model.deadline == nil)
    person.press(.enter)
    #expect(person.edits == [#"name = string("EveX")"#])
  }

  @Test("A change inside of a closed container stands out at the container")
  func liveBelow() throws {
    var person = Person()
    _ = person.model.heard(
      [KeyChange(key: "window.width", from: .integer(640), to: .integer(1))], author: "", count: 1, at: 0)
    #expect(person.model.isHighlighted(row: 3))
    person.press(.end, .right)
    #expect(!person.model.isHighlighted(row: 3))
    #expect(person.model.isHighlighted(row: 4))
  }

  @Test("The selected row stays selected while others come and go above it")
  func liveKeys() throws {
    var person = Person()
    person.press(.down, .down)
    _ = person.model.heard([KeyChange(key: "age", from: .integer(80), to: nil)], author: "", count: 1, at: 0)
    #expect(person.model.selected == (try path("on")))
    let shown = person.shown
    #expect(shown == ["name", "on", "window"])
  }

  @Test("What was just sent, heard of before its outcome, is no news")
  func ownChange() {
    var person = Person()
    person.edit("81")
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    let action = person.model.heard([change], author: "me", count: 1, at: 0)
    #expect(action == .nothing)
    #expect(person.model.highlights.isEmpty)
    _ = person.model.sent(edits, PreferenceOutcome(revision: 1, changes: [change]))
    #expect(person.model.draft.edits.isEmpty)
  }

  @Test("A change that was not told in full makes the editor read the store")
  func partial() {
    var person = Person()
    let unknown = person.model.heard([], author: "", count: 0, at: 0)
    #expect(unknown == .reload)
    let action = person.model.heard([], author: "", count: 3, at: 0)
    #expect(action == .reload)
    person.model.heard(all: ["age": .integer(1)], at: 0)
    let shown = person.shown
    #expect(shown == ["age"])
    #expect(!person.model.highlights.isEmpty)
  }

  @Test("A store that cannot be read ends nothing that is on its way")
  func couldNotRead() {
    var person = Person()
    person.edit("81")
    person.type("s")
    person.model.couldNotRead(Failure(.timedOut))
    #expect(person.model.isSending)
    #expect(person.model.notice == .failed(Failure(.timedOut)))
    person.model.failed(Failure(.lost))
    #expect(!person.model.isSending)
    #expect(person.edits == ["age = integer(81)"])
  }

  @Test("An outcome that comes after newer changes takes none of them back")
  func pastOutcome() throws {
    var person = Person()
    person.edit("81")
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    let own = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    let theirs = KeyChange(key: "age", from: .integer(81), to: .integer(90))
    _ = person.model.heard([own], author: "me", count: 1, at: 0)
    _ = person.model.heard([theirs], author: "phone", count: 1, at: 0)
    let action = person.model.sent(edits, PreferenceOutcome(revision: 1, changes: [own]), isPast: true)
    #expect(action == .nothing)
    #expect(person.model.draft.keys["age"] == .integer(90))
    #expect(person.edits.isEmpty)
  }

  @Test("What was sent and is not in the history there is said")
  func unrecorded() {
    var person = Person()
    person.edit("81")
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    _ = person.model.sent(edits, PreferenceOutcome(revision: 0, changes: [change], isRecorded: false))
    #expect(person.model.notice == .sentUnrecorded(1))
  }
}
