import Glibc

extension SocketAddress {
  init(_ address: in6_addr, scope: UInt32, port: UInt16) {
    let (high, low) = withUnsafeBytes(of: address) {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self.init(family: .ipv6, high: UInt64(bigEndian: high), low: UInt64(bigEndian: low), scope: scope, port: port)
  }

  /// The IPv6 address as the kernel takes it.
  var kernelAddress: in6_addr {
    var address = in6_addr()
    withUnsafeMutableBytes(of: &address) {
      $0.storeBytes(of: high.bigEndian, as: UInt64.self)
      $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return address
  }

  /// Reads what the kernel wrote; nil for families other than IPv4 and IPv6.
  init?(kernel bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MemoryLayout<sa_family_t>.size else { return nil }
    switch Int32(bytes.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
      let address = bytes.loadUnaligned(as: sockaddr_in.self)
      self.init(
        family: .ipv4, high: 0, low: UInt64(UInt32(bigEndian: address.sin_addr.s_addr)), scope: 0,
        port: UInt16(bigEndian: address.sin_port))
    case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
      let address = bytes.loadUnaligned(as: sockaddr_in6.self)
      self.init(address.sin6_addr, scope: address.sin6_scope_id, port: UInt16(bigEndian: address.sin6_port))
    default: return nil
    }
  }

  /// Lends the address as the kernel takes it.
  func withKernelForm<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    switch family {
    case .ipv4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(truncatingIfNeeded: low).bigEndian
      return lend(&address, body)
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = kernelAddress
      address.sin6_scope_id = scope
      return lend(&address, body)
    }
  }
}

/// Lends one of the kernel's address structures as the general one.
func lend<Address, Result>(
  _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
  withUnsafeBytes(of: &address) { bytes in
    bytes.withMemoryRebound(to: sockaddr.self) { bound in
      guard let start = bound.baseAddress else { preconditionFailure("an address has no memory") }
      return body(start, socklen_t(MemoryLayout<Address>.size))
    }
  }
}

/// Asks a call that fills in an address (`getsockname`, `accept4`) and reads what it wrote.
func withAddressBuffer<Result>(
  _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
) -> (Result, SocketAddress?) {
  withUnsafeTemporaryAllocation(
    byteCount: MemoryLayout<sockaddr_storage>.size, alignment: MemoryLayout<sockaddr_storage>.alignment
  ) { buffer in
    let address = buffer.bindMemory(to: sockaddr.self)
    guard let start = address.baseAddress else { preconditionFailure("an address has no memory") }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    var length = socklen_t(buffer.count)
    let result = body(start, &length)
    let written = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<min(Int(length), buffer.count)])
    return (result, SocketAddress(kernel: written))
  }
}
