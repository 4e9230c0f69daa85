import Dialects

/// The protocols of the three original systems that meet in a room.
public enum OriginalDialect: String, Sendable, Hashable, CaseIterable {
  /// Texts from one to another, a roster; no framing.
  case chat
  /// Typed messages with a header.
  case im
  /// Lines, pictures and texts for all; no framing.
  case draw
}

/// What one end of an original system says, whichever it is.
public enum OriginalItem: Sendable, Equatable {
  /// A text for all.
  case text(String)
  case stroke(Stroke)
  /// A picture or stream begins; its bytes follow in pieces, then its end.
  case fileBegin(RoomFile.Kind, size: Int64)
  case filePiece([UInt8])
  case fileEnd
  /// A sign of life that is nobody's text.
  case heartbeat
  /// Something that is whole, and of no use: a line without a screen, say.
  case unusable
}

/// What is accepted from an original system.
public struct OriginalLimits: Sendable, Hashable {
  /// The longest text in bytes of UTF-8: that of a room.
  public static let text = 1 << 16
  /// The longest line in bytes of JSON: 262,144 points as an original prints them.
  public static let line = 20 << 20
  /// The longest roster in bytes: several thousand rows.
  public static let roster = 1 << 20
  /// The largest picture in bytes: many times that of any phone.
  public static let picture = 32 << 20

  /// The largest stream in bytes, which goes to disk as it comes.
  public var stream: Int64

  /// Limits of the given values.
  public init(stream: Int64) {
    self.stream = stream
  }

  /// What a client takes from a server of its own choice: as much as there is room for on disk.
  public static let client = OriginalLimits(stream: 1 << 40)
}

extension Failure {
  /// Bytes that cannot be the protocol without framing.
  init(_ error: DialectError) {
    switch error {
    case .notText: self.init(.protocolBroken, detail: "bytes that are no text")
    case .tooLong: self.init(.frameTooLong)
    case .truncated: self.init(Reason.truncated)
    }
  }

  /// Bytes that cannot be messages.
  init(_ error: MessageError) {
    switch error {
    case .headerTooLong: self.init(.frameTooLong, detail: "a header without an end")
    case .malformedHeader: self.init(.protocolBroken, detail: "a header that is none")
    case .tooLong(_, let size): self.init(.frameTooLong, detail: "a size of \(size)")
    case .truncated: self.init(Reason.truncated)
    case .failedBefore: self.init(.protocolBroken)
    }
  }
}
