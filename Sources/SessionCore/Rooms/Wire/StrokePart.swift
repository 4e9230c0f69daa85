/// A piece of a stroke on the wire: how the stroke looks, and some of its points.
///
/// A long stroke goes in several, so that none is larger than a frame should be.
public struct StrokePart: Sendable, Equatable {
  /// Points of one part: 32 KiB.
  public static let pointLimit = 2_048

  /// From 0.
  public var part: Int
  /// Whether the stroke is whole with this one.
  public var isLast: Bool
  /// The width of the line.
  public var width: Double
  /// The colour's number.
  public var color: Int
  /// The drawer's screen.
  public var screen: Stroke.Screen
  /// Whether it erases.
  public var erases: Bool
  /// The points, 16 bytes each: x and y, each a big-endian IEEE 754 double.
  public var points: [UInt8]

  /// The parts of a stroke, in order.
  public static func parts(of stroke: Stroke) -> [StrokePart] {
    stride(from: 0, to: stroke.points.count, by: pointLimit).enumerated().map { index, start in
      let end = min(start + pointLimit, stroke.points.count)
      return StrokePart(
        part: index, isLast: end == stroke.points.count, width: stroke.width, color: stroke.color.rawValue,
        screen: stroke.screen, erases: stroke.erases, points: encode(stroke.points[start..<end]))
    }
  }

  private static func encode(_ points: ArraySlice<Stroke.Point>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(points.count * 16)
    for point in points {
      for value in [point.x, point.y] {
        withUnsafeBytes(of: value.bitPattern.bigEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }

  /// The points; nil where the bytes are no whole number of them.
  var decodedPoints: [Stroke.Point]? {
    guard points.count % 16 == 0, points.count <= Self.pointLimit * 16 else { return nil }
    return points.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 16).map { offset in
        Stroke.Point(
          x: Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))),
          y: Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))))
      }
    }
  }
}

/// Puts the parts of one stroke after the other together.
public struct StrokeAssembly: Sendable {
  /// What a part leads to.
  public enum Result: Sendable, Equatable {
    case incomplete
    case whole(Stroke)
    /// Parts out of order, too many points, or values out of bounds.
    case broken
  }

  private var points: [Stroke.Point] = []
  private var next = 0

  /// Nothing yet.
  public init() {}

  /// Adds a part.
  ///
  /// After `whole` and `broken` the next stroke may begin.
  public mutating func add(_ part: StrokePart) -> Result {
    guard part.part == next, let more = part.decodedPoints, points.count + more.count <= Stroke.maximumPoints else {
      self = StrokeAssembly()
      return .broken
    }
    points += more
    next += 1
    guard part.isLast else { return .incomplete }
    let all = points
    self = StrokeAssembly()
    guard let color = Stroke.Color(rawValue: part.color),
      let stroke = try? Stroke(
        points: all, width: part.width, color: color, screen: part.screen, erases: part.erases)
    else { return .broken }
    return .whole(stroke)
  }
}
