public import Sys

/// Why no connection came about.
public enum ConnectError: Error, Sendable, Hashable {
  /// An address that was tried, and why it did not work.
  public struct Attempt: Sendable, Hashable {
    /// The address.
    public var address: SocketAddress
    /// Why it did not work.
    public var error: SystemError

    /// An attempt that failed.
    public init(address: SocketAddress, error: SystemError) {
      self.address = address
      self.error = error
    }
  }

  /// There was no address to try.
  case noAddress
  /// Every address failed, in this order.
  case failed([Attempt])
  /// Time was up; these had failed by then, the others had not answered.
  case timedOut([Attempt])
  /// The task was cancelled.
  case cancelled
}
