public import Security
public import Sys

/// A connected socket, and the TLS over it where there is one: what a `Connection` is made of.
public struct Channel: ~Copyable, Sendable {
  /// The socket: nonblocking, closed on exec.
  public var socket: FileDescriptor
  /// TLS over that very socket, its handshake done; nil for plain.
  public var tls: TLSStream?

  /// A plain channel.
  public init(_ socket: consuming FileDescriptor) {
    self.socket = socket
    tls = nil
  }

  /// A channel under TLS, which was made over this socket.
  public init(_ socket: consuming FileDescriptor, tls: consuming TLSStream) {
    self.socket = socket
    self.tls = consume tls
  }
}
