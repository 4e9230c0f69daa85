import Glibc

/// A network interface of this machine.
public struct NetworkInterface: Sendable, Hashable {
  /// Its name: `eth0`.
  public var name: String
  /// Its index, which is the scope of link-local IPv6 addresses.
  public var index: UInt32
  /// Its addresses; ports are 0.
  public var addresses: [SocketAddress]
  /// Whether it is up and running.
  public var isUp: Bool
  /// Whether it carries multicast.
  public var isMulticast: Bool
  /// Whether it is the loopback interface.
  public var isLoopback: Bool
  /// Whether it leads to a single peer (a VPN, say).
  public var isPointToPoint: Bool

  /// All interfaces, in the kernel's order (`getifaddrs`).
  public static func all() throws(SystemError) -> [NetworkInterface] {
    var list: UnsafeMutablePointer<ifaddrs>?
    try checked("getifaddrs") { getifaddrs(&list) }
    defer { freeifaddrs(list) }
    var interfaces: [NetworkInterface] = []
    var next = list
    while let entry = next {
      let item = entry.pointee
      next = item.ifa_next
      let name = String(cString: item.ifa_name)
      let position = interfaces.firstIndex { $0.name == name } ?? interfaces.count
      if position == interfaces.count {
        interfaces.append(NetworkInterface(name: name, flags: item.ifa_flags))
      }
      if let address = address(item.ifa_addr) { interfaces[position].addresses.append(address) }
    }
    return interfaces
  }

  /// The name of an interface (`if_indextoname`); nil where there is none.
  public static func name(ofIndex index: UInt32) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(IF_NAMESIZE)) { buffer in
      guard let start = buffer.baseAddress, let name = if_indextoname(index, start) else { return nil }
      return String(cString: name)
    }
  }

  /// The index of an interface (`if_nametoindex`); nil where there is none.
  public static func index(ofName name: String) -> UInt32? {
    let index = if_nametoindex(name)
    return index == 0 ? nil : index
  }

  private init(name: String, flags: UInt32) {
    func has(_ flag: Int) -> Bool { flags & UInt32(flag) != 0 }
    self.name = name
    index = if_nametoindex(name)
    addresses = []
    isUp = has(IFF_UP) && has(IFF_RUNNING)
    isMulticast = has(IFF_MULTICAST)
    isLoopback = has(IFF_LOOPBACK)
    isPointToPoint = has(IFF_POINTOPOINT)
  }

  private static func address(_ pointer: UnsafeMutablePointer<sockaddr>?) -> SocketAddress? {
    guard let pointer else { return nil }
    // The structure behind the pointer is as long as its family says.
    let size =
      switch Int32(pointer.pointee.sa_family) {
      case AF_INET: MemoryLayout<sockaddr_in>.size
      case AF_INET6: MemoryLayout<sockaddr_in6>.size
      default: 0
      }
    return SocketAddress(kernel: UnsafeRawBufferPointer(start: pointer, count: size))
  }
}
