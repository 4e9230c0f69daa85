import SessionCore

/// A canvas as an end of a room sees it: what was drawn and not taken back, in order.
struct Drawing {
  /// Something on the canvas.
  enum Layer {
    case stroke(Stroke)
    case picture(RoomStoredFile)
  }

  /// Layers that are kept: far more than a room has, whatever it sends.
  private static let limit = 1 << 16

  private var layers: [(number: UInt64, layer: Layer)] = []

  /// What is there, the lowest first.
  var visible: [Layer] { layers.map(\.layer) }

  /// Takes what a message changes; `file` is its picture.
  mutating func apply(_ message: RoomMessage, file: RoomStoredFile? = nil) {
    switch message.content {
    case .stroke(let stroke): layers.append((message.number, .stroke(stroke)))
    case .file(let content):
      if content.kind == .picture, let file { layers.append((message.number, .picture(file))) }
    case .undo(let of):
      // The latest most often: search from there.
      if let place = layers.lastIndex(where: { $0.number == of }) { layers.remove(at: place) }
    case .clear: layers = []
    case .text, .game: break
    }
    if layers.count > Self.limit { layers.removeFirst(Self.limit / 2) }
  }
}
