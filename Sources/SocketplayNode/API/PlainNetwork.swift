public import Sys

/// From where connections without encryption are accepted.
public struct PlainNetwork: Sendable, Equatable {
  private let prefix: [UInt8]
  private let bits: Int

  /// From anywhere.
  public static let anywhere = PlainNetwork(prefix: [], bits: 0)

  private init(prefix: [UInt8], bits: Int) {
    self.prefix = prefix
    self.bits = bits
  }

  /// From the addresses that begin with the first `bits` of this one, of the same family; nil for more than it has.
  public init?(_ address: SocketAddress, bits: Int) {
    guard (0...8 * address.bytes.count).contains(bits) else { return nil }
    self.init(prefix: address.bytes, bits: bits)
  }

  /// Whether the address is one of these.
  public func contains(_ address: SocketAddress) -> Bool {
    if prefix.isEmpty { return true }
    let bytes = address.bytes
    guard bytes.count == prefix.count else { return false }
    return (0..<bits).allSatisfy { (bytes[$0 / 8] ^ prefix[$0 / 8]) & (0x80 >> UInt8($0 % 8)) == 0 }
  }
}
