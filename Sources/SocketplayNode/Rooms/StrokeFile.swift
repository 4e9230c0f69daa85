import Dialects
import SessionCore
import Sys

/// A file of lines to draw: JSON in the original form, or SVG paths.
enum StrokeFile {
  /// The largest file that is read: the longest line, at 60 bytes a point.
  private static let maximumSize = 16 << 20
  /// The lines of a file.
  static func read(_ path: String, erases: Bool) throws(Failure) -> [Stroke] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.read(path, maximumSize: maximumSize)
    } catch {
      throw Failure(local: error, path: path)
    }
    if bytes.isEmpty { throw Failure(.emptyFile, path) }
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
      do throws(SVGDrawing.Problem) {
        return try SVGDrawing.strokes(in: bytes, erases: erases)
      } catch {
        throw Failure(.malformed, path, detail: "no SVG path that can be drawn (\(error))")
      }
    }
    guard let line = bytes.withUnsafeBytes({ DrawnLine(json: $0) }) else {
      throw Failure(.malformed, path, detail: "it is no line in JSON, with path, screenW and screenH")
    }
    do throws(Stroke.Refusal) {
      return [try Stroke(line, erases: erases)]
    } catch {
      throw Failure(.malformed, path, detail: "a line out of bounds (\(error))")
    }
  }
}

extension Stroke {
  /// A line of the drawing relay, where its values are within bounds.
  init(_ line: DrawnLine, erases: Bool = false) throws(Refusal) {
    try self.init(
      points: line.points.map { Point(x: $0.x, y: $0.y) }, width: line.width,
      color: Color(rawValue: line.color) ?? .black,
      screen: Screen(width: line.screenWidth, height: line.screenHeight), erases: erases)
  }
}
