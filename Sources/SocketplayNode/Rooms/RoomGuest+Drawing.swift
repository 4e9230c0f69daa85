import SessionCore

/// What the user draws by hand.
extension RoomGuest {
  /// A line was drawn.
  func drew(_ stroke: Stroke) async {
    lines += 1
    do throws(Failure) {
      try await put(stroke)
    } catch {
      events(.error(error))
    }
  }

  /// A line is being drawn: shown to others, unless more than that waits to be sent.
  func preview(_ stroke: Stroke) {
    guard isIn, queue.isEmpty, connection != nil else { return }
    let newest = Array(stroke.points.suffix(StrokePart.pointLimit))
    guard
      let part = try? Stroke(
        points: newest, width: stroke.width, color: stroke.color, screen: stroke.screen, erases: stroke.erases)
    else { return }
    for part in StrokePart.parts(of: part) { send(.preview(part)) }
    flush()
  }
}
