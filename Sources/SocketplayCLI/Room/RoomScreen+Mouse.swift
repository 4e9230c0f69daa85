import Editor
import SessionCore

/// Drawing by hand, and the pens.
extension RoomScreen {
  /// The pens in their row: where each begins, what it is called, and what it is.
  static let pens: [(column: Int, label: String, color: Stroke.Color?)] = [
    (1, "black", .black), (8, "red", .red), (13, "blue", .blue), (19, "green", .green), (26, "erase", nil),
  ]

  /// The mouse was pressed, moved or let go of.
  mutating func point(_ report: MouseReport) -> [Act] {
    switch report.kind {
    case .wheelUp: move(by: 3)
    case .wheelDown: move(by: -3)
    case .press:
      if report.row == layout.penRow { return choosePen(at: report.column) }
      guard let point = square(report), isOnCanvas(report) else { return [] }
      held = [point]
      return changed()
    case .drag:
      guard let point = square(report), let last = held.last, last != point else { return [] }
      held.append(point)
      if held.count >= Self.maximumPoints { return finish(andGoOnFrom: point) }
      return changed()
    case .release: return finish(andGoOnFrom: nil)
    }
    return []
  }

  private mutating func choosePen(at column: Int) -> [Act] {
    guard let pen = Self.pens.last(where: { column >= $0.column && column < $0.column + $0.label.count }) else {
      return []
    }
    let erased = self.pen.erases
    if let color = pen.color { self.pen.color = color }
    self.pen.erases = pen.color == nil ? !erased : false
    // The eraser is the room's too: for lines of files.
    return erased == self.pen.erases ? [] : [.say("/erase")]
  }

  private func isOnCanvas(_ report: MouseReport) -> Bool {
    report.column < layout.canvasColumns && report.row >= layout.top && report.row < layout.top + layout.bodyRows
  }

  /// The middle of a cell, on the canvas as it was painted: what is beside it counts as its edge.
  private func square(_ report: MouseReport) -> Stroke.Point? {
    guard layout.canvasColumns > 0 else { return nil }
    let (x, y) = (Double(report.column) + 0.5, Double(report.row - layout.top) * 2 + 1)
    return Stroke.Point(x: min(max(0, x), screen.width), y: min(max(0, y), screen.height))
  }

  private mutating func changed() -> [Act] {
    canvasChanged()
    return [.preview]
  }

  private mutating func finish(andGoOnFrom point: Stroke.Point?) -> [Act] {
    guard !held.isEmpty else { return [] }
    let stroke = line
    held = point.map { [$0] } ?? []
    canvasChanged()
    return stroke.map { [.draw($0)] } ?? []
  }
}
