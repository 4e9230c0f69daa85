import Documents
import Editor
import KeyedArchive
import SessionCore

/// One row of the tree.
struct EditorRow {
  /// Where its parts stand.
  struct Layout {
    let columns: Int

    static let key = 2
    private static let typeWidth = 6

    var keyWidth: Int { max(8, min(columns * 2 / 5, 48)) }
    /// Where there is little room, types are seen only while editing.
    var showsType: Bool { columns >= 40 }
    var type: Int { Self.key + keyWidth + 1 }
    var value: Int { showsType ? type + Self.typeWidth + 1 : type }
    var valueWidth: Int { max(0, columns - value) }
  }

  let model: EditorModel
  let row: Int
  let path: PreferencePath
  let columns: Int
  let isSelected: Bool

  var line: ScreenLine {
    let layout = Layout(columns: columns)
    let mark = model.draft.mark(at: path)
    let isNews = model.isHighlighted(row: row)
    let style = Self.style(mark, isNews: isNews).reversed(isSelected)
    let shown = mark == .removed ? model.draft.keys[path] : model.draft.shallowValue(at: path)
    var line = ScreenLine(columns: columns)
    if isSelected {
      line.fill = columns
      line.ground = ScreenStyle(isReversed: true)
    }
    line.put(Self.sign(mark, isNews: isNews), at: 0, width: 1, style)
    let depth = path.components.count - 1
    let indent = min(2 * depth, layout.keyWidth / 2)
    let isContainer = shown.map { ValueType($0).isContainer } ?? false
    let key = path.components[depth]
    line.put(
      (isContainer ? (model.isOpen(row: row) ? "▾ " : "▸ ") : "  ") + (key.isEmpty ? "\"\"" : key),
      at: Layout.key + indent, width: layout.keyWidth - indent, style)
    put(shown, in: &line, layout, style)
    return line
  }

  private func put(_ shown: PropertyList?, in line: inout ScreenLine, _ layout: Layout, _ style: ScreenStyle) {
    if case .typing(let typed, path) = model.mode {
      if layout.showsType { line.put(typed.type?.rawValue ?? "auto", at: layout.type, width: 6, style) }
      let window = FieldWindow(typed.field, columns: layout.valueWidth)
      line.put(
        window.text + String(repeating: " ", count: max(0, layout.valueWidth - window.text.columns)), at: layout.value,
        width: layout.valueWidth, ScreenStyle(isUnderlined: true))
      return
    }
    guard let shown else { return }
    if layout.showsType {
      line.put(ValueType(shown).rawValue, at: layout.type, width: 6, ScreenStyle(isDim: true).reversed(isSelected))
    }
    line.put(value(shown, columns: layout.valueWidth), at: layout.value, width: layout.valueWidth, style)
  }

  private func value(_ value: PropertyList, columns: Int) -> String {
    guard let edit = model.draft.edits[path] else { return text(value, columns) }
    let there = model.draft.keys[path]
    // Both have room, however long they are.
    let short = printable(text(value, columns), columns: max(columns / 2, 1))
    if there != edit.believed { return "\(short)  there: \(there.map { text($0, columns) } ?? "removed")" }
    guard let there, edit.value != nil else { return text(value, columns) }
    return "\(short)  was \(text(there, columns))"
  }

  private func text(_ value: PropertyList, _ columns: Int) -> String {
    switch value {
    case .array(let elements), .set(let elements): Units.count(elements.count, "element")
    case .dictionary: Units.count(model.draft.count(at: path), "key")
    case .string(let text): "\"\(printable(text, columns: max(1, columns - 2)))\""
    case .data(let bytes): Units.bytes(Int64(bytes.count))
    default: value.literal
    }
  }

  private static func sign(_ mark: Draft.Mark, isNews: Bool) -> String {
    switch mark {
    case .conflict: "!"
    case .changed: "*"
    case .added: "+"
    case .removed: "-"
    case .below: isNews ? "~" : "."
    case .none: isNews ? "~" : ""
    }
  }

  private static func style(_ mark: Draft.Mark, isNews: Bool) -> ScreenStyle {
    switch mark {
    case .conflict: ScreenStyle(color: .red, isBold: true)
    case .changed: ScreenStyle(color: .yellow)
    case .added: ScreenStyle(color: .green)
    case .removed: ScreenStyle(color: .red, isDim: true)
    case .below, .none: isNews ? ScreenStyle(color: .cyan, isBold: true) : .plain
    }
  }
}
