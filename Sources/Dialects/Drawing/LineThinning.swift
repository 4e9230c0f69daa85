/// Leaves points out of a line that nobody will miss.
enum LineThinning {
  /// So many points may be compared with each other: what is more is thinned by distance first, in one pass.
  private static let maximumCompared = 8_192

  /// The points of a line that stays within `tolerance` of the whole one (Douglas and Peucker, 1973); both ends stay.
  ///
  /// Costs at most the square of 8,192 comparisons. Runs without recursion.
  static func thinned(_ points: [DrawnLine.Point], tolerance: Double) -> [DrawnLine.Point] {
    var points = spaced(points, by: tolerance / 2)
    var distance = tolerance
    while points.count > maximumCompared {
      points = spaced(points, by: distance)
      distance *= 2
    }
    guard points.count > 2 else { return points }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var spans = [(0, points.count - 1)]
    while let (first, last) = spans.popLast() {
      guard let farthest = farthest(points, first, last, beyond: tolerance) else { continue }
      isKept[farthest] = true
      spans.append((first, farthest))
      spans.append((farthest, last))
    }
    return zip(points, isKept).filter(\.1).map(\.0)
  }

  /// The points that are at least `distance` from the one kept before; both ends stay.
  private static func spaced(_ points: [DrawnLine.Point], by distance: Double) -> [DrawnLine.Point] {
    guard let first = points.first, let last = points.last, points.count > 2 else { return points }
    var kept = [first]
    for point in points.dropFirst().dropLast() where squared(point, kept[kept.count - 1]) >= distance * distance {
      kept.append(point)
    }
    return kept + [last]
  }

  /// The point between two others that is farthest from the straight line between them, if it is far enough.
  private static func farthest(
    _ points: [DrawnLine.Point], _ first: Int, _ last: Int, beyond tolerance: Double
  ) -> Int? {
    guard last - first > 1 else { return nil }
    let (start, end) = (points[first], points[last])
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = dx * dx + dy * dy
    var best = (index: first, distance: tolerance * tolerance)
    for index in first + 1..<last {
      let point = points[index]
      // The foot of the perpendicular, kept between the ends: a line that turns back is farther from them than from the
      // endless line through them.
      let along = length > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / length : 0
      let clamped = min(max(along, 0), 1)
      let distance = squared(point, DrawnLine.Point(x: start.x + clamped * dx, y: start.y + clamped * dy))
      if distance > best.distance { best = (index, distance) }
    }
    return best.index == first ? nil : best.index
  }

  private static func squared(_ one: DrawnLine.Point, _ other: DrawnLine.Point) -> Double {
    let (dx, dy) = (one.x - other.x, one.y - other.y)
    return dx * dx + dy * dy
  }
}
