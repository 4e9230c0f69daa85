/// Writes for the drawing relay (004) so that an unmodified original takes each read for what it is.
public enum DrawingEncoder {
  /// Why something cannot be said there.
  public enum Refusal: Error, Sendable, Hashable {
    /// A text of nothing: an original makes `hello` of it.
    case emptyText
    /// A text that is a JSON object: an original takes it for a line.
    case looksLikeLine
    /// Not a JPEG, or more than one.
    case notAPicture
  }

  /// How many pieces a line is cut into before points are left out of it: at the usual gap they take four seconds.
  private static let maximumPieces = 64
  /// Seconds between the writes of one picture: enough that a read seldom takes two.
  private static let pictureGap = 0.001

  /// A text; a long one in several writes.
  public static func text(_ text: String) throws(Refusal) -> [SpacedWrite] {
    if text.isEmpty { throw .emptyText }
    let pieces = SpacedWrite.pieces(of: text, limit: SpacedWrite.segment)
    if pieces.contains(where: isObject) { throw .looksLikeLine }
    return pieces.map { SpacedWrite(Array($0.utf8)) }
  }

  private static func isObject(_ text: String) -> Bool {
    var text = text
    guard let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") else { return false }
    let value = text.withUTF8 { bytes in
      try? JSONReader.read(UnsafeRawBufferPointer(bytes), limits: JSONLimits(depth: 512, values: 2_000))
    }
    return value != nil
  }

  /// A line, as compact JSON objects of less than a segment each; where one does not hold it, each begins with the last
  /// point of the one before.
  ///
  /// A very long one loses points that nobody will miss.
  public static func line(_ line: DrawnLine) -> [SpacedWrite] {
    var pieces = cut(line, line.points)
    var tolerance = 0.25
    while pieces.count > maximumPieces {
      pieces = cut(line, LineThinning.thinned(line.points, tolerance: tolerance))
      tolerance *= 2
    }
    return pieces.map { SpacedWrite($0) }
  }

  private static func cut(_ line: DrawnLine, _ points: [DrawnLine.Point]) -> [[UInt8]] {
    // An original divides by the whole part of the screen's size.
    let screen = [line.screenWidth, line.screenHeight].map { JSONText.number(max(1, $0), digits: 0) }
    let width = JSONText.number(line.width, digits: 2)
    let tail = "],\"width\":\(width),\"color\":\(line.color),\"screenW\":\(screen[0]),\"screenH\":\(screen[1])}"
    let head = "{\"path\":["
    let room = SpacedWrite.segment - 1 - head.utf8.count - tail.utf8.count
    var pieces: [[UInt8]] = []
    var path = ""
    var last = ""
    for point in points {
      let text = "{\"x\":\(JSONText.number(point.x, digits: 2)),\"y\":\(JSONText.number(point.y, digits: 2))}"
      if !path.isEmpty, path.utf8.count + 1 + text.utf8.count > room {
        pieces.append(Array((head + path + tail).utf8))
        path = last
      }
      path += path.isEmpty ? text : "," + text
      last = text
    }
    return path.isEmpty ? pieces : pieces + [Array((head + path + tail).utf8)]
  }

  /// A JPEG and the `$` behind it, in writes that no original takes for a text or for a picture's end but the last.
  public static func picture(_ jpeg: [UInt8]) throws(Refusal) -> [SpacedWrite] {
    var extent = PictureExtent()
    guard jpeg.starts(with: PictureExtent.mark), extent.end(in: jpeg[...]) == jpeg.count else { throw .notAPicture }
    let bytes = jpeg + [UInt8(ascii: "$")]
    var writes: [SpacedWrite] = []
    var start = 0
    while start < bytes.count {
      let end = pieceEnd(bytes, from: start)
      writes.append(SpacedWrite(Array(bytes[start..<end]), gap: pictureGap))
      start = end
    }
    writes[writes.count - 1].gap = SpacedWrite.usualGap
    return writes
  }

  /// Where the piece that begins at `start` ends: behind a byte that is never UTF-8, not behind a `$`, and so that at least
  /// the end mark and its `$` are left.
  private static func pieceEnd(_ bytes: [UInt8], from start: Int) -> Int {
    if bytes.count - start <= SpacedWrite.segment { return bytes.count }
    guard let mark = bytes[start...].firstIndex(where: { $0 >= 0xF5 || $0 == 0xC0 || $0 == 0xC1 }) else {
      return bytes.count
    }
    // A long description of plain text makes a long piece.
    let longest = max(mark + 1, start + SpacedWrite.segment)
    guard longest <= bytes.count - 3 else { return bytes.count }
    let end = bytes[mark..<longest].lastIndex { $0 != UInt8(ascii: "$") } ?? mark
    return end + 1
  }
}
