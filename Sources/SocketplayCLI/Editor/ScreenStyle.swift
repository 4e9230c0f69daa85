/// How a piece of text stands on the screen.
struct ScreenStyle: Sendable, Equatable {
  /// Colours of a terminal's first eight.
  enum Color: Int, Sendable { case red = 1, green, yellow, blue, magenta, cyan }

  var color: Color?
  var isBold = false
  var isDim = false
  var isReversed = false
  var isUnderlined = false

  static let plain = ScreenStyle()

  /// The same on a selected row.
  func reversed(_ on: Bool) -> ScreenStyle {
    var style = self
    style.isReversed = on
    // Dim text on a bar cannot be read on some terminals.
    if on { style.isDim = false }
    return style
  }

  /// The control sequence that sets it (SGR, ECMA-48 8.3.117), everything else unset.
  func sequence(colors: Bool) -> String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isUnderlined { codes.append("4") }
    if isReversed { codes.append("7") }
    if colors, let color { codes.append(String(30 + color.rawValue)) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}
