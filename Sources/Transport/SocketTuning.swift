public import Sys

/// How every TCP connection of this program is set up.
public enum SocketTuning {
  /// Sent bytes that stay unanswered for this long end the connection.
  public static let userTimeoutMilliseconds: Int32 = 30_000

  /// Bytes that may wait unsent in the kernel: a little over one chunk of 204,800, so that the next is at hand when one
  /// has gone, and a small packet waits behind no more than that.
  public static let unsentLimit: Int32 = 256 * 1024

  /// The kernel's buffer for what is sent within one machine: four chunks, once the kernel has doubled it for its own needs.
  private static let localBuffer: Int32 = 400_000

  /// Sets it up: small packets at once, a silent peer asked after 15 s and lost 30 s later, the unsent queue short.
  public static func apply(to socket: borrowing some Descriptor & ~Copyable) throws(SystemError) {
    try socket.setNoDelay(true)
    try socket.setKeepAlive(idle: 15, interval: 5, count: 6)
    try socket.setUserTimeout(milliseconds: userTimeoutMilliseconds)
    try socket.setUnsentLimit(bytes: unsentLimit)
    if let local = try socket.localAddress(), let peer = try socket.peerAddress(), isWithinMachine(local, peer) {
      try tuneWithinMachine(socket)
    }
  }

  /// Whether what is between these two ends never leaves the machine: it has both addresses, which are one then.
  static func isWithinMachine(_ local: SocketAddress, _ peer: SocketAddress) -> Bool {
    peer.isLoopback || local.with(port: 0) == peer.with(port: 0)
  }

  /// Within one machine nothing is congested, and nothing is long on its way: where the kernel's default paces what it sends
  /// (BBR), its timers only cost, and a long queue lies in memory where a short one stays in the processors' caches.
  private static func tuneWithinMachine(_ socket: borrowing some Descriptor & ~Copyable) throws(SystemError) {
    try? socket.setCongestionControl("reno")
    try socket.setSendBuffer(bytes: localBuffer)
  }
}
