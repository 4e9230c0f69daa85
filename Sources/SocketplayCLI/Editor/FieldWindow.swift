import Editor

/// The part of a field that there is room for, the cursor in it.
struct FieldWindow {
  var text: String
  /// The cursor's column in it.
  var cursor: Int

  init(_ field: Field, columns: Int) {
    // A column stays free for the cursor behind the last character.
    let room = max(1, columns - 1)
    var before: [String] = []
    var width = 0
    for character in field.before.reversed() {
      let shown = Self.shown(character)
      guard width + shown.columns <= room else { break }
      width += shown.columns
      before.append(shown)
    }
    cursor = width
    text = before.reversed().joined()
    for character in field.behind {
      let shown = Self.shown(character)
      guard width + shown.columns <= room else { break }
      width += shown.columns
      text += shown
    }
  }

  private static func shown(_ character: Character) -> String {
    character == "\n" ? "⏎" : printable(String(character), columns: 32)
  }
}
