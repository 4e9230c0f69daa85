extension JSONReader {
  /// The string that begins here, its escapes resolved (RFC 8259, section 7).
  ///
  /// Bytes that are no UTF-8, control characters and halves of surrogate pairs are malformed.
  mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    var piece = position
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[piece..<position])
        position += 1
        guard let string = String(validating: text, as: UTF8.self) else { throw .malformed(at: start) }
        return string
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[piece..<position])
        try escape(into: &text)
        piece = position
      case 0..<0x20: throw malformed
      default: position += 1
      }
    }
    throw malformed
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    position += 1
    guard let letter = next else { throw malformed }
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: try scalar().utf8)
    default: throw .malformed(at: position - 1)
    }
  }

  /// The character of `\uXXXX`, or of two of them that make a surrogate pair.
  private mutating func scalar() throws(JSONError) -> String {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return String(Character(scalar)) }
    guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw malformed }
    let second = try unit()
    guard UTF16.isTrailSurrogate(second) else { throw malformed }
    return String(decoding: [first, second], as: UTF16.self)
  }

  private mutating func unit() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else { throw malformed }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}
