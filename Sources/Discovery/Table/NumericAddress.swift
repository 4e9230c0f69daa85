/// An address as text, and how promising it is to connect to.
struct NumericAddress: Sendable, Hashable, Comparable {
  /// Numeric, a link-local IPv6 one with its interface (`fe80::1%eth0`).
  var text: String

  /// Whether it is IPv6.
  var isIPv6: Bool { text.utf8.contains(UInt8(ascii: ":")) }

  /// An address that was told on an interface; a link-local one means nothing without it.
  init(_ text: String, interface: String?) {
    self.text = text
    if let interface, isLinkLocal, isIPv6, !text.utf8.contains(UInt8(ascii: "%")) { self.text += "%" + interface }
  }

  /// Whether it is of 169.254.0.0/16 or fe80::/10.
  private var isLinkLocal: Bool {
    if !isIPv6 { return text.hasPrefix("169.254.") }
    let prefix = text.prefix(4).lowercased()
    return prefix.count == 4 && !prefix.hasSuffix(":") && ["fe8", "fe9", "fea", "feb"].contains(prefix.prefix(3))
  }

  /// Less is better: IPv4, then IPv6, then link-local IPv4, link-local IPv6 last.
  private var rank: Int { (isLinkLocal ? 2 : 0) + (isIPv6 ? 1 : 0) }

  /// The more promising one first; among equals the order is fixed, so that it does not flap.
  static func < (left: NumericAddress, right: NumericAddress) -> Bool {
    (left.rank, left.text) < (right.rank, right.text)
  }
}
