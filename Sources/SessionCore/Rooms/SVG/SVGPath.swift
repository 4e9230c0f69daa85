/// The lines of an SVG path (SVG 1.1, section 8.3): each subpath is one, its curves as short straight pieces.
///
/// Arcs are not taken: whoever has some exports them as curves.
struct SVGPath {
  /// Why it is no path.
  enum Problem: Error, Sendable, Hashable {
    /// Something else than a command or a number stands at that byte.
    case malformed(at: Int)
    case arc
    case tooManyPoints
  }

  /// Straight pieces of a curve.
  private static let pieces = 16

  private let bytes: [UInt8]
  private var place = 0
  private var lines: [[Stroke.Point]] = []
  private var current: [Stroke.Point] = []
  private var start = Stroke.Point(x: 0, y: 0)
  private var pen = Stroke.Point(x: 0, y: 0)
  /// The second control point of the curve before, which the short forms mirror.
  private var control: Stroke.Point?
  private var count = 0

  /// Reads the text of a `d` attribute.
  static func lines(of data: some Sequence<UInt8>) throws(Problem) -> [[Stroke.Point]] {
    var path = SVGPath(bytes: Array(data))
    try path.read()
    path.finish()
    return path.lines
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read() throws(Problem) {
    var command: UInt8?
    while skipSpace() {
      let byte = bytes[place]
      if (byte | 0x20) >= UInt8(ascii: "a"), (byte | 0x20) <= UInt8(ascii: "z") {
        command = byte
        place += 1
      }
      guard let now = command else { throw .malformed(at: place) }
      try perform(now)
      // Further pairs behind a move are lines; behind a close nothing may stand.
      switch now {
      case UInt8(ascii: "M"): command = UInt8(ascii: "L")
      case UInt8(ascii: "m"): command = UInt8(ascii: "l")
      case UInt8(ascii: "Z"), UInt8(ascii: "z"): command = nil
      default: break
      }
    }
  }

  private mutating func perform(_ command: UInt8) throws(Problem) {
    let isRelative = command >= UInt8(ascii: "a")
    let base = isRelative ? pen : Stroke.Point(x: 0, y: 0)
    switch command | 0x20 {
    case UInt8(ascii: "m"):
      finish()
      let point = try self.point(from: base)
      start = point
      try go(to: point)
    case UInt8(ascii: "l"): try go(to: try point(from: base))
    case UInt8(ascii: "h"): try go(to: Stroke.Point(x: base.x + (try number()), y: pen.y))
    case UInt8(ascii: "v"): try go(to: Stroke.Point(x: pen.x, y: base.y + (try number())))
    case UInt8(ascii: "c"): try curve(try point(from: base), try point(from: base), try point(from: base))
    case UInt8(ascii: "s"): try curve(mirrored, try point(from: base), try point(from: base))
    case UInt8(ascii: "q"): try quadratic(try point(from: base), try point(from: base))
    case UInt8(ascii: "t"): try quadratic(mirrored, try point(from: base))
    case UInt8(ascii: "z"): try go(to: start)
    case UInt8(ascii: "a"): throw .arc
    default: throw .malformed(at: place - 1)
    }
    if !"csqt".utf8.contains(command | 0x20) { control = nil }
  }

  private var mirrored: Stroke.Point {
    control.map { Stroke.Point(x: 2 * pen.x - $0.x, y: 2 * pen.y - $0.y) } ?? pen
  }

  private mutating func finish() {
    if !current.isEmpty { lines.append(current) }
    current = []
  }

  private mutating func go(to point: Stroke.Point) throws(Problem) {
    // A path that goes on behind a close begins where that ended.
    if current.isEmpty, count > 0, point != start { try add(start) }
    try add(point)
    pen = point
  }

  private mutating func add(_ point: Stroke.Point) throws(Problem) {
    count += 1
    guard count <= Stroke.maximumPoints else { throw .tooManyPoints }
    current.append(point)
  }

  private mutating func curve(_ one: Stroke.Point, _ two: Stroke.Point, _ end: Stroke.Point) throws(Problem) {
    let begin = pen
    for step in 1...Self.pieces {
      let t = Double(step) / Double(Self.pieces)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      try go(
        to: Stroke.Point(
          x: a * begin.x + b * one.x + c * two.x + d * end.x, y: a * begin.y + b * one.y + c * two.y + d * end.y))
    }
    pen = end
    control = two
  }

  private mutating func quadratic(_ middle: Stroke.Point, _ end: Stroke.Point) throws(Problem) {
    let begin = pen
    func between(_ point: Stroke.Point, _ middle: Stroke.Point) -> Stroke.Point {
      Stroke.Point(x: point.x + (middle.x - point.x) * 2 / 3, y: point.y + (middle.y - point.y) * 2 / 3)
    }
    try curve(between(begin, middle), between(end, middle), end)
    control = middle
  }

  // MARK: Numbers

  private mutating func point(from base: Stroke.Point) throws(Problem) -> Stroke.Point {
    Stroke.Point(x: base.x + (try number()), y: base.y + (try number()))
  }

  private mutating func number() throws(Problem) -> Double {
    guard skipSpace() else { throw .malformed(at: place) }
    let begin = place
    var hasPoint = false
    var hasExponent = false
    scan: while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        let isSign = place == begin || bytes[place - 1] | 0x20 == UInt8(ascii: "e")
        if !isSign { break scan }
      case UInt8(ascii: "."):
        if hasPoint || hasExponent { break scan }
        hasPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        if hasExponent { break scan }
        hasExponent = true
      default: break scan
      }
      place += 1
    }
    guard let value = Double(String(decoding: bytes[begin..<place], as: UTF8.self)), value.isFinite else {
      throw .malformed(at: begin)
    }
    return value
  }

  /// Steps over blanks and commas; false at the end.
  private mutating func skipSpace() -> Bool {
    while place < bytes.count, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: ",") { place += 1 }
    return place < bytes.count
  }
}
