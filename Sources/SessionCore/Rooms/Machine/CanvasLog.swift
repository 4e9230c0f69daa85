/// The canvas as what was done on it and not taken back, in order: strokes and pictures.
///
/// Who comes late is sent exactly this.
public struct CanvasLog {
  /// What a canvas holds at most.
  public struct Limits: Sendable {
    /// Strokes and pictures.
    public var operations = 16_384
    /// Points of all strokes: 64 MiB.
    public var points = 1 << 22
    /// Pictures, each an open file of the host's.
    public var files = 256
    /// Bytes of all pictures.
    public var bytes: Int64 = 1 << 30

    /// The usual limits.
    public init() {}
  }

  private(set) var operations: [RoomMessage] = []
  private let limits: Limits
  private var points = 0
  private var files = 0
  private var bytes: Int64 = 0

  init(limits: Limits) { self.limits = limits }

  /// Whether there is room for it.
  func takes(_ content: RoomMessage.Content) -> Bool {
    guard operations.count < limits.operations else { return false }
    switch content {
    case .stroke(let stroke): return points + stroke.points.count <= limits.points
    case .file(let file): return files < limits.files && bytes + file.bytes <= limits.bytes
    case .text, .undo, .clear, .game: return true
    }
  }

  /// Adds a stroke or a picture, for which there is room.
  mutating func append(_ operation: RoomMessage) {
    count(operation, 1)
    operations.append(operation)
  }

  /// Takes back the last one of that member; nil where it has none.
  mutating func undo(by nick: String) -> RoomMessage? {
    guard let index = operations.lastIndex(where: { $0.from == nick }) else { return nil }
    let operation = operations.remove(at: index)
    count(operation, -1)
    return operation
  }

  /// Empties it; gives what was there.
  mutating func clear() -> [RoomMessage] {
    let all = operations
    operations = []
    (points, files, bytes) = (0, 0, 0)
    return all
  }

  private mutating func count(_ operation: RoomMessage, _ sign: Int) {
    switch operation.content {
    case .stroke(let stroke): points += sign * stroke.points.count
    case .file(let file):
      files += sign
      bytes += Int64(sign) * file.bytes
    case .text, .undo, .clear, .game: break
    }
  }
}
