extension UInt8 {
  /// The value of a decimal digit.
  var decimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    default: nil
    }
  }

  /// The value of a hexadecimal digit.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: decimalDigit
    }
  }
}

extension [UInt8] {
  /// The text without the white space around it.
  var trimmed: ArraySlice<UInt8> {
    guard let first = firstIndex(where: { !$0.isXMLSpace }), let last = lastIndex(where: { !$0.isXMLSpace }) else {
      return []
    }
    return self[first...last]
  }
}

extension Int128 {
  /// The integer that a property list's text names: decimal, or hexadecimal after `0x`, with or without a sign.
  init?(propertyListText text: [UInt8]) {
    var digits = text.trimmed
    // Longer than any 128-bit number is written; leading zeros do not come by the hundred.
    guard digits.count <= 64 else { return nil }
    let negative = digits.first == UInt8(ascii: "-")
    if negative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    var radix: Int128 = 10
    if digits.starts(with: [0x30, 0x78]) || digits.starts(with: [0x30, 0x58]) {
      digits.removeFirst(2)
      radix = 16
    }
    guard !digits.isEmpty else { return nil }
    // Summed below zero, where there is room for the smallest integer too.
    var value: Int128 = 0
    for byte in digits {
      guard let digit = radix == 16 ? byte.hexDigit : byte.decimalDigit else { return nil }
      let (scaled, high) = value.multipliedReportingOverflow(by: radix)
      let (next, low) = scaled.subtractingReportingOverflow(Int128(digit))
      guard !high, !low else { return nil }
      value = next
    }
    guard negative || value != .min else { return nil }
    self = negative ? value : -value
  }
}

extension Double {
  /// The real number that a property list's text names: decimal, or `nan`, `inf` and `infinity` in any case, with or
  /// without a sign.
  init?(propertyListText text: [UInt8]) {
    let digits = text.trimmed
    guard !digits.isEmpty, digits.count <= 512 else { return nil }
    let word = String(decoding: digits, as: UTF8.self)
    switch word.lowercased() {
    case "nan", "+nan", "-nan": self = .nan
    case "inf", "+inf", "infinity", "+infinity": self = .infinity
    case "-inf", "-infinity": self = -.infinity
    default:
      // `Double` takes hexadecimal too, which property lists do not know.
      let plain = digits.allSatisfy {
        $0.decimalDigit != nil || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0)  // + - . E e
      }
      guard plain, let value = Double(word), value.isFinite else { return nil }
      self = value
    }
  }

  /// The number as Apple spells it, with the fewest digits that read back the same.
  var propertyListText: String {
    if isNaN { "nan" } else if isInfinite { self > 0 ? "+infinity" : "-infinity" } else { description }
  }
}
