import Editor
import KeyedArchive
import SessionCore
import Testing

@Suite("Editing in the editor")
struct EditorEditingTests {
  private func path(_ text: String) throws -> PreferencePath { try #require(PreferencePath(text: text)) }

  @Test("A value is edited in place and keeps its type; sent is that alone (000-7)")
  func edit() throws {
    var person = Person()
    person.edit("81")
    #expect(person.edits == ["age = integer(81)"])
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    #expect(person.model.isSending)
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    let action1 = person.model.sent(edits, PreferenceOutcome(revision: 1, changes: [change]))
    #expect(action1 == .nothing)
    #expect(person.model.draft.edits.isEmpty)
    #expect(person.model.draft.keys["age"] == .integer(81))
    #expect(person.model.notice == .sent(1))
    let action2 = person.type("s")
    #expect(action2 == .nothing)
    #expect(person.model.notice == .nothingToSend)
  }

  @Test("A text that is no value of the type is not taken; Tab gives another type")
  func types() {
    var person = Person()
    person.press(.enter)
    person.type("x")
    person.press(.enter)
    #expect(person.model.notice == .unreadable(.int))
    person.press(.tab, .backTab, .backTab)
    #expect(person.edits.isEmpty)
    person.press(.enter)
    #expect(person.edits == [#"age = string("80x")"#])
  }

  @Test("An edit that ends as it began is none, whatever the literal cannot show")
  func unchanged() {
    var person = Person(["date": .date(0.123456789123), "real": .real32(0.1)])
    person.press(.enter, .enter, .down, .enter, .enter)
    #expect(person.edits.isEmpty)
    person.press(.enter)
    person.type("5")
    person.press(.enter)
    #expect(person.edits == ["real = real32(0.15)"])
  }

  @Test("Escape leaves a value as it was; Space turns a bool over")
  func escapeAndSpace() {
    var person = Person()
    person.press(.enter)
    person.type("5")
    person.press(.escape, .down, .down)
    person.type(" ")
    #expect(person.edits == ["on = bool(true)"])
    person.type(" ")
    #expect(person.edits.isEmpty)
  }

  @Test("A key is added where the selection is, with the type its text looks like; a key that is there is refused")
  func add() throws {
    var person = Person()
    person.press(.end, .right)
    person.type("a")
    person.type("width")
    person.press(.enter)
    #expect(person.model.notice == .taken("width"))
    person.press(.control("u"))
    person.type("depth.x")
    person.press(.enter)
    person.type("1.5")
    person.press(.enter)
    #expect(person.edits == [#"window.depth\.x = real(1.5)"#])
    #expect(person.model.selected == (try path(#"window.depth\.x"#)))
    person.press(.home)
    person.type("a")
    person.press(.enter)
    #expect(person.model.notice == .emptyKey)
  }

  @Test("An element is added at the end of an array, whatever is selected in it")
  func addElement() {
    var person = Person(["list": .array([.integer(1)])])
    person.press(.right)
    person.type("a")
    person.type("2")
    person.press(.enter)
    #expect(
      person.edits == ["list = array([KeyedArchive.PropertyList.integer(1), KeyedArchive.PropertyList.integer(2)])"])
    let shown = person.shown
    #expect(shown == ["list", "list.0", "list.1"])
  }

  @Test("An integer of more than 128 bits becomes no real unless Tab says so")
  func tooLarge() {
    var person = Person()
    let digits = "340282366920938463463374607431768211455"
    person.type("a")
    person.type("large")
    person.press(.enter)
    person.type(digits)
    person.press(.enter)
    #expect(person.model.notice == .unreadable(.int))
    #expect(person.edits.isEmpty)
  }

  @Test("Pasted text is no command, and goes into what is being typed")
  func paste() {
    var person = Person()
    let action = person.press(.paste("dqs"))
    #expect(action == .nothing)
    #expect(person.edits.isEmpty)
    person.press(.down, .enter, .control("u"), .paste("line\nbreak"), .enter)
    #expect(person.edits == [#"name = string("line\nbreak")"#])
  }

  @Test("What has no room in a field is not taken in part: the field stays as it was, and it is told")
  func tooLong() {
    let digits = String(repeating: "7", count: Field.maximumSize)
    for key in [Key.cutPaste, .paste(digits)] {
      var person = Person()
      // age, an int of two digits.
      person.press(.enter)
      let before = person.model.mode
      let action = person.press(key)
      #expect(action == .nothing)
      #expect(person.model.mode == before)
      #expect(person.model.notice == .tooLong)
      person.press(.enter)
      #expect(person.edits.isEmpty)
    }
  }

  @Test("A full field takes no character more and tells it, and still moves and deletes")
  func full() throws {
    var person = Person(["name": .string("")])
    person.press(.enter, .paste(String(repeating: "x", count: Field.maximumSize - 1)), .scalar("\u{E9}"))
    #expect(person.model.notice == .tooLong)
    person.press(.scalar("y"))
    #expect(person.model.notice == nil)
    person.press(.lineBreak)
    #expect(person.model.notice == .tooLong)
    person.press(.home, .delete)
    #expect(person.model.notice == nil)
    person.press(.enter)
    let left = String(repeating: "x", count: Field.maximumSize - 2) + "y"
    #expect(try person.model.draft.value(at: path("name")) == .string(left))
  }

  @Test("A key and a search take no text that is cut, and tell it")
  func cutElsewhere() {
    for opening in ["a", "/"] as [Unicode.Scalar] {
      var person = Person()
      person.press(.scalar(opening), .scalar("n"))
      let before = person.model.mode
      person.press(.cutPaste)
      #expect(person.model.mode == before)
      #expect(person.model.notice == .tooLong)
    }
    var person = Person()
    let action = person.press(.cutPaste)
    #expect(action == .nothing && person.model.notice == nil)
  }
}
