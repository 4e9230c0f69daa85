import Glibc

extension SocketAddress {
  /// Reads a numeric address: `10.0.0.1`, `::1`, `fe80::1%lab0` or `fe80::1%3`; nil for anything else, brackets included.
  ///
  /// An interface that is not there makes it nil too: the address leads nowhere.
  public init?(_ text: String, port: UInt16) {
    guard !text.utf8.contains(0) else { return nil }
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(family: .ipv4, high: 0, low: UInt64(UInt32(bigEndian: four.s_addr)), scope: 0, port: port)
      return
    }
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    var six = in6_addr()
    guard inet_pton(AF_INET6, String(parts[0]), &six) == 1 else { return nil }
    var scope: UInt32 = 0
    if parts.count == 2 {
      scope = UInt32(parts[1]) ?? if_nametoindex(String(parts[1]))
      guard scope != 0 else { return nil }
    }
    self.init(six, scope: scope, port: port)
  }

  /// The address without its port: `10.0.0.1`, `fe80::1%lab0`.
  public var host: String {
    switch family {
    case .ipv4: return bytes.map { String($0) }.joined(separator: ".")
    case .ipv6:
      var six = kernelAddress
      let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
        inet_ntop(AF_INET6, &six, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) } ?? ""
      }
      return scope == 0 ? text : "\(text)%\(interfaceName ?? String(scope))"
    }
  }

  /// The name of the interface that `scope` stands for; nil where there is none.
  public var interfaceName: String? {
    scope == 0 ? nil : NetworkInterface.name(ofIndex: scope)
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The address with its port: `10.0.0.1:4312`, `[fe80::1%lab0]:4312`.
  public var description: String {
    switch family {
    case .ipv4: "\(host):\(port)"
    case .ipv6: "[\(host)]:\(port)"
    }
  }
}
