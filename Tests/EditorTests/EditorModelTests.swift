import Editor
import KeyedArchive
import SessionCore
import Testing

/// A person at the editor.
private struct Person {
  var model: EditorModel

  init(_ keys: PropertyListDictionary, rows: Int = 20) {
    model = EditorModel(keys)
    model.resize(rows: rows)
  }

  /// Presses a key for each scalar of `text`, and gives what the last one did.
  @discardableResult
  mutating func type(_ text: String) -> EditorModel.Action {
    text.unicodeScalars.reduce(.nothing) { _, scalar in model.press(.scalar(scalar)) }
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> EditorModel.Action {
    keys.reduce(.nothing) { _, key in model.press(key) }
  }

  /// Edits the selected value: what was there is wiped, `text` typed.
  mutating func edit(_ text: String) {
    press(.enter, .control("e"), .control("u"))
    type(text)
    press(.enter)
  }

  /// What is to be sent, as lines.
  var edits: [String] {
    model.draft.toSend.edits.map { edit in
      edit.path.text + " = " + (edit.value.map { "\($0)" } ?? "unset")
    }
  }

  /// The paths of the rows, as they are painted.
  var shown: [String] {
    mutating get {
      model.resize(rows: 20)
      return (0..<model.rows.count).compactMap { model.rows[$0]?.text }
    }
  }
}

@Suite("The editor without its screen")
struct EditorModelTests {
  private static let keys: PropertyListDictionary = [
    "age": .integer(80), "name": .string("Eve"), "on": .bool(false),
    "window": .dictionary(["width": .integer(640), "height": .integer(480)]),
  ]

