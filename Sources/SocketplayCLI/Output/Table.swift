/// Rows of cells as aligned lines.
enum Table {
  /// Lines with two spaces between the columns and none at their ends; the columns of `right` are set to the right.
  static func lines(_ rows: [[String]], right: Set<Int> = []) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.columns)
      }
    }
    return rows.map { row in
      var line = ""
      for (index, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - cell.columns)
        line += (index > 0 ? "  " : "") + (right.contains(index) ? padding + cell : cell + padding)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
