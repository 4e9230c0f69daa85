public import Sys

/// Where callers come from, as the gate counts them: one IPv4 address, or 64 bits of an IPv6 address.
public struct Source: Sendable, Hashable {
  private let bytes: [UInt8]
  /// The interface of a link-local address.
  private let scope: UInt32

  /// The source of an address.
  public init(_ address: SocketAddress) {
    bytes = Array(address.bytes.prefix(8))
    scope = address.scope
  }
}
