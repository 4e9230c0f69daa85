/// What the first 8 bytes of a connection say it is.
///
/// Byte 5 keeps the two apart: 1 in every ClientHello, 0 in every length that a frame may have.
public enum FirstBytes: Sendable, Hashable {
  /// A TLS record with a ClientHello (RFC 8446, 5.1 and 4).
  case tls
  /// The length of an original's frame.
  case plain
  /// Neither.
  case nothing

  /// How many are looked at.
  public static let count = 8

  /// Judges 8 bytes; a frame may have up to `maximumFrame` bytes.
  public init(_ bytes: [UInt8], maximumFrame: Int) {
    guard bytes.count >= Self.count else {
      self = .nothing
      return
    }
    let record = Int(bytes[3]) << 8 | Int(bytes[4])
    let isRecord = bytes[0] == 0x16 && bytes[1] == 0x03 && (bytes[2] == 0x01 || bytes[2] == 0x03)
    if isRecord, bytes[5] == 0x01, (4...16_384).contains(record) {
      self = .tls
      return
    }
    let length = bytes[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
    let isLength = bytes[4..<8].allSatisfy { $0 == 0 } && length >= 1 && length <= maximumFrame
    self = isLength ? .plain : .nothing
  }
}
