import Editor
import KeyedArchive
import SessionCore

/// A person at the editor.
struct Person {
  var model: EditorModel

  /// What most of them look at.
  static let keys: PropertyListDictionary = [
    "age": .integer(80), "name": .string("Eve"), "on": .bool(false),
    "window": .dictionary(["width": .integer(640), "height": .integer(480)]),
  ]

  init(_ keys: PropertyListDictionary = Person.keys, rows: Int = 20) {
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
