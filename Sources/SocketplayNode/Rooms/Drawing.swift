import SessionCore

/// A canvas as an end of a room sees it: what was drawn and not taken back, in order.
struct Drawing {
  /// Something on the canvas.
  enum Layer {
    case stroke(Stroke)
    /// A picture, whose bytes are asked for when it is painted.
    case picture(@Sendable () -> [UInt8])
  }

  /// Layers that are kept, points of all lines, and pictures, each an open file: far more than a room has.
  ///
  /// Beyond that the oldest go, whatever an end says.
  private static let (limit, pointLimit, pictureLimit) = (1 << 16, 1 << 23, 512)

  private var layers: [(number: UInt64, layer: Layer)] = []
  private var points = 0
  private var pictures = 0

  /// What is there, the lowest first.
  var visible: [Layer] { layers.map(\.layer) }

  /// Takes what a message changes; `file` is its picture.
  mutating func apply(_ message: RoomMessage, file: RoomStoredFile? = nil) {
    switch message.content {
    case .stroke(let stroke): add(.stroke(stroke), number: message.number)
    case .file(let content):
      if content.kind == .picture, let file { add(.picture(file.whole), number: message.number) }
    case .undo(let of):
      // The latest most often: search from there.
      if let place = layers.lastIndex(where: { $0.number == of }) { count(layers.remove(at: place).layer, -1) }
    case .clear: (layers, points, pictures) = ([], 0, 0)
    case .text, .game: break
    }
  }

  /// Puts a picture that was stored on top, where it is one.
  mutating func add(_ stored: RoomStoredFile) {
    if stored.file.kind == .picture { add(.picture(stored.whole)) }
  }

  /// Puts something on top; it has a number where it can be taken back.
  mutating func add(_ layer: Layer, number: UInt64 = 0) {
    layers.append((number, layer))
    count(layer, 1)
    var gone = 0
    while layers.count - gone > Self.limit || points > Self.pointLimit || pictures > Self.pictureLimit {
      count(layers[gone].layer, -1)
      gone += 1
    }
    layers.removeFirst(gone)
  }

  private mutating func count(_ layer: Layer, _ sign: Int) {
    switch layer {
    case .stroke(let stroke): points += sign * stroke.points.count
    case .picture: pictures += sign
    }
  }
}

extension RoomStoredFile {
  /// All of it; nothing where it cannot be read any more.
  fileprivate var whole: @Sendable () -> [UInt8] {
    { (try? self.read(Int(self.file.bytes), at: 0)) ?? [] }
  }
}
