import Editor
import KeyedArchive
import SessionCore
import Testing

@Suite("Leaving the editor")
struct EditorLeavingTests {
  @Test("Leaving asks where edits are not sent, and only there; sending on the way out leaves once it has arrived")
  func leave() {
    var person = Person()
    let action1 = person.type("q")
    #expect(action1 == .quit)
    let action2 = person.press(.control("c"))
    #expect(action2 == .interrupt)
    person.edit("81")
    let action3 = person.type("q")
    #expect(action3 == .nothing)
    let action4 = person.press(.escape)
    #expect(action4 == .nothing)
    let action5 = person.press(.control("c"))
    #expect(action5 == .nothing)
    let action6 = person.press(.control("c"))
    #expect(action6 == .interrupt)
    let action7 = person.type("qq")
    #expect(action7 == .quit)
    guard case .send(let edits) = person.type("qs") else { Issue.record("nothing is sent"); return }
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    let action8 = person.model.sent(edits, PreferenceOutcome(revision: 1, changes: [change]))
    #expect(action8 == .quit)
  }

  @Test("A send that fails on the way out keeps the editor and the edits")
  func failedOnTheWayOut() {
    var person = Person()
    person.edit("81")
    person.type("qs")
    person.model.failed(Failure(.notAllowed))
    #expect(person.model.notice == .failed(Failure(.notAllowed)))
    #expect(person.edits == ["age = integer(81)"])
    let action = person.type("q")
    #expect(action == .nothing)
  }
}
