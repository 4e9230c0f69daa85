extension GVariantReader {
  /// The words that name the type of what follows.
  private static let types = [
    "boolean": "b", "byte": "y", "int16": "n", "uint16": "q", "int32": "i", "uint32": "u", "int64": "x", "uint64": "t",
    "handle": "h", "double": "d", "string": "s", "objectpath": "o", "signature": "g",
  ]

  /// Takes a word or a number, and what it is the type of.
  mutating func word(_ type: GVariantType?, depth: Int) throws(GVariantError) -> GVariantValue {
    let start = position
    while position < bytes.count, Self.isPart(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "nothing":
      guard let type, type.kind == UInt8(ascii: "m") else { throw .unexpected(position: start) }
      return .maybe(nil, of: type.element)
    case "just":
      let inner = try value(type.flatMap { $0.kind == UInt8(ascii: "m") ? $0.element : nil }, depth: depth)
      return .maybe(inner, of: inner.type)
    default: break
    }
    if let named = Self.types[word] { return try value(GVariantType(known: named), depth: depth) }
    return try number(word, type, at: start)
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private func number(_ word: String, _ type: GVariantType?, at start: Int) throws(GVariantError) -> GVariantValue {
    let isHexadecimal = word.hasPrefix("0x") || word.hasPrefix("-0x")
    let isReal = !isHexadecimal && word.utf8.contains { [UInt8](".eEnN".utf8).contains($0) }
    if type == .double || (type == nil && isReal) {
      guard let number = Double(word) else { throw .unexpected(position: start) }
      return .double(number)
    }
    let integer = type ?? .int32
    let digits = isHexadecimal ? word.replacing("0x", with: "", maxReplacements: 1) : word
    guard let number = Int128(digits, radix: isHexadecimal ? 16 : 10), let range = integer.range, range.contains(number)
    else { throw .unexpected(position: start) }
    return .integer(number, integer)
  }

  /// Takes a text in quotes.
  mutating func string() throws(GVariantError) -> String {
    let quote = bytes[position]
    position += 1
    var text: [UInt8] = []
    while let byte = current, byte != quote {
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let escaped = current else { throw unexpected }
      position += 1
      switch escaped {
      case UInt8(ascii: "u"): text += Array(String(try scalar(digits: 4)).utf8)
      case UInt8(ascii: "U"): text += Array(String(try scalar(digits: 8)).utf8)
      default: text.append(Self.escapes[escaped] ?? escaped)
      }
    }
    // GVariant's strings end at a NUL, and so have none in them.
    guard current == quote, !text.contains(0), let valid = String(validating: text, as: UTF8.self) else {
      throw unexpected
    }
    position += 1
    return valid
  }

  /// Takes bytes in quotes (`b'…'`), and adds the NUL that belongs to them.
  mutating func byteString() throws(GVariantError) -> [UInt8] {
    let quote = bytes[position]
    position += 1
    var result: [UInt8] = []
    while let byte = current, byte != quote {
      position += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let escaped = current else { throw unexpected }
      if let digit = Self.octal(escaped) {
        // Up to three octal digits.
        var value = digit
        position += 1
        for _ in 0..<2 {
          guard let next = current.flatMap(Self.octal) else { break }
          value = value * 8 + next
          position += 1
        }
        guard let byte = UInt8(exactly: value) else { throw unexpected }
        result.append(byte)
      } else {
        position += 1
        result.append(Self.escapes[escaped] ?? escaped)
      }
    }
    guard current == quote else { throw unexpected }
    position += 1
    return result + [0]
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
  ]

  private static func octal(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }

  private mutating func scalar(digits: Int) throws(GVariantError) -> Character {
    let text = String(decoding: bytes[position...].prefix(digits), as: UTF8.self)
    guard text.utf8.count == digits, let number = UInt32(text, radix: 16), let scalar = Unicode.Scalar(number) else {
      throw unexpected
    }
    position += digits
    return Character(scalar)
  }
}
