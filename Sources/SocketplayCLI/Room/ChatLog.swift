import Editor

/// What was said, for a window of some columns and rows that can be moved back.
struct ChatLog: Sendable {
  /// Lines that are kept: an evening's talk.
  static let limit = 2_000

  private(set) var lines: [String] = []
  /// Rows between the window's end and the log's.
  private(set) var back = 0

  /// Adds a line, which holds nothing that a terminal would obey.
  mutating func append(_ line: String) {
    lines.append(line)
    if lines.count > Self.limit + Self.limit / 4 { lines.removeFirst(Self.limit / 4) }
  }

  /// Moves the window by rows, back where they are more than 0, as far as there is something to see.
  mutating func move(by rows: Int, columns: Int, height: Int) {
    guard rows > 0 else {
      back = max(0, back + rows)
      return
    }
    let all = lines.reduce(0) { $0 + Self.wrapped($1, columns: columns).count }
    back = min(max(0, all - height), back + rows)
  }

  /// The window's rows, the last at the end.
  func window(columns: Int, height: Int) -> [String] {
    var rows: [String] = []
    for line in lines.reversed() {
      rows += Self.wrapped(line, columns: columns).reversed()
      if rows.count >= height + back { break }
    }
    return Array(rows.dropFirst(min(back, max(0, rows.count - height))).prefix(height).reversed())
  }

  /// A line in rows of so many columns, broken at blanks where there are some.
  static func wrapped(_ line: String, columns: Int) -> [String] {
    var rows: [String] = []
    var row = ""
    var width = 0
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let (text, length) = (String(word), String(word).columns)
      if !row.isEmpty, width + 1 + length <= columns {
        row += " " + text
        width += 1 + length
        continue
      }
      if !row.isEmpty { rows.append(row) }
      (row, width) = ("", 0)
      for character in text {
        let length = String(character).columns
        if width + length > columns, !row.isEmpty {
          rows.append(row)
          (row, width) = ("", 0)
        }
        row.append(character)
        width += length
      }
    }
    return rows + [row]
  }
}
