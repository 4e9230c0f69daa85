/// A line that a client of the drawing relay (004) has drawn, as it stands on the wire.
public struct DrawnLine: Sendable, Hashable {
  /// A place on the drawer's screen, y downward.
  public struct Point: Sendable, Hashable {
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

  /// The points, in order.
  public var points: [Point]
  /// The width of the line; 5.5 where none is told.
  public var width: Double
  /// 0 black, 1 red, 2 blue, 3 green; what is none of them counts as black.
  public var color: Int
  /// The drawer's screen.
  public var screenWidth: Double
  /// The drawer's screen.
  public var screenHeight: Double

  /// A line.
  public init(points: [Point], width: Double, color: Int, screenWidth: Double, screenHeight: Double) {
    self.points = points
    self.width = width
    self.color = color
    self.screenWidth = screenWidth
    self.screenHeight = screenHeight
  }

  /// The width of a line that tells none: the original's first one.
  public static let usualWidth = 5.5
  /// The points a line may have: a finger that draws for a quarter of an hour at 240 points a second.
  public static let maximumPoints = 1 << 18
}

extension DrawnLine {
  /// The line of a JSON object in the original form: `path` of `x` and `y`, `width`, `color`, `screenW`, `screenH`.
  ///
  /// Nil where it is none: without points or a screen of at least 1 by 1 (an original divides by the whole part of it), or
  /// with a field of another type.
  init?(_ object: JSONValue) {
    guard let path = object["path"]?.array, !path.isEmpty, path.count <= Self.maximumPoints else { return nil }
    guard let screenWidth = object["screenW"]?.number, let screenHeight = object["screenH"]?.number,
      screenWidth >= 1, screenHeight >= 1
    else { return nil }
    var points: [Point] = []
    points.reserveCapacity(path.count)
    for point in path {
      guard let x = point["x"]?.number, let y = point["y"]?.number else { return nil }
      points.append(Point(x: x, y: y))
    }
    let width = object["width"] ?? .number(Self.usualWidth)
    let color = object["color"] ?? .number(0)
    guard let width = width.number, width > 0, let color = color.number else { return nil }
    self.init(
      points: points, width: width, color: (0...3).contains(color) ? Int(color) : 0, screenWidth: screenWidth,
      screenHeight: screenHeight)
  }

  /// The line of a JSON text in the original form, as a file may hold it; nil where it is none.
  public init?(json: UnsafeRawBufferPointer) {
    guard let value = try? JSONReader.read(json, limits: Self.jsonLimits) else { return nil }
    self.init(value)
  }

  /// An object, an array of points, and in each point two numbers.
  static let jsonLimits = JSONLimits(depth: 6, values: maximumPoints * 3 + 64)
}
