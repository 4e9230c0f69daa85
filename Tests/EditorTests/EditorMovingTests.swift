import Editor
import KeyedArchive
import SessionCore
import Testing

@Suite("Moving and searching in the editor")
struct EditorMovingTests {
  private func path(_ text: String) throws -> PreferencePath { try #require(PreferencePath(text: text)) }

  @Test("Searching shows rows as it is typed; Escape shows all again, with what was found selected")
  func search() throws {
    var person = Person()
    person.type("/hei")
    let shown1 = person.shown
    #expect(shown1 == ["window", "window.height"])
    person.press(.down, .enter)
    #expect(person.model.mode == .browsing)
    person.press(.escape)
    #expect(person.model.selected == (try path("window.height")))
    let shown2 = person.shown
    #expect(shown2 == ["age", "name", "on", "window", "window.width", "window.height"])
  }

  @Test("The selection stays within the rows and on the screen")
  func scrolling() {
    var person = Person(PropertyListDictionary((0..<100).map { ("k\($0)", .integer(0)) }), rows: 10)
    person.press(.up)
    #expect(person.model.selection == 0)
    person.press(.pageDown, .pageDown)
    #expect(person.model.selection == 18)
    #expect(person.model.top == 9)
    person.press(.end, .down)
    #expect(person.model.selection == 99)
    #expect(person.model.top == 90)
    person.model.resize(rows: 30)
    #expect(person.model.top == 70)
    person.model.heard(all: ["one": .integer(1)], at: 0)
    #expect(person.model.selection == 0)
    person.model.heard(all: [:], at: 0)
    #expect(person.model.selected == nil)
    // Nothing is there, and nothing breaks.
    for key in [Key.enter, .right, .left, .scalar("e"), .scalar("d"), .scalar(" "), .escape, .up, .down, .end] {
      person.press(key)
    }
    person.type("a")
    person.type("first")
    person.press(.enter, .enter)
    #expect(person.edits == [#"first = string("")"#])
  }
}
