import KeyedArchive
import SessionCore

extension EditorModel {
  mutating func move(to row: Int) {
    selection = row
    settle()
  }

  /// Whether the selected row has others in it.
  var selectedIsContainer: Bool { selected.flatMap(draft.value(at:)).map { ValueType($0).isContainer } ?? false }

  mutating func toggle() {
    guard let path = selected, selectedIsContainer else { return }
    if isOpen(row: selection) { close(path) } else { open(path) }
  }

  /// Opens the selected container, or goes to the first of what is in it.
  mutating func stepIn() {
    guard let path = selected, selectedIsContainer else { return }
    if isOpen(row: selection) {
      if let next = rows[selection + 1], path.isAbove(next) { move(to: selection + 1) }
    } else {
      open(path)
    }
  }

  /// Closes the selected container, or goes to the one that the row stands in.
  mutating func stepOut() {
    guard let path = selected else { return }
    if search == nil, isOpen(row: selection) { return close(path) }
    if let row = path.parent.flatMap(rows.row(of:)) { move(to: row) }
  }

  private mutating func open(_ path: PreferencePath) {
    open.insert(path)
    rebuild()
  }

  private mutating func close(_ path: PreferencePath) {
    open.remove(path)
    rebuild()
  }

  /// Shows all rows again, the selected one among them.
  mutating func endSearch() {
    guard search != nil else { return }
    search = nil
    reveal(selected)
  }

  /// Opens what a path stands in, and selects it.
  mutating func reveal(_ path: PreferencePath?) {
    var above = path?.parent
    while let container = above {
      open.insert(container)
      above = container.parent
    }
    rebuild(selecting: path)
  }
}
