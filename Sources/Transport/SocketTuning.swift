public import Sys

/// How every TCP connection of this program is set up.
public enum SocketTuning {
  /// Sent bytes that stay unanswered for this long end the connection.
  public static let userTimeoutMilliseconds: Int32 = 30_000

  /// Bytes that may wait unsent in the kernel: a little over one chunk of 204,800, so that the next is at hand when one
  /// has gone, and a small packet waits behind no more than that.
  public static let unsentLimit: Int32 = 256 * 1024

  /// Sets it up: small packets at once, a silent peer asked after 15 s and lost 30 s later, the unsent queue short.
  public static func apply(to socket: borrowing some Descriptor & ~Copyable) throws(SystemError) {
    try socket.setNoDelay(true)
    try socket.setKeepAlive(idle: 15, interval: 5, count: 6)
    try socket.setUserTimeout(milliseconds: userTimeoutMilliseconds)
    try socket.setUnsentLimit(bytes: unsentLimit)
    // Within one machine nothing is congested: where the kernel's default paces what it sends (BBR), its timers only cost.
    if try socket.peerAddress()?.isLoopback == true { try? socket.setCongestionControl("reno") }
  }
}
