import KeyedArchive

/// A place in a JSON text, and what is taken there.
struct JSONCursor: TextCursor {
  let bytes: UnsafeRawBufferPointer
  var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func takeSpace() {
    while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte), byte != 0x0B, byte != 0x0C { position += 1 }
  }

  /// Takes a number: an integer, or a real where it has a fraction or an exponent.
  mutating func takeNumber() throws(Reason) -> PropertyList {
    let start = position
    if next == UInt8(ascii: "-") { take() }
    let whole = takeDigits()
    guard whole > 0, whole == 1 || bytes[position - whole] != UInt8(ascii: "0") else { throw .number }
    var isReal = false
    if next == UInt8(ascii: ".") {
      take()
      guard takeDigits() > 0 else { throw .number }
      isReal = true
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      take()
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { take() }
      guard takeDigits() > 0 else { throw .number }
      isReal = true
    }
    let text = Array(bytes[start..<position])
    guard isReal else {
      guard let value = Int128(propertyListText: text) else { throw .number }
      return .integer(value)
    }
    guard let value = Double(propertyListText: text) else { throw .number }
    return .real(value)
  }

  private mutating func takeDigits() -> Int {
    let start = position
    while next?.decimalDigit != nil { position += 1 }
    return position - start
  }

  /// Takes a string, the opening quote included.
  mutating func takeString() throws(Reason) -> String {
    take()
    let start = position
    var copied: [UInt8]?
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let text = copied ?? Array(bytes[start..<position])
        take()
        guard let string = String(validating: text, as: UTF8.self) else { throw .string }
        return string
      case UInt8(ascii: "\\"):
        var text = copied ?? Array(bytes[start..<position])
        copied = nil
        take()
        try takeEscape(into: &text)
        copied = text
      case ..<0x20:
        throw .string
      default:
        copied?.append(byte)
        take()
      }
    }
    throw .truncated
  }

  private mutating func takeEscape(into text: inout [UInt8]) throws(Reason) {
    guard let letter = next else { throw .truncated }
    take()
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): try takeUnits(into: &text, escapes: "\\u")
    default: throw .string
    }
  }
}
