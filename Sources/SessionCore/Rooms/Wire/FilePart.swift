/// A piece of a picture or stream on the wire.
public struct FilePart: Sendable, Equatable {
  /// Bytes of one part: small enough that texts of others do not wait long behind it.
  public static let byteLimit = 32 << 10
  /// The largest picture taken: four times what a camera makes.
  public static let maximumPicture: Int64 = 64 << 20
  /// The largest stream taken.
  public static let maximumStream: Int64 = 1 << 30

  /// What it is a part of.
  public var kind: RoomFile.Kind
  /// The size of the whole.
  public var size: Int64
  /// Where these bytes belong; parts come in order.
  public var offset: Int64
  /// The bytes; none only where the whole has none.
  public var data: [UInt8]

  /// A part.
  public init(kind: RoomFile.Kind, size: Int64, offset: Int64, data: [UInt8]) {
    self.kind = kind
    self.size = size
    self.offset = offset
    self.data = data
  }

  /// Whether the file is whole with this one.
  public var isLast: Bool { offset + Int64(data.count) == size }

  /// Whether a file of this size is taken at all.
  public static func takes(_ kind: RoomFile.Kind, size: Int64) -> Bool {
    size > 0 && size <= (kind == .picture ? maximumPicture : maximumStream)
  }
}
