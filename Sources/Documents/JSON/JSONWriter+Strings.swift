extension JSONWriter {
  /// Writes a string, escaping what JSON must and what a terminal or a line reader would act on.
  mutating func string(_ text: String) {
    append(byte: UInt8(ascii: "\""))
    defer { append(byte: UInt8(ascii: "\"")) }
    if text.utf8.allSatisfy(Self.isPlain) { return append(text) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append(escape: "\"")
      case "\\": append(escape: "\\")
      case "\n": append(escape: "n")
      case "\r": append(escape: "r")
      case "\t": append(escape: "t")
      case "\u{8}": append(escape: "b")
      case "\u{C}": append(escape: "f")
      case _ where Self.isEscaped(scalar): append(code: scalar.value)
      default: append(scalar: scalar)
      }
    }
  }

  /// Whether a byte stands for itself: most strings have no others.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Controls (C0, DEL, C1), line and paragraph separators, and what changes the direction of text; all below U+10000.
  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  private mutating func append(escape letter: Unicode.Scalar) {
    append(byte: UInt8(ascii: "\\"))
    append(byte: UInt8(ascii: letter))
  }

  private mutating func append(code: UInt32) {
    append(escape: "u")
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: (code >> shift) & 0xF)
      append(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }

  private mutating func append(scalar: Unicode.Scalar) {
    for unit in scalar.utf8 { append(byte: unit) }
  }

  /// Writes bytes as a base64 string (RFC 4648 section 4, padded).
  mutating func base64(_ data: [UInt8]) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    append(byte: UInt8(ascii: "\""))
    for start in stride(from: 0, to: data.count, by: 3) {
      let count = min(3, data.count - start)
      var group: UInt32 = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(data[start + offset]) : 0) }
      for position in 0..<4 {
        let letter = alphabet[Int(group >> UInt32(18 - 6 * position)) & 63]
        append(byte: position <= count ? letter : UInt8(ascii: "="))
      }
    }
    append(byte: UInt8(ascii: "\""))
  }
}
