/// `text` with everything that a terminal or a log reader would act on written out, and not wider than `columns`.
///
/// C0, DEL, C1, line and paragraph separators and what changes the direction of text stand as `\u{..}`. What is wider
/// ends in `…`. Every word that came from a peer, the network or a file's name passes through here.
func printable(_ text: String, columns: Int = 200) -> String {
  // Most text is: ASCII that fits, or is cut where it still is.
  if text.utf8.count <= columns {
    if text.utf8.allSatisfy(isPlain) { return text }
  } else if columns > 0, text.utf8.prefix(columns + 1).allSatisfy(isPlain) {
    return String(decoding: text.utf8.prefix(columns - 1), as: UTF8.self) + "…"
  }
  var shown = Columns(limit: columns)
  for scalar in text.unicodeScalars {
    if isEscaped(scalar) {
      shown.append(escape(scalar.value))
    } else {
      shown.append(scalar)
    }
    if shown.isFull { break }
  }
  return shown.text
}

/// Bytes that ought to be UTF-8 as `printable(_:columns:)` text; each byte that is not stands as `\u{..}`.
func printable(bytes: [UInt8], columns: Int = 200) -> String {
  // Most bytes are.
  if let text = String(validating: bytes, as: UTF8.self) { return printable(text, columns: columns) }
  var shown = Columns(limit: columns)
  var rest = bytes[...]
  while let first = rest.first, !shown.isFull {
    // A sequence is 4 bytes at most; the shortest valid one is it.
    let length = (1...4).first { count in
      count <= rest.count && String(validating: rest.prefix(count), as: UTF8.self)?.unicodeScalars.count == 1
    }
    if let length, let scalar = String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars.first {
      if isEscaped(scalar) { shown.append(escape(scalar.value)) } else { shown.append(scalar) }
      rest = rest.dropFirst(length)
    } else {
      shown.append(escape(UInt32(first)))
      rest = rest.dropFirst()
    }
  }
  return shown.text
}

/// An operand, a name or a path in double quotes, as errors show it.
func quoted(_ text: String) -> String { "\"\(printable(text))\"" }

/// A path of this machine in full: what a peer put into its last component is escaped all the same.
func printable(path: String) -> String { printable(path, columns: 4096) }

/// Whether a byte of UTF-8 is a character of one column that stands for itself.
private func isPlain(_ byte: UInt8) -> Bool { 0x20 <= byte && byte < 0x7F }

private func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
  default: false
  }
}

private func escape(_ value: UInt32) -> String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

/// Text that grows up to a width.
private struct Columns {
  let limit: Int
  private(set) var text = ""
  private(set) var isFull = false
  private var width = 0
  /// Where to cut for the `…`, once it is known that there is more.
  private var room: String.Index
  private var marks = 0

  init(limit: Int) {
    self.limit = limit
    room = text.startIndex
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    let columns = scalar.columns
    // Marks take no column; a letter under a heap of them is still one letter.
    marks = columns == 0 ? marks + 1 : 0
    guard marks <= 16 else { return }
    append(String(Character(scalar)), columns)
  }

  mutating func append(_ escape: String) {
    marks = 0
    append(escape, escape.utf8.count)
  }

  private mutating func append(_ piece: String, _ columns: Int) {
    guard width + columns <= limit else {
      text = String(text.unicodeScalars[..<room]) + "…"
      isFull = true
      return
    }
    width += columns
    text.unicodeScalars.append(contentsOf: piece.unicodeScalars)
    if width < limit { room = text.endIndex }
  }
}

extension Unicode.Scalar {
  /// How many columns of a terminal it takes: 0 for marks, 2 for wide ones.
  var columns: Int {
    // Before the first combining mark only the soft hyphen takes none; asking for a category takes time.
    if value < 0x300, value != 0xAD { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    // Emoji among the symbols (East Asian Width W, UAX #11).
    case 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F,
      0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3,
      0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757,
      0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A,
      0x1F200...0x1F265, 0x1F7E0...0x1F7EB:
      return 2
    default: return 1
    }
  }
}

extension String {
  /// How many columns of a terminal it takes.
  var columns: Int {
    utf8.allSatisfy(isPlain) ? utf8.count : unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}
