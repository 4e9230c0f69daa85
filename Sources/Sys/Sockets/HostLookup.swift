import Glibc

/// Turning host names into addresses.
public enum HostLookup {
  /// Why a name gave no address.
  public struct Failure: Error, Sendable, Hashable {
    /// The name that was asked for.
    public let name: String
    /// The code of `getaddrinfo` (`EAI_NONAME` and so on).
    public let code: Int32

    /// What the C library says about the code (`gai_strerror`).
    public var message: String { String(cString: gai_strerror(code)) }
  }

  /// The TCP addresses of a host name or numeric address, in the order of RFC 6724 (`getaddrinfo`).
  ///
  /// Blocks the thread, for many seconds where a name server does not answer: call it from a queue of its own.
  public static func addresses(of name: String, port: UInt16) throws(Failure) -> [SocketAddress] {
    if let address = SocketAddress(name, port: port) { return [address] }
    guard !name.isEmpty, !name.utf8.contains(0) else { throw Failure(name: name, code: EAI_NONAME) }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(name, nil, &hints, &list)
    guard code == 0 else { throw Failure(name: name, code: code) }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next {
      let info = entry.pointee
      let bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
      if let address = SocketAddress(kernel: bytes)?.with(port: port), !addresses.contains(address) {
        addresses.append(address)
      }
      next = info.ai_next
    }
    if addresses.isEmpty { throw Failure(name: name, code: EAI_NONAME) }
    return addresses
  }
}
