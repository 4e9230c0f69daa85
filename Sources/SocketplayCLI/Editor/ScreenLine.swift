/// One line of the screen: pieces of text, each at a column of its own.
///
/// Each piece is put where it belongs, whatever the terminal made of the one before it: a character that is as wide there as
/// here unsettles nothing, and one that is not only itself.
struct ScreenLine: Sendable, Equatable {
  struct Piece: Sendable, Equatable {
    var column: Int
    var text: String
    var style: ScreenStyle
  }

  private(set) var pieces: [Piece] = []
  /// How wide the terminal is.
  private let columns: Int
  /// How wide the line is filled with the style of its ground; 0 for not at all.
  var fill = 0
  var ground = ScreenStyle.plain

  init(columns: Int) { self.columns = columns }

  /// Puts text (untrusted) at a column, cut to a width, or to the room that is left.
  mutating func put(_ text: String, at column: Int, width: Int = .max, _ style: ScreenStyle = .plain) {
    let width = min(width, columns - column)
    guard width > 0, !text.isEmpty else { return }
    pieces.append(Piece(column: column, text: printable(text, columns: width), style: style))
  }

  /// What paints it as the line of that number, from 0.
  func painted(at row: Int, colors: Bool) -> String {
    var text = "\u{1B}[\(row + 1);1H" + ScreenStyle.plain.sequence(colors: colors) + "\u{1B}[K"
    if fill > 0 { text += ground.sequence(colors: colors) + String(repeating: " ", count: fill) }
    for piece in pieces {
      text += "\u{1B}[\(row + 1);\(piece.column + 1)H" + piece.style.sequence(colors: colors) + piece.text
    }
    return text
  }

  /// The text alone, as a test or a person reads it.
  var plainText: String {
    var line = ""
    var width = 0
    for piece in pieces.sorted(by: { $0.column < $1.column }) {
      line += String(repeating: " ", count: max(0, piece.column - width)) + piece.text
      width = max(width, piece.column) + piece.text.columns
    }
    return line
  }
}

/// A whole screen.
struct Screen: Sendable, Equatable {
  var lines: [ScreenLine]
  /// Where the cursor is to be seen, from 0.
  var cursor: Cursor?

  struct Cursor: Sendable, Equatable {
    var row: Int
    var column: Int
  }
}

/// Paints screens, of each only what is another than on the one before: over a slow line too.
struct Painter: Sendable {
  var colors: Bool
  private var shown: Screen?

  init(colors: Bool) { self.colors = colors }

  /// What is on the terminal is not known any more.
  mutating func forget() { shown = nil }

  /// What makes the terminal show `screen`.
  mutating func paint(_ screen: Screen) -> String {
    if screen == shown { return "" }
    var text = "\u{1B}[?25l"
    if shown == nil { text += "\u{1B}[0m\u{1B}[2J" }
    for (row, line) in screen.lines.enumerated() {
      if let shown, shown.lines.count == screen.lines.count, shown.lines[row] == line { continue }
      text += line.painted(at: row, colors: colors)
    }
    if let cursor = screen.cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
    shown = screen
    return text
  }
}
