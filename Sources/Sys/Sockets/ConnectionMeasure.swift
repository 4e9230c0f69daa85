import Glibc

/// What the kernel has measured on a TCP connection.
public struct ConnectionMeasure: Sendable, Hashable {
  /// The smoothed round trip in seconds.
  public var roundTrip: Double
  /// The shortest round trip lately, in seconds; the smoothed one where the kernel does not tell.
  public var shortestRoundTrip: Double
  /// Bytes handed to the kernel that the other end has not acknowledged.
  public var unacknowledged: Int
  /// The rate at which the other end has lately taken bytes, in bytes a second; nil where the kernel does not tell.
  public var deliveryRate: Double?
  /// Bytes sent again, since the start; nil where the kernel does not tell.
  public var retransmitted: UInt64?
}

extension Descriptor where Self: ~Copyable {
  /// What the kernel has measured (`TCP_INFO`, `SIOCOUTQ`).
  public func measure() throws(SystemError) -> ConnectionMeasure {
    // The C library's `tcp_info` is older than the kernel's and ends before the rates: read by offset, from linux/tcp.h.
    let roundTrip = 68, shortestRoundTrip = 148, deliveryRate = 160, bytesRetransmitted = 208
    var fields = (0..<32).map { _ in 0 as UInt64 }
    var length = socklen_t(fields.count * MemoryLayout<UInt64>.size)
    try checked("getsockopt") {
      fields.withUnsafeMutableBytes { getsockopt(rawValue, Int32(IPPROTO_TCP), TCP_INFO, $0.baseAddress, &length) }
    }
    var unacknowledged: Int32 = 0
    try checked("ioctl") { ioctl(rawValue, UInt(TIOCOUTQ), &unacknowledged) }
    return fields.withUnsafeBytes { bytes in
      func number(at offset: Int) -> UInt64? {
        offset + 8 <= Int(length) ? bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) : nil
      }
      func seconds(at offset: Int) -> Double {
        Double(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) / 1e6
      }
      return ConnectionMeasure(
        roundTrip: seconds(at: roundTrip),
        shortestRoundTrip: seconds(at: shortestRoundTrip + 4 <= Int(length) ? shortestRoundTrip : roundTrip),
        unacknowledged: Int(unacknowledged),
        deliveryRate: number(at: deliveryRate).map { Double($0) },
        retransmitted: number(at: bytesRetransmitted))
    }
  }
}
