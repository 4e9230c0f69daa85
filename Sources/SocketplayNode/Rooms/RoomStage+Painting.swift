import Canvas
import SessionCore

/// Painting runs beside whatever else is done: a large canvas takes a while.
extension RoomStage {
  @concurrent
  static func pixels(
    _ drawing: Drawing, within width: Int, _ height: Int, under lines: [Stroke]
  ) async -> RoomPixels? {
    let layers = drawing.layers(under: lines)
    let fit = Canvas.size(layers, within: width, height)
    guard let (bytes, width, height) = Canvas.pixels(layers, width: fit.width, isFine: false) else { return nil }
    return RoomPixels(bytes: bytes, width: width, height: height)
  }

  @concurrent
  static func png(_ drawing: Drawing, within width: Int, _ height: Int, under lines: [Stroke]) async -> RoomPNG? {
    let layers = drawing.layers(under: lines)
    let fit = Canvas.size(layers, within: width, height)
    guard let file = Canvas.png(layers, width: fit.width) else { return nil }
    return RoomPNG(file: file, width: fit.width, height: fit.height)
  }
}

extension Drawing {
  fileprivate func layers(under lines: [Stroke]) -> [CanvasLayer] {
    visible.map(\.canvasLayer) + lines.map { .line(CanvasLine($0)) }
  }
}
