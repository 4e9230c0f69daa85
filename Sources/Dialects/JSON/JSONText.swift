/// The pieces that encoders write JSON with.
enum JSONText {
  /// A string in quotes, escaped as Foundation's JSONSerialization does it: a slash too.
  static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "/": quoted += "\\/"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{8}": quoted += "\\b"
      case "\u{C}": quoted += "\\f"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A finite number in few digits: whole ones without a point, others with at most `digits` behind it.
  static func number(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value * scale).rounded()
    guard abs(scaled) < 1e15 else { return value.description }
    let whole = Int64(scaled)
    let (units, rest) = whole.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    var text = (whole < 0 ? "-" : "") + String(units)
    guard rest > 0 else { return text }
    var fraction = String(rest)
    fraction = String(repeating: "0", count: digits - fraction.utf8.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    text += "." + fraction
    return text
  }
}
