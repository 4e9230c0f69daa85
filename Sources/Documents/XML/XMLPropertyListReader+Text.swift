extension XMLPropertyListReader {
  /// The text up to the end tag of `name`, references resolved, comments and instructions left out; empty for an
  /// element that was closed in its start tag.
  mutating func text(of name: String, closed: Bool) throws(Reason) -> [UInt8] {
    var text: [UInt8] = []
    guard !closed else { return text }
    while true {
      let run = cursor.take(until: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
      try Self.checkCharacters(run)
      text.append(contentsOf: run)
      if cursor.take("&") {
        text.append(contentsOf: try reference())
      } else if cursor.take("<![CDATA[") {
        guard let run = cursor.take(through: "]]>") else { throw .truncated }
        try Self.checkCharacters(run)
        text.append(contentsOf: run)
      } else if try skipMiscellany() {
        continue
      } else if cursor.starts(with: "</") {
        let end = try takeEndTag()
        guard end == name else { throw .endTag(end) }
        return text
      } else if cursor.next == nil {
        throw .truncated
      } else {
        throw .element(try startTag().name)
      }
    }
  }

  /// The text up to the end tag of `name` where it has nothing but characters, as nearly all have, without a copy in between;
  /// nil, and nothing taken, where there is more to it.
  mutating func plainString(of name: String) throws(Reason) -> String? {
    let start = cursor
    let run = cursor.take(until: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 < 0x20 || $0 == 0xEF })
    guard cursor.starts(with: "</") else {
      cursor = start
      return nil
    }
    let end = try takeEndTag()
    guard end == name else { throw .endTag(end) }
    guard let string = String(validating: UnsafeRawBufferPointer(rebasing: run), as: UTF8.self) else {
      throw .character
    }
    return string
  }

  /// Refuses the control characters that XML has no place for, and the two that are no characters.
  private static func checkCharacters(_ run: Slice<UnsafeRawBufferPointer>) throws(Reason) {
    var last: (UInt8, UInt8) = (0, 0)
    for byte in run {
      guard byte >= 0x20 || byte.isXMLSpace else { throw .character }
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      if byte >= 0xBE, last == (0xEF, 0xBF) { throw .character }
      last = (last.1, byte)
    }
  }

  /// The UTF-8 of a reference, its `&` taken.
  private mutating func reference() throws(Reason) -> [UInt8] {
    let start = cursor
    let name = cursor.take(until: { $0 != UInt8(ascii: "#") && !$0.isXMLName })
    guard cursor.take(";") else {
      if cursor.atEnd { throw .truncated }
      cursor = start
      throw .reference(String(excerpt: name))
    }
    switch String(excerpt: name) {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    case let name:
      guard let scalar = Self.character(name), let utf8 = UTF8.encode(scalar) else { throw .reference(name) }
      return Array(utf8)
    }
  }

  /// The character that `#233` or `#xE9` stands for, where XML allows it.
  private static func character(_ name: String) -> Unicode.Scalar? {
    let value: UInt32?
    if name.hasPrefix("#x") {
      let digits = name.dropFirst(2)
      value = digits.utf8.allSatisfy { $0.hexDigit != nil } ? UInt32(digits, radix: 16) : nil
    } else if name.hasPrefix("#") {
      let digits = name.dropFirst()
      value = digits.utf8.allSatisfy { $0.decimalDigit != nil } ? UInt32(digits) : nil
    } else {
      value = nil
    }
    return value.flatMap(Unicode.Scalar.init).flatMap { $0.isXMLCharacter ? $0 : nil }
  }
}

extension Unicode.Scalar {
  /// Whether XML 1.0 has a place for it.
  var isXMLCharacter: Bool {
    value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : value == 0x09 || value == 0x0A || value == 0x0D
  }
}
