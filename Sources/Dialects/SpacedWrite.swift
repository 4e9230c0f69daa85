/// Bytes that must go out in one write, with silence behind them: what keeps an original from reading two messages as one.
public struct SpacedWrite: Sendable, Hashable {
  /// The most an original reads at once for certain: less than a TCP segment on any Ethernet.
  public static let segment = 1_400
  /// Seconds of silence after a message in a protocol without framing.
  public static let usualGap = 0.06

  /// The bytes.
  public var bytes: [UInt8]
  /// Seconds until the next write at least.
  public var gap: Double

  /// A write.
  public init(_ bytes: [UInt8], gap: Double = usualGap) {
    self.bytes = bytes
    self.gap = gap
  }

  /// `text` cut into pieces of at most `limit` bytes, none of them empty, between characters.
  static func pieces(of text: String, limit: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    for character in text {
      // A letter under a heap of marks may be longer than any piece: cut between its scalars.
      let parts = character.utf8.count <= limit ? [String(character)] : character.unicodeScalars.map { String($0) }
      for part in parts {
        if piece.utf8.count + part.utf8.count > limit {
          pieces.append(piece)
          piece = ""
        }
        piece += part
      }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}

/// Why a stream of one of the protocols without framing is given up.
public enum DialectError: Error, Sendable, Hashable {
  /// Bytes that are neither UTF-8 nor anything else known.
  case notText
  /// Something does not end within its limit, in bytes.
  case tooLong(limit: Int)
  /// The stream ended within a picture.
  case truncated
}
