/// A frame around payload bytes that are never copied: what goes before them, how many they are, what goes after.
public struct BulkFrame {
  /// The header and the archive up to the payload.
  public var prefix: [UInt8]
  /// How many bytes of the chunk buffer are the payload.
  public var payloadCount: Int
  /// The archive after the payload.
  public var suffix: [UInt8]

  /// A frame.
  public init(prefix: [UInt8], payloadCount: Int, suffix: [UInt8]) {
    self.prefix = prefix
    self.payloadCount = payloadCount
    self.suffix = suffix
  }

  /// The bytes on the wire.
  public var count: Int { prefix.count + payloadCount + suffix.count }
}
