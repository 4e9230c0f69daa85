import SessionCore

/// What a line drawn by hand looks like.
struct Pen: Sendable, Equatable {
  /// The width that is usual on a screen of the usual width: what the original app draws with.
  static let usualWidth = 5.5
  static let usualScreen = 375.0
  static let widths = 0.5...100.0

  var color = Stroke.Color.black
  /// On a screen of the usual width.
  var width = usualWidth
  var erases = false

  /// The words for the colours.
  static func color(_ word: String) -> Stroke.Color? {
    switch word {
    case "black": .black
    case "red": .red
    case "blue": .blue
    case "green": .green
    default: nil
    }
  }

  /// A line of it on a screen; nil where there is nothing to see.
  func stroke(_ points: [Stroke.Point], on screen: Stroke.Screen) -> Stroke? {
    try? Stroke(
      points: points, width: width * screen.width / Self.usualScreen, color: color, screen: screen, erases: erases)
  }
}
