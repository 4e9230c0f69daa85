/// Dates as RFC 3339 has them.
public enum InternetTime {
  /// The seconds since 2001-01-01T00:00:00Z that `2024-01-02T03:04:05.25+01:00` names; nil for any other form.
  ///
  /// The zone is needed, `Z` or an offset; the fraction is not. Leap seconds are not known.
  public static func seconds(of text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let whole = CivilTime(propertyListText: Array(bytes[..<19]) + [UInt8(ascii: "Z")]) else {
      return nil
    }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { $0.decimalDigit != nil }
      guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self)) else { return nil }
      fraction = value
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(Array(rest)) else { return nil }
    return Double(whole.seconds - offset) + fraction
  }

  /// The seconds that a zone is ahead of UTC.
  private static func offset(_ zone: [UInt8]) -> Int64? {
    if zone == [UInt8(ascii: "Z")] || zone == [UInt8(ascii: "z")] { return 0 }
    let digits = [1, 2, 4, 5].compactMap { $0 < zone.count ? zone[$0].decimalDigit.map(Int64.init) : nil }
    guard zone.count == 6, digits.count == 4, zone[3] == UInt8(ascii: ":") else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    guard hours < 24, minutes < 60 else { return nil }
    switch zone[0] {
    case UInt8(ascii: "+"): return hours * 3_600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3_600 + minutes * 60)
    default: return nil
    }
  }
}
