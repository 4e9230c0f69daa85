/// Rows of cells as aligned lines.
enum Table {
  /// Lines with two spaces between the columns and none at their ends; the columns of `right` are set to the right.
  static func lines(_ rows: [[String]], right: Set<Int> = []) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], width(cell))
      }
    }
    return rows.map { row in
      var line = ""
      for (index, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - width(cell))
        line += (index > 0 ? "  " : "") + (right.contains(index) ? padding + cell : cell + padding)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}
