import Glibc

/// An IPv4 or IPv6 address with a port, and with an interface where an IPv6 address is only good on one.
///
/// An IPv4 address mapped into IPv6 (`::ffff:10.0.0.1`) is never held: it becomes IPv4 on the way in.
public struct SocketAddress: Sendable, Hashable {
  /// The address families.
  public enum Family: Sendable, Hashable { case ipv4, ipv6 }

  /// Which family the address is of.
  public let family: Family
  /// The address's bytes in network order, as two numbers; an IPv4 address is the lower half of `low`.
  let high: UInt64
  let low: UInt64
  /// The interface's index that a link-local IPv6 address is good on; else 0.
  public let scope: UInt32
  /// The port.
  public var port: UInt16

  init(family: Family, high: UInt64, low: UInt64, scope: UInt32, port: UInt16) {
    let isMapped = family == .ipv6 && high == 0 && low >> 32 == 0xffff
    self.family = isMapped ? .ipv4 : family
    self.high = high
    self.low = isMapped ? low & 0xffff_ffff : low
    // Only link-local addresses mean something else on another interface; elsewhere a scope would make equals differ.
    self.scope = family == .ipv6 && high >> 54 == 0xfe80 >> 6 ? scope : 0
    self.port = port
  }

  /// The IPv4 address of four bytes.
  public init(ipv4 bytes: (UInt8, UInt8, UInt8, UInt8), port: UInt16) {
    let value = UInt64(bytes.0) << 24 | UInt64(bytes.1) << 16 | UInt64(bytes.2) << 8 | UInt64(bytes.3)
    self.init(family: .ipv4, high: 0, low: value, scope: 0, port: port)
  }

  /// Every address of this machine, both families.
  public static func anyIPv6(port: UInt16) -> SocketAddress {
    SocketAddress(family: .ipv6, high: 0, low: 0, scope: 0, port: port)
  }

  /// Every IPv4 address of this machine.
  public static func anyIPv4(port: UInt16) -> SocketAddress {
    SocketAddress(family: .ipv4, high: 0, low: 0, scope: 0, port: port)
  }

  /// The IPv4 loopback address.
  public static func loopback(port: UInt16) -> SocketAddress {
    SocketAddress(ipv4: (127, 0, 0, 1), port: port)
  }

  /// The same address with another port.
  public func with(port: UInt16) -> SocketAddress {
    SocketAddress(family: family, high: high, low: low, scope: scope, port: port)
  }
}

extension SocketAddress {
  /// Whether it is only good on one link (169.254/16, fe80::/10).
  public var isLinkLocal: Bool {
    switch family {
    case .ipv4: low >> 16 == 0xa9fe
    case .ipv6: high >> 54 == 0xfe80 >> 6
    }
  }

  /// Whether it never leaves this machine (127/8, ::1).
  public var isLoopback: Bool {
    switch family {
    case .ipv4: low >> 24 == 127
    case .ipv6: high == 0 && low == 1
    }
  }

  /// Whether it stands for every address of the machine (0.0.0.0, ::).
  public var isAny: Bool { high == 0 && low == 0 }

  /// The address's bytes in network order: 4 or 16.
  public var bytes: [UInt8] {
    switch family {
    case .ipv4: (0..<4).map { UInt8(truncatingIfNeeded: low >> (24 - 8 * $0)) }
    case .ipv6: (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> (56 - 8 * ($0 & 7))) }
    }
  }

  /// An address of 4 or 16 bytes in network order; nil for any other count.
  public init?(bytes: [UInt8], scope: UInt32, port: UInt16) {
    let value = bytes.reduce((high: 0 as UInt64, low: 0 as UInt64)) {
      (($0.high << 8) | ($0.low >> 56), ($0.low << 8) | UInt64($1))
    }
    switch bytes.count {
    case 4: self.init(family: .ipv4, high: 0, low: value.low, scope: 0, port: port)
    case 16: self.init(family: .ipv6, high: value.high, low: value.low, scope: scope, port: port)
    default: return nil
    }
  }
}
