import Glibc

/// Making TCP sockets: nonblocking, closed on exec.
public enum Socket {
  /// Listens on an address (`socket`, `bind`, `listen`), port 0 for a free one; nil for every address of both families.
  ///
  /// Where this machine has no IPv6, nil listens on every IPv4 address.
  public static func listen(
    on address: SocketAddress?, port: UInt16, backlog: Int32
  ) throws(SystemError) -> FileDescriptor {
    if let address { return try listen(on: address.with(port: port), backlog: backlog) }
    do {
      return try listen(on: .anyIPv6(port: port), backlog: backlog)
    } catch  where error.code == EAFNOSUPPORT || error.code == EADDRNOTAVAIL {
      return try listen(on: .anyIPv4(port: port), backlog: backlog)
    }
  }

  private static func listen(on address: SocketAddress, backlog: Int32) throws(SystemError) -> FileDescriptor {
    let socket = try make(address)
    // A host started again must get its port back while old connections are still in TIME_WAIT.
    try socket.setOption(SOL_SOCKET, SO_REUSEADDR, 1)
    // One address of IPv6 means just that one; "every address" means IPv4's too.
    if address.family == .ipv6 { try socket.setOption(Int32(IPPROTO_IPV6), IPV6_V6ONLY, address.isAny ? 0 : 1) }
    try checked("bind", "\(address)") { address.withKernelForm { bind(socket.rawValue, $0, $1) } }
    try checked("listen", "\(address)") { Glibc.listen(socket.rawValue, backlog) }
    return socket
  }

  /// Begins to connect (`connect`): writable once it has come to an end, which `connectError()` then tells.
  public static func connecting(to address: SocketAddress) throws(SystemError) -> FileDescriptor {
    let socket = try make(address)
    if address.withKernelForm({ connect(socket.rawValue, $0, $1) }) == -1 {
      let code = errno
      // Interrupted, it goes on all the same.
      if code != EINPROGRESS && code != EINTR { throw failure("connect", "\(address)", code) }
    }
    return socket
  }

  private static func make(_ address: SocketAddress) throws(SystemError) -> FileDescriptor {
    let family = address.family == .ipv4 ? AF_INET : AF_INET6
    return FileDescriptor(owning: try checked("socket", "\(address)") { socket(family, streamType, 0) })
  }
}

/// `SOCK_STREAM`, nonblocking and closed on exec.
let streamType =
  Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

extension Descriptor where Self: ~Copyable {
  /// Takes the next connection off a listening socket (`accept4`); nil where none is waiting.
  ///
  /// A connection that died in the queue (ECONNABORTED and the network errors Linux passes on) is skipped. The address is
  /// nil for a local socket.
  public func accept() throws(SystemError) -> AcceptedConnection? {
    while true {
      let (number, address) = withAddressBuffer { acceptNonblocking(rawValue, $0, $1) }
      if number >= 0 { return AcceptedConnection(socket: FileDescriptor(owning: number), peer: address) }
      switch errno {
      case EAGAIN: return nil
      case EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, ENONET, EHOSTUNREACH, ENETUNREACH: continue
      case let code: throw failure("accept4", "", code)
      }
    }
  }

  /// Why the socket's last operation failed (`SO_ERROR`), which clears it; nil where it did not.
  public func connectError(_ subject: String) throws(SystemError) -> SystemError? {
    let code = try option(SOL_SOCKET, SO_ERROR)
    return code == 0 ? nil : SystemError(call: "connect", subject: subject, code: code)
  }

  /// The address of this end (`getsockname`); nil for a local socket.
  public func localAddress() throws(SystemError) -> SocketAddress? {
    let (result, address) = withAddressBuffer { getsockname(rawValue, $0, $1) }
    if result == -1 { throw failure("getsockname", "", errno) }
    return address
  }

  /// The address of the other end (`getpeername`); nil for a local socket.
  public func peerAddress() throws(SystemError) -> SocketAddress? {
    let (result, address) = withAddressBuffer { getpeername(rawValue, $0, $1) }
    if result == -1 { throw failure("getpeername", "", errno) }
    return address
  }

  /// Whether both ends are this very socket: what connecting to a port nobody listens on may come to on one machine.
  public func isConnectedWithItself() throws(SystemError) -> Bool {
    try localAddress() == peerAddress()
  }

  /// Says that nothing more will be sent (`shutdown`); the other end reads the end of the stream.
  public func shutdownWriting() throws(SystemError) {
    try shutDown(Int32(SHUT_WR))
  }

  /// Says that nothing more will be read (`shutdown`); the other end is told nothing, and whoever waits to read here wakes.
  public func shutdownReading() throws(SystemError) {
    try shutDown(Int32(SHUT_RD))
  }

  /// Ends both directions (`shutdown`), for every duplicate too; whoever waits on the socket wakes.
  public func shutdownBoth() throws(SystemError) {
    try shutDown(Int32(SHUT_RDWR))
  }

  private func shutDown(_ how: Int32) throws(SystemError) {
    do {
      try checked("shutdown") { shutdown(rawValue, how) }
    } catch  where error.code == ENOTCONN {
      // Already gone.
    }
  }
}

/// A connection that was taken off a listening socket.
@frozen
public struct AcceptedConnection: ~Copyable, Sendable {
  /// The connection: nonblocking, closed on exec.
  public var socket: FileDescriptor
  /// Where it comes from, as of when it was taken; nil for a local socket.
  public var peer: SocketAddress?

  /// A connection.
  public init(socket: consuming FileDescriptor, peer: SocketAddress?) {
    self.socket = socket
    self.peer = peer
  }
}

private func acceptNonblocking(
  _ number: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: UnsafeMutablePointer<socklen_t>
) -> Int32 {
  if let accept4 = LinuxCalls.accept4 {
    return accept4(number, address, length, Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue))
  }
  let accepted = Glibc.accept(number, address, length)
  if accepted >= 0 {
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    _ = fcntl(accepted, F_SETFL, fcntl(accepted, F_GETFL) | O_NONBLOCK)
  }
  return accepted
}
