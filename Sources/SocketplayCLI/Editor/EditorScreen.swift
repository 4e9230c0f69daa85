import Editor
import KeyedArchive
import SessionCore
import Sys

/// The editor's screen, made of its model and nothing else.
struct EditorScreen {
  let model: EditorModel
  /// Whose preferences they are (untrusted).
  let title: String
  let size: TerminalSize

  /// The lines that are not rows: one above, two below.
  static let frame = 3

  /// The whole of it.
  func screen() -> Screen {
    var screen = Screen(lines: [header])
    let height = max(0, size.rows - Self.frame)
    if case .helping = model.mode {
      screen.lines += EditorText.help.prefix(height).map { text in
        var line = ScreenLine(columns: size.columns)
        line.put(text, at: 1)
        return line
      }
    } else {
      for row in model.top..<min(model.rows.count, model.top + height) {
        guard let path = model.rows[row] else { break }
        screen.lines.append(
          EditorRow(model: model, row: row, path: path, columns: size.columns, isSelected: row == model.selection).line)
      }
      screen.cursor = cursorInRows
    }
    while screen.lines.count < height + 1 { screen.lines.append(ScreenLine(columns: size.columns)) }
    var status = ScreenLine(columns: size.columns)
    if let cursor = put(status: &status) { screen.cursor = Screen.Cursor(row: screen.lines.count, column: cursor) }
    screen.lines.append(status)
    screen.lines.append(hints)
    screen.lines = Array(screen.lines.prefix(max(1, size.rows)))
    return screen
  }

  private var header: ScreenLine {
    var line = ScreenLine(columns: size.columns)
    line.fill = size.columns
    line.ground = ScreenStyle(isReversed: true)
    let edits = model.draft.edits.count
    var facts = [Units.count(model.draft.keys.count, "key")]
    if let search = model.search {
      facts.append("\"\(printable(search.text, columns: 16))\" in \(Units.count(model.rows.count, "row"))")
    }
    if edits > 0 { facts.append(model.isSending ? "sending" : "\(edits) not sent") }
    if !model.isConnected { facts.append("not connected") }
    let text = facts.joined(separator: "  ")
    let room = size.columns - text.columns - 4
    line.put(title, at: 1, width: room, ScreenStyle(isBold: true, isReversed: true))
    line.put(text, at: max(1, size.columns - text.columns - 1), ScreenStyle(isReversed: true))
    return line
  }

  /// What was told, is asked or is typed; the cursor's column where something is typed here.
  private func put(status line: inout ScreenLine) -> Int? {
    switch model.mode {
    case .asking(let question):
      line.put(EditorText.line(question, model), at: 1, ScreenStyle(color: .yellow, isBold: true))
    case .searching(let field):
      if model.notice == .tooLong, put(notice: &line) { return nil }
      return put(field, behind: "search: ", in: &line)
    case .naming(let field, let container):
      if put(notice: &line) { return nil }
      let place = container.map { " in " + printable($0.text, columns: size.columns / 3) } ?? ""
      return put(field, behind: "key\(place): ", in: &line)
    case .typing(let typed, let path) where model.rows.row(of: path) == nil:
      if put(notice: &line) { return nil }
      return put(
        typed.field, behind: "\(printable(path.text, columns: size.columns / 3)) (\(Self.type(typed))): ", in: &line)
    case .typing, .browsing, .helping:
      _ = put(notice: &line)
    }
    return nil
  }

  private func put(notice line: inout ScreenLine) -> Bool {
    guard let notice = model.notice else { return false }
    let color: ScreenStyle.Color? =
      switch notice {
      case .heard: .cyan
      case .sent, .back: .green
      case .failed, .lost, .conflicts, .unreadable, .tooLong: .red
      default: nil
      }
    line.put(EditorText.line(notice), at: 1, ScreenStyle(color: color))
    return true
  }

  private func put(_ field: Field, behind label: String, in line: inout ScreenLine) -> Int {
    line.put(label, at: 1, ScreenStyle(isBold: true))
    let column = 1 + label.columns
    let window = FieldWindow(field, columns: size.columns - column)
    line.put(window.text, at: column)
    return min(size.columns - 1, column + window.cursor)
  }

  private var hints: ScreenLine {
    var line = ScreenLine(columns: size.columns)
    let text: String
    switch model.mode {
    case .searching: text = EditorText.searchHints
    case .typing(let typed, _): text = "\(Self.type(typed)): \(EditorText.typingHints)"
    case .naming: text = "Enter go on to the value  Esc drop"
    case .asking, .helping: text = ""
    case .browsing: text = EditorText.hints
    }
    line.put(text, at: 1, ScreenStyle(isDim: true))
    return line
  }

  /// The type of what is typed, as far as it can be told.
  static func type(_ typed: Typed) -> String {
    typed.type?.rawValue ?? typed.value.map { "as it looks: " + ValueType($0).rawValue } ?? ""
  }

  private var cursorInRows: Screen.Cursor? {
    guard case .typing(let typed, let path) = model.mode, let row = model.rows.row(of: path),
      (model.top..<(model.top + max(0, size.rows - Self.frame))).contains(row)
    else { return nil }
    let layout = EditorRow.Layout(columns: size.columns)
    let window = FieldWindow(typed.field, columns: layout.valueWidth)
    return Screen.Cursor(row: 1 + row - model.top, column: layout.value + window.cursor)
  }
}