  private func path(_ text: String) throws -> PreferencePath { try #require(PreferencePath(text: text)) }

  @Test("A value is edited in place and keeps its type; sent is that alone (000-7)")
  func edit() throws {
    var person = Person(Self.keys)
    person.edit("81")
    #expect(person.edits == ["age = integer(81)"])
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    #expect(person.model.isSending)
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    let action6 = person.model.sent(edits, PreferenceOutcome(revision: 1, changes: [change]))
    #expect(action6 == .nothing)
    #expect(person.model.draft.edits.isEmpty)
    #expect(person.model.draft.keys["age"] == .integer(81))
    #expect(person.model.notice == .sent(1))
    let action7 = person.type("s")
    #expect(action7 == .nothing)
    #expect(person.model.notice == .nothingToSend)
  }

  @Test("A text that is no value of the type is not taken; Tab gives another type")
  func types() {
    var person = Person(Self.keys)
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
    var person = Person(Self.keys)
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
    var person = Person(Self.keys)
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
    let shown1 = person.shown
    #expect(shown1 == ["list", "list.0", "list.1"])
  }

  @Test("Edits are taken back one by one, and made again")
  func undo() {
    var person = Person(Self.keys)
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
    var person = Person(Self.keys)
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

  @Test("A change of the other side is shown at once and stands out for a while; what is typed stays (000-8)")
  func live() throws {
    var person = Person(Self.keys)
    person.press(.down, .enter)
    person.type("X")
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(90))
    let action8 = person.model.heard([change], author: "phone", count: 1, at: 10)
    #expect(action8 == .nothing)
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
    var person = Person(Self.keys)
    _ = person.model.heard(
      [KeyChange(key: "window.width", from: .integer(640), to: .integer(1))], author: "", count: 1, at: 0)
    #expect(person.model.isHighlighted(row: 3))
    person.press(.end, .right)
    #expect(!person.model.isHighlighted(row: 3))
    #expect(person.model.isHighlighted(row: 4))
  }

  @Test("The selected row stays selected while others come and go above it")
  func liveKeys() throws {
    var person = Person(Self.keys)
    person.press(.down, .down)
    _ = person.model.heard([KeyChange(key: "age", from: .integer(80), to: nil)], author: "", count: 1, at: 0)
    #expect(person.model.selected == (try path("on")))
    let shown2 = person.shown
    #expect(shown2 == ["name", "on", "window"])
  }

  @Test("A key that both edited is a conflict: it is asked before anything goes over it")
  func conflict() throws {
    var person = Person(Self.keys)
    person.edit("81")
    _ = person.model.heard(
      [KeyChange(key: "age", from: .integer(80), to: .integer(90))], author: "phone", count: 1, at: 0)
    let action9 = person.type("s")
    #expect(action9 == .nothing)
    #expect(person.model.mode == .asking(.overwrite))
    person.press(.escape)
    let action10 = person.type("s")
    #expect(action10 == .nothing)
    guard case .send(let edits) = person.type("y") else { Issue.record("nothing is sent"); return }
    #expect(edits.base[try path("age")] == .some(.integer(90)))
  }

  @Test("At a conflict theirs can be taken, and that taken back")
  func takeTheirs() {
    var person = Person(Self.keys)
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
    var person = Person(Self.keys)
    person.edit("81")
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    let conflict = PreferenceConflict(path: try path("age"), present: .integer(90))
    let action11 = person.model.sent(edits, PreferenceOutcome(revision: 2, changes: [], conflicts: [conflict]))
    #expect(action11 == .reload)
    #expect(person.model.draft.conflicts == [try path("age")])
    #expect(person.edits == ["age = integer(81)"])
    #expect(!person.model.isSending)
  }

  @Test("What was just sent, heard of before its outcome, is no news")
  func ownChange() {
    var person = Person(Self.keys)
    person.edit("81")
    guard case .send(let edits) = person.type("s") else { Issue.record("nothing is sent"); return }
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    let action12 = person.model.heard([change], author: "me", count: 1, at: 0)
    #expect(action12 == .nothing)
    #expect(person.model.highlights.isEmpty)
    _ = person.model.sent(edits, PreferenceOutcome(revision: 1, changes: [change]))
    #expect(person.model.draft.edits.isEmpty)
  }

  @Test("A change that was not told in full makes the editor read the store")
  func partial() {
    var person = Person(Self.keys)
    let unknown = person.model.heard([], author: "", count: 0, at: 0)
    #expect(unknown == .reload)
    let action13 = person.model.heard([], author: "", count: 3, at: 0)
    #expect(action13 == .reload)
    person.model.heard(all: ["age": .integer(1)], at: 0)
    let shown3 = person.shown
    #expect(shown3 == ["age"])
    #expect(!person.model.highlights.isEmpty)
  }

  @Test("Leaving asks where edits are not sent, and only there; sending on the way out leaves once it has arrived")
  func leave() {
    var person = Person(Self.keys)
    let action14 = person.type("q")
    #expect(action14 == .quit)
    let action15 = person.press(.control("c"))
    #expect(action15 == .interrupt)
    person.edit("81")
    let action16 = person.type("q")
    #expect(action16 == .nothing)
    let action17 = person.press(.escape)
    #expect(action17 == .nothing)
    let action18 = person.press(.control("c"))
    #expect(action18 == .nothing)
    let action19 = person.press(.control("c"))
    #expect(action19 == .interrupt)
    let action20 = person.type("qq")
    #expect(action20 == .quit)
    guard case .send(let edits) = person.type("qs") else { Issue.record("nothing is sent"); return }
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    let action21 = person.model.sent(edits, PreferenceOutcome(revision: 1, changes: [change]))
    #expect(action21 == .quit)
  }

  @Test("A send that fails on the way out keeps the editor and the edits")
  func failedOnTheWayOut() {
    var person = Person(Self.keys)
    person.edit("81")
    person.type("qs")
    person.model.failed(Failure(.notAllowed))
    #expect(person.model.notice == .failed(Failure(.notAllowed)))
    #expect(person.edits == ["age = integer(81)"])
    let action22 = person.type("q")
    #expect(action22 == .nothing)
  }

  @Test("Searching shows rows as it is typed; Escape shows all again, with what was found selected")
  func search() throws {
    var person = Person(Self.keys)
    person.type("/hei")
    let shown4 = person.shown
    #expect(shown4 == ["window", "window.height"])
    person.press(.down, .enter)
    #expect(person.model.mode == .browsing)
    person.press(.escape)
    #expect(person.model.selected == (try path("window.height")))
    let shown5 = person.shown
    #expect(shown5 == ["age", "name", "on", "window", "window.width", "window.height"])
  }

  @Test("Pasted text is no command, and goes into what is being typed")
  func paste() {
    var person = Person(Self.keys)
    let action23 = person.press(.paste("dqs"))
    #expect(action23 == .nothing)
    #expect(person.edits.isEmpty)
    person.press(.down, .enter, .control("u"), .paste("line\nbreak"), .enter)
    #expect(person.edits == [#"name = string("line\nbreak")"#])
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
