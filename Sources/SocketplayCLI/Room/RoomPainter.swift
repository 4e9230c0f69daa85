import Editor
import SessionCore
import Sys

/// Paints a room's screen, of each part only what is another than before: over a slow line too.
struct RoomPainter: Sendable {
  /// The canvas as it is to be shown.
  enum Picture: Sendable, Equatable {
    case none
    case cells(CanvasCells)
    /// A PNG file over so many cells, with a number of its own.
    case file([UInt8], columns: Int, rows: Int, revision: Int)
  }

  /// A place on the screen that is painted at once.
  private enum Part: Hashable {
    case header, pens, field, picture
    case talk(Int)
    case canvas(Int)
  }

  private let colors: CellColors
  private var shown: [Part: String] = [:]

  init(colors: CellColors) { self.colors = colors }

  /// What is on the terminal is not known any more.
  mutating func forget() { shown = [:] }

  /// What makes the terminal show this.
  mutating func paint(_ screen: RoomScreen, _ picture: Picture) -> String {
    let layout = screen.layout
    var text = shown.isEmpty ? "\u{1B}[0m\u{1B}[2J" : ""
    put(.header, at: 0, 0, header(screen), &text)
    let talk = screen.log.window(columns: layout.talkColumns, height: layout.bodyRows)
    for row in 0..<layout.bodyRows {
      let line = row < talk.count ? talk[row] : ""
      put(.talk(row), at: layout.top + row, layout.talkColumn, Self.padded(line, layout.talkColumns), &text)
    }
    put(picture, layout, &text)
    put(.pens, at: layout.penRow, 0, pens(screen), &text)
    let window = FieldWindow(screen.field, columns: max(1, layout.size.columns - 2))
    put(.field, at: layout.fieldRow, 0, Self.padded("> " + window.text, layout.size.columns), &text)
    if text.isEmpty { return "" }
    let cursor = min(layout.size.columns - 1, 2 + window.cursor)
    return "\u{1B}[?25l" + text + "\u{1B}[\(layout.fieldRow + 1);\(cursor + 1)H\u{1B}[?25h"
  }

  private mutating func put(_ part: Part, at row: Int, _ column: Int, _ content: String, _ text: inout String) {
    if shown[part] == content { return }
    shown[part] = content
    text += "\u{1B}[\(row + 1);\(column + 1)H" + content
  }

  private mutating func put(_ picture: Picture, _ layout: RoomLayout, _ text: inout String) {
    guard layout.canvasColumns > 0 else {
      if shown.removeValue(forKey: .picture) != nil { text += KittyImage.remove }
      return
    }
    for row in 0..<layout.bodyRows {
      let cells: String =
        switch picture {
        case .cells(let cells) where row < cells.rows.count:
          CanvasCells.text(cells.rows[row].prefix(layout.canvasColumns), colors: colors)
        case .none, .cells, .file: String(repeating: " ", count: layout.canvasColumns)
        }
      put(.canvas(row), at: layout.top + row, 0, cells + "│", &text)
    }
    if case .file(let file, let columns, let rows, let revision) = picture {
      guard shown[.picture] != "\(revision)" else { return }
      shown[.picture] = "\(revision)"
      text += "\u{1B}[\(layout.top + 1);1H" + KittyImage.show(file, columns: columns, rows: rows)
    }
  }

  private func header(_ screen: RoomScreen) -> String {
    let state =
      switch screen.state {
      case .away: "not connected"
      case .secure: "encrypted, verified"
      case .plain: "PLAIN: anyone on the network may read and change this"
      }
    let facts = [screen.title, "\(screen.here) here", state] + (screen.log.back > 0 ? ["scrolled back"] : [])
    return "\u{1B}[7m" + Self.padded(" " + facts.joined(separator: " · "), screen.layout.size.columns) + "\u{1B}[0m"
  }

  private func pens(_ screen: RoomScreen) -> String {
    var text = " "
    for pen in RoomScreen.pens {
      let isChosen = pen.color == nil ? screen.pen.erases : !screen.pen.erases && pen.color == screen.pen.color
      let code = pen.color.map(Self.code) ?? 0
      text += "\u{1B}[\(isChosen ? "7;" : "")\(code)m\(pen.label)\u{1B}[0m  "
    }
    let used = (RoomScreen.pens.last.map { $0.column + $0.label.count } ?? 0) + 2
    let rest = screen.layout.canvasColumns > 0 ? "drag to draw  /undo  /save FILE  /quit" : "/who  /quit"
    return text + "\u{1B}[2m" + Self.padded(rest, max(0, screen.layout.size.columns - used)) + "\u{1B}[0m"
  }

  private static func code(_ color: Stroke.Color) -> Int {
    switch color {
    case .black: 0
    case .red: 31
    case .green: 32
    case .blue: 34
    }
  }

  /// A text cut or filled to so many columns.
  static func padded(_ text: String, _ columns: Int) -> String {
    var width = 0
    var cut = ""
    for character in text {
      let length = String(character).columns
      if width + length > columns { break }
      width += length
      cut.append(character)
    }
    return cut + String(repeating: " ", count: max(0, columns - width))
  }
}
