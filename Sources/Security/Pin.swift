public import SessionCore

/// Whose key is taken at the other end of a connection.
public enum Pin: Sendable, Hashable {
  /// The key of this id and no other.
  case one(PeerID)
  /// Any key of these ids.
  case anyOf(Set<PeerID>)
  /// Any key whose id begins with these bits: what a pairing code says of its host.
  ///
  /// The bits lie in the bytes from the most significant on.
  case beginning([UInt8], bits: Int)
  /// Any key: who it belongs to is proven by other means, or not at all.
  case anyone

  /// Whether the key of this id is taken.
  public func accepts(_ id: PeerID) -> Bool {
    switch self {
    case .one(let pinned): id == pinned
    case .anyOf(let known): known.contains(id)
    case .beginning(let bytes, let bits): Self.begins(id.bytes, with: bytes, bits: bits)
    case .anyone: true
    }
  }

  private static func begins(_ id: [UInt8], with bytes: [UInt8], bits: Int) -> Bool {
    let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
    // Without a single bit, everybody would be taken.
    guard bits > 0, bits <= 8 * id.count, bytes.count >= whole + (rest > 0 ? 1 : 0) else { return false }
    guard id.prefix(whole) == bytes.prefix(whole) else { return false }
    return rest == 0 || (id[whole] ^ bytes[whole]) >> UInt8(8 - rest) == 0
  }
}
