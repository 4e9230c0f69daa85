import KeyedArchive

/// A place in an old-style property list, and what is taken there.
struct OpenStepCursor: TextCursor {
  let bytes: UnsafeRawBufferPointer
  var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Takes white space and comments.
  mutating func takeSpace() throws(Reason) {
    while let byte = next {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        take()
      } else if starts(with: "//") {
        while let byte = next, byte != 0x0A, byte != 0x0D { take() }
      } else if starts(with: "/*") {
        position += 2
        while !starts(with: "*/") {
          guard next != nil else { throw .truncated }
          take()
        }
        position += 2
      } else {
        return
      }
    }
  }

  /// Takes a string, quoted or of letters, digits and `_ $ / : . -`.
  mutating func takeString() throws(Reason) -> String {
    guard let quote = next else { throw .truncated }
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return try takeString(in: quote) }
    let start = position
    while let byte = next, Self.isPlain(byte) { take() }
    guard position > start else { throw .unexpected }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_$/:.-".utf8.contains(byte)
    }
  }

  private mutating func takeString(in quote: UInt8) throws(Reason) -> String {
    take()
    var text: [UInt8] = []
    while let byte = next {
      take()
      switch byte {
      case quote:
        guard let string = String(validating: text, as: UTF8.self) else { throw .string }
        return string
      case UInt8(ascii: "\\"): try takeEscape(into: &text)
      default: text.append(byte)
      }
    }
    throw .truncated
  }

  private mutating func takeEscape(into text: inout [UInt8]) throws(Reason) {
    guard let letter = next else { throw .truncated }
    take()
    switch letter {
    case UInt8(ascii: "a"): text.append(0x07)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "U"), UInt8(ascii: "u"): try takeUnits(into: &text, escapes: "\\U", "\\u")
    case UInt8(ascii: "0")...UInt8(ascii: "7"): try takeOctal(first: letter, into: &text)
    default: text.append(letter)
    }
  }

  /// Takes up to three octal digits: a Latin-1 character here, where NeXTSTEP had its own set.
  private mutating func takeOctal(first: UInt8, into text: inout [UInt8]) throws(Reason) {
    var value = UInt32(first - UInt8(ascii: "0"))
    for _ in 0..<2 {
      guard let byte = next, UInt8(ascii: "0")...UInt8(ascii: "7") ~= byte else { break }
      value = value << 3 | UInt32(byte - UInt8(ascii: "0"))
      take()
    }
    guard value <= 0xFF, let scalar = Unicode.Scalar(value) else { throw .string }
    text.append(contentsOf: String(scalar).utf8)
  }

  /// Takes data (`<0fbd 77>`) or a typed value of GNUstep (`<*I81>`).
  mutating func takeData() throws(Reason) -> PropertyList {
    take()
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { throw .truncated }
    let content = Array(bytes[position..<end])
    guard let value = content.first == UInt8(ascii: "*") ? Self.typed(content) : Self.data(content) else {
      throw .hexadecimal
    }
    position = end + 1
    return value
  }

  private static func data(_ content: [UInt8]) -> PropertyList? {
    var data: [UInt8] = []
    var high: UInt8?
    for byte in content where !byte.isXMLSpace {
      guard let digit = byte.hexDigit else { return nil }
      if let first = high {
        data.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return high == nil ? .data(data) : nil
  }

  private static func typed(_ content: [UInt8]) -> PropertyList? {
    var content = content.dropFirst()
    guard let kind = content.popFirst() else { return nil }
    var text = Array(content)
    // GNUstep writes the text in quotes where it has spaces.
    if text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\""), text.count >= 2 {
      text = Array(text[1..<(text.count - 1)])
    }
    switch kind {
    case UInt8(ascii: "I"): return Int128(propertyListText: text).map { .integer($0) }
    case UInt8(ascii: "R"): return Double(propertyListText: text).map { .real($0) }
    case UInt8(ascii: "B"):
      return text == [UInt8(ascii: "Y")] ? .bool(true) : text == [UInt8(ascii: "N")] ? .bool(false) : nil
    case UInt8(ascii: "D"): return date(text)
    default: return nil
    }
  }

  /// `2024-01-02 03:04:05 +0100`.
  private static func date(_ text: [UInt8]) -> PropertyList? {
    guard text.count == 25, text[10] == 0x20, text[19] == 0x20 else { return nil }
    var form = text
    form[10] = UInt8(ascii: "T")
    form.remove(at: 19)
    form.insert(UInt8(ascii: ":"), at: 22)
    return InternetTime.seconds(of: String(decoding: form, as: UTF8.self)).map { .date($0) }
  }
}
