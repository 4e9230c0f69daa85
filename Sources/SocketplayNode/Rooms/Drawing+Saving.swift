import Canvas
import SessionCore
import Sys

extension Drawing {
  /// Paints what there is into a file; one that is there is replaced.
  ///
  /// Runs beside whatever else is done: a large canvas takes a while.
  @concurrent
  func save(_ path: String, asSVG: Bool) async throws(Failure) { try write(to: path, asSVG: asSVG) }

  /// As `save`, here and now.
  func write(to path: String, asSVG: Bool) throws(Failure) {
    let layers = visible.map(\.canvasLayer)
    guard let bytes = asSVG ? Canvas.svg(layers) : Canvas.png(layers) else {
      throw Failure(.unwritable, path, detail: "no memory for the canvas")
    }
    do throws(SystemError) {
      try WholeFile.replace(path, with: bytes, mode: 0o644)
    } catch {
      throw Failure(.unwritable, path, detail: error.message)
    }
  }
}

extension Drawing.Layer {
  var canvasLayer: CanvasLayer {
    switch self {
    case .stroke(let stroke): .line(CanvasLine(stroke))
    case .picture(let file): .picture(file)
    }
  }
}

extension CanvasLine {
  /// A stroke as it is painted: the eraser paints the paper's white.
  init(_ stroke: Stroke) {
    self.init(
      points: stroke.points.map { Point(x: $0.x, y: $0.y) }, width: stroke.width,
      color: stroke.erases ? .white : Color(stroke.color), screenWidth: stroke.screen.width)
  }
}

extension CanvasLine.Color {
  fileprivate init(_ color: Stroke.Color) {
    switch color {
    case .black: self.init(red: 0, green: 0, blue: 0)
    case .red: self.init(red: 1, green: 0, blue: 0)
    case .blue: self.init(red: 0, green: 0, blue: 1)
    case .green: self.init(red: 0, green: 1, blue: 0)
    }
  }
}
