import Glibc

extension Descriptor where Self: ~Copyable {
  /// Sends small packets at once (`TCP_NODELAY`).
  public func setNoDelay(_ on: Bool) throws(SystemError) {
    try setOption(tcp, TCP_NODELAY, on ? 1 : 0)
  }

  /// Has the kernel ask a silent peer whether it is there (`SO_KEEPALIVE`): after `idle` seconds, each `interval`
  /// seconds, lost after `count` questions without an answer.
  public func setKeepAlive(idle: Int32, interval: Int32, count: Int32) throws(SystemError) {
    try setOption(SOL_SOCKET, SO_KEEPALIVE, 1)
    try setOption(tcp, TCP_KEEPIDLE, idle)
    try setOption(tcp, TCP_KEEPINTVL, interval)
    try setOption(tcp, TCP_KEEPCNT, count)
  }

  /// How long `receiveWaiting` waits on a blocking socket (`SO_RCVTIMEO`).
  public func setReceiveTimeout(milliseconds: Int32) throws(SystemError) {
    var time = timeval(tv_sec: Int(milliseconds / 1000), tv_usec: Int(milliseconds % 1000) * 1000)
    try checked("setsockopt") {
      setsockopt(rawValue, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// How long sent bytes may stay unanswered before the connection is lost (`TCP_USER_TIMEOUT`).
  public func setUserTimeout(milliseconds: Int32) throws(SystemError) {
    try setOption(tcp, TCP_USER_TIMEOUT, milliseconds)
  }

  /// Which of the kernel's ways to find a connection's rate it uses (`TCP_CONGESTION`): `reno`, `cubic`, `bbr`.
  public func setCongestionControl(_ name: String) throws(SystemError) {
    var name = name
    try checked("setsockopt") {
      name.withUTF8 { setsockopt(rawValue, tcp, TCP_CONGESTION, $0.baseAddress, socklen_t($0.count)) }
    }
  }

  /// How many bytes may wait unsent before the socket stops being writable (`TCP_NOTSENT_LOWAT`).
  public func setUnsentLimit(bytes: Int32) throws(SystemError) {
    try setOption(tcp, TCP_NOTSENT_LOWAT, bytes)
  }

  /// The size of the kernel's buffer for what is sent (`SO_SNDBUF`); the kernel's own tuning of it ends.
  public func setSendBuffer(bytes: Int32) throws(SystemError) {
    try setOption(SOL_SOCKET, SO_SNDBUF, bytes)
  }

  /// The size of the kernel's buffer for what comes (`SO_RCVBUF`); the kernel's own tuning of it ends.
  public func setReceiveBuffer(bytes: Int32) throws(SystemError) {
    try setOption(SOL_SOCKET, SO_RCVBUF, bytes)
  }

  /// How many bytes must have come before the socket is readable (`SO_RCVLOWAT`).
  public func setReceiveLowWater(bytes: Int32) throws(SystemError) {
    try setOption(SOL_SOCKET, SO_RCVLOWAT, bytes)
  }

  /// Has the socket's closing throw unsent bytes away and reset the connection (`SO_LINGER` of 0).
  public func setResetOnClose() throws(SystemError) {
    var value = linger(l_onoff: 1, l_linger: 0)
    try checked("setsockopt") {
      setsockopt(rawValue, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }
  }

  func setOption(_ level: Int32, _ name: Int32, _ value: Int32) throws(SystemError) {
    var value = value
    try checked("setsockopt") {
      setsockopt(rawValue, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  func option(_ level: Int32, _ name: Int32) throws(SystemError) -> Int32 {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    try checked("getsockopt") { getsockopt(rawValue, level, name, &value, &length) }
    return value
  }
}

/// The level of TCP's own options.
private let tcp = Int32(IPPROTO_TCP)
