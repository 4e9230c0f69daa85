/// Something on a canvas; later ones lie over earlier ones.
public enum CanvasLayer: Sendable {
  case line(CanvasLine)
  /// A picture, as a JPEG or PNG file, whose bytes are asked for when it is painted; what is neither, or larger than can be
  /// drawn, is passed over.
  case picture(@Sendable () -> [UInt8])
}

/// A line on a canvas.
public struct CanvasLine: Sendable {
  /// A place, in the units of the screen it was drawn on; y downward.
  public struct Point: Sendable {
    /// From the left edge.
    public var x: Double
    /// From the upper edge.
    public var y: Double

    /// A place.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// Red, green and blue, each from 0 to 1.
  public struct Color: Sendable {
    /// From 0 to 1.
    public var red: Double
    /// From 0 to 1.
    public var green: Double
    /// From 0 to 1.
    public var blue: Double

    /// A colour.
    public init(red: Double, green: Double, blue: Double) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// The paper.
    public static let white = Color(red: 1, green: 1, blue: 1)
  }

  /// The points, in order; finite.
  public var points: [Point]
  /// The width of the line, in the units of the points; above 0.
  public var width: Double
  /// Its colour; that of the paper where it erases.
  public var color: Color
  /// The width of the screen it was drawn on; above 0.
  public var screenWidth: Double

  /// A line.
  public init(points: [Point], width: Double, color: Color, screenWidth: Double) {
    self.points = points
    self.width = width
    self.color = color
    self.screenWidth = screenWidth
  }
}
