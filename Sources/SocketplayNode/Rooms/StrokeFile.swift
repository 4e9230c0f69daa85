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
    guard let lines = DrawnLine.lines(json: bytes) else {
      throw Failure(.malformed, path, detail: "it is no line in JSON, with path, screenW and screenH")
    }
    var strokes: [Stroke] = []
    for line in lines {
      guard let stroke = Stroke(line) else { throw Failure(.malformed, path, detail: "a line out of bounds") }
      strokes.append(erases ? stroke.eraser : stroke)
    }
    return strokes
  }
}

extension Stroke {
  /// The same line, drawn with the eraser.
  fileprivate var eraser: Stroke {
    // What is within bounds stays so.
    (try? Stroke(points: points, width: width, color: color, screen: screen, erases: true)) ?? self
  }
}
