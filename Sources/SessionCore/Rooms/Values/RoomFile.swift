/// A picture or a stream that came whole: the driver of a room keeps its bytes, under a number.
public struct RoomFile: Sendable, Hashable {
  /// What it is.
  public enum Kind: String, Sendable, Hashable {
    /// A JPEG or PNG, which becomes a layer of the canvas.
    case picture
    /// Anything else, sound for example: kept, and shown nowhere.
    case stream
  }

  /// The driver's number for it.
  public var number: UInt64
  /// What it is.
  public var kind: Kind
  /// Its size.
  public var bytes: Int64

  /// A file.
  public init(number: UInt64, kind: Kind, bytes: Int64) {
    self.number = number
    self.kind = kind
    self.bytes = bytes
  }
}
