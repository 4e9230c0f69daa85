extension JSONWriter {
  /// A date, in seconds since 2001-01-01T00:00:00Z, as RFC 3339 in UTC, with as many digits of the fraction as tell it
  /// from its neighbours (nine at most); nil where the year has not four digits.
  static func rfc3339(_ seconds: Double) -> String? {
    guard let time = CivilTime(seconds) else { return nil }
    return time.propertyListText.dropLast() + fraction(of: seconds, above: Double(time.seconds)) + "Z"
  }

  /// The shortest `.ddd` that reads back as `seconds`; empty for none.
  private static func fraction(of seconds: Double, above whole: Double) -> String {
    guard seconds > whole else { return "" }
    var scale = 1.0
    for digits in 1...9 {
      scale *= 10
      let units = min(Int64((seconds - whole) * scale + 0.5), Int64(scale) - 1)
      if whole + Double(units) / scale == seconds || digits == 9 {
        let text = String(units)
        return "." + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
      }
    }
    return ""
  }
}
