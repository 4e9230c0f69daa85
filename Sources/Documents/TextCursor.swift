/// A place in a text, and what is taken there alike in JSON and in old-style property lists.
protocol TextCursor {
  typealias Reason = TextPropertyListError.Reason

  var bytes: UnsafeRawBufferPointer { get }
  var position: Int { get set }
}

extension TextCursor {
  /// The length of the text.
  var count: Int { bytes.count }

  /// The byte here; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The line of this place, from 1.
  var line: Int { 1 + bytes[..<position].count { $0 == UInt8(ascii: "\n") } }

  /// Whether `text` stands here.
  func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  /// Goes behind the byte here.
  mutating func take() { position += 1 }

  /// Takes a word that must stand here.
  mutating func take(_ word: StaticString) -> Bool {
    let isHere = starts(with: word)
    if isHere { position += word.utf8CodeUnitCount }
    return isHere
  }

  mutating func takeByteOrderMark() {
    if bytes.starts(with: "\u{FEFF}".utf8) { position = 3 }
  }

  /// Takes the four digits of an escape into `text`, and behind the first half of a surrogate pair the escape of its second,
  /// which begins like one of `escapes` (RFC 8259, section 7).
  mutating func takeUnits(into text: inout [UInt8], escapes: StaticString...) throws(Reason) {
    var value = try takeUnit()
    if value & 0xF800 == 0xD800 {
      guard value < 0xDC00, escapes.contains(where: { take($0) }) else { throw .string }
      let low = try takeUnit()
      guard low & 0xFC00 == 0xDC00 else { throw .string }
      value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF)
    }
    guard let scalar = Unicode.Scalar(value) else { throw .string }
    text.append(contentsOf: String(scalar).utf8)
  }

  /// Takes four hexadecimal digits.
  private mutating func takeUnit() throws(Reason) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next else { throw .truncated }
      guard let digit = byte.hexDigit else { throw .string }
      value = value << 4 | UInt32(digit)
      take()
    }
    return value
  }
}
