/// What was said last, for members that come back after a cut.
public struct MessageLog {
  /// What it holds at most; beyond that the oldest go.
  public struct Limits: Sendable {
    /// Messages.
    public var messages = 4_096
    /// Bytes of texts and points.
    public var bytes = 8 << 20
    /// Pictures and streams, each an open file of the host's.
    public var files = 64

    /// The usual limits.
    public init() {}
  }

  private let limits: Limits
  private var messages: [RoomMessage] = []
  private var first = 0
  private var bytes = 0
  private var files = 0
  /// The greatest number that is known no more; 0 where all are.
  private(set) var forgotten: UInt64 = 0

  init(limits: Limits) { self.limits = limits }

  /// Adds a message; gives the files of those that had to go for it.
  mutating func append(_ message: RoomMessage) -> [RoomFile] {
    messages.append(message)
    count(message, 1)
    var gone: [RoomFile] = []
    while messages.count - first > limits.messages || bytes > limits.bytes || files > limits.files {
      let oldest = messages[first]
      count(oldest, -1)
      forgotten = oldest.number
      if case .file(let file) = oldest.content { gone.append(file) }
      first += 1
    }
    // Moving what is left costs once in so many messages.
    if first > limits.messages {
      messages.removeFirst(first)
      first = 0
    }
    return gone
  }

  /// What was said after `number` to all, or to or by that member; nil where some of it is forgotten.
  func since(_ number: UInt64, for nick: String) -> [RoomMessage]? {
    guard number >= forgotten else { return nil }
    return messages[first...].filter { message in
      message.number > number && (message.to == nil || message.to == nick || message.from == nick)
    }
  }

  private mutating func count(_ message: RoomMessage, _ sign: Int) {
    bytes += sign * message.content.cost
    if case .file = message.content { files += sign }
  }
}

extension RoomMessage.Content {
  /// The bytes it takes to remember it, nearly.
  var cost: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .stroke(let stroke): stroke.points.count * 16
    case .file, .undo, .clear, .game: 64
    }
  }
}
