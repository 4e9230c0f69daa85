/// A line that somebody drew: its points on the drawer's own screen, and how it looks.
///
/// Whoever shows it scales by the screen it was drawn on. Everything in it is finite and within bounds, so that no
/// arithmetic on it can fail.
public struct Stroke: Sendable, Hashable {
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

  /// A screen's size, in the units of the points.
  public struct Screen: Sendable, Hashable {
    /// Above 0.
    public var width: Double
    /// Above 0.
    public var height: Double

    /// A size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// The four colours of the original app; the raw values are those on its wire.
  public enum Color: Int, Sendable, Hashable, CaseIterable {
    case black = 0
    case red, blue, green
  }

  /// Why something is no stroke.
  public enum Refusal: Error, Sendable, Hashable {
    case noPoints
    case tooManyPoints
    /// A coordinate that is not finite, or farther out than any screen reaches.
    case coordinate
    /// A screen of no size, or larger than any.
    case screen
    case width
  }

  /// Points of one stroke: a finger that draws for a quarter of an hour at 240 points a second.
  public static let maximumPoints = 1 << 18
  /// How far from the origin a coordinate may be, each way.
  public static let maximumCoordinate = 1_000_000.0
  /// How wide and high a screen may be.
  public static let maximumScreen = 65_536.0
  /// How wide a line may be.
  public static let maximumWidth = 1_000.0

  /// The points, in the order in which they were drawn; at least one.
  public let points: [Point]
  /// The width of the line, in the units of the points.
  public let width: Double
  /// Its colour; without meaning where it erases.
  public let color: Color
  /// The screen it was drawn on.
  public let screen: Screen
  /// Whether it takes away what is under it.
  public let erases: Bool

  /// A stroke, where everything is within bounds.
  public init(
    points: [Point], width: Double, color: Color, screen: Screen, erases: Bool = false
  ) throws(Refusal) {
    if points.isEmpty { throw .noPoints }
    if points.count > Self.maximumPoints { throw .tooManyPoints }
    // `NaN` is within no range.
    guard points.allSatisfy({ Self.isCoordinate($0.x) && Self.isCoordinate($0.y) }) else { throw .coordinate }
    guard Self.isExtent(screen.width), Self.isExtent(screen.height) else { throw .screen }
    guard width > 0, width <= Self.maximumWidth else { throw .width }
    self.points = points
    self.width = width
    self.color = color
    self.screen = screen
    self.erases = erases
  }

  private static func isCoordinate(_ value: Double) -> Bool { -maximumCoordinate...maximumCoordinate ~= value }
  private static func isExtent(_ value: Double) -> Bool { value > 0 && value <= maximumScreen }
}
