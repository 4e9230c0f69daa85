import Glibc

/// Stream sockets of this machine that stand in the file system (`AF_UNIX`): nonblocking, closed on exec.
///
/// They are named by an open directory and a component, through `/proc/self/fd`: the 108 bytes of a socket's path then
/// are never too few, and nobody can swap the directory in between.
public enum LocalSocket {
  /// Makes a socket of that name and listens on it; EADDRINUSE where the name is taken, by a dead one too.
  public static func listen(
    _ name: String, in directory: borrowing Directory, backlog: Int32
  ) throws(SystemError) -> FileDescriptor {
    let address = try address(name, directory)
    let socket = try make(name)
    try checked("bind", name) { withKernelForm(of: address) { bind(socket.rawValue, $0, $1) } }
    try checked("listen", name) { Glibc.listen(socket.rawValue, backlog) }
    return socket
  }

  /// Connects to the socket of that name; ECONNREFUSED where nobody listens there any more.
  ///
  /// Done when it returns; EAGAIN where the listener's queue is full.
  public static func connect(_ name: String, in directory: borrowing Directory) throws(SystemError) -> FileDescriptor {
    let address = try address(name, directory)
    let socket = try make(name)
    try checked("connect", name) { withKernelForm(of: address) { Glibc.connect(socket.rawValue, $0, $1) } }
    return socket
  }

  /// Two sockets connected with each other (`socketpair`).
  public static func pair() throws(SystemError) -> LocalSocketPair {
    var numbers: (Int32, Int32) = (-1, -1)
    try checked("socketpair") {
      withUnsafeMutableBytes(of: &numbers) {
        socketpair(AF_UNIX, streamType, 0, $0.assumingMemoryBound(to: Int32.self).baseAddress)
      }
    }
    return LocalSocketPair(first: FileDescriptor(owning: numbers.0), second: FileDescriptor(owning: numbers.1))
  }

  private static func make(_ name: String) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try checked("socket", name) { socket(AF_UNIX, streamType, 0) })
  }

  private static func address(_ name: String, _ directory: borrowing Directory) throws(SystemError) -> sockaddr_un {
    try checkComponent("socket", name)
    let path = Array("/proc/self/fd/\(directory.descriptor.rawValue)/\(name)".utf8)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { field in
      guard path.count < field.count else { return false }
      field.copyBytes(from: path)
      return true
    }
    guard fits else { throw SystemError(call: "socket", subject: name, code: ENAMETOOLONG) }
    return address
  }

  private static func withKernelForm(
    of address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = address
    return lend(&address, body)
  }
}

/// Two ends of one connection.
@frozen
public struct LocalSocketPair: ~Copyable {
  /// One end.
  public var first: FileDescriptor
  /// The other end.
  public var second: FileDescriptor

  /// Two ends.
  public init(first: consuming FileDescriptor, second: consuming FileDescriptor) {
    self.first = first
    self.second = second
  }
}

/// Who is at the other end of a local socket, as of when it connected.
public struct LocalPeer: Sendable, Hashable {
  /// Its process.
  public var process: Int32
  /// Its user.
  public var user: UInt32
  /// Its group.
  public var group: UInt32
}

extension Descriptor where Self: ~Copyable {
  /// Who is at the other end of a local socket (`SO_PEERCRED`).
  public func localPeer() throws(SystemError) -> LocalPeer {
    // `struct ucred` is hidden from Swift: three 32-bit numbers, pid, uid, gid.
    var fields: (Int32, UInt32, UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: fields))
    try checked("getsockopt") { getsockopt(rawValue, SOL_SOCKET, SO_PEERCRED, &fields, &length) }
    return LocalPeer(process: fields.0, user: fields.1, group: fields.2)
  }
}
