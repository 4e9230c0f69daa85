import Dispatch
public import Sys

/// A connection that was made.
@frozen
public struct Connected: ~Copyable, Sendable {
  /// The connection: nonblocking, closed on exec.
  public var socket: FileDescriptor
  /// The address that answered.
  public var address: SocketAddress

  /// A connection.
  public init(socket: consuming FileDescriptor, address: SocketAddress) {
    self.socket = socket
    self.address = address
  }
}

/// Makes a TCP connection to whichever of a peer's addresses answers first.
public enum Connector {
  /// How long an address may stay silent before the next one is tried beside it (RFC 8305).
  public static let usualStagger = Duration.milliseconds(250)

  /// Tries the addresses, link-local ones last, each `stagger` after the one before or as soon as that has failed.
  ///
  /// The first to answer wins, the others are closed. Cancelling the task ends it with `.cancelled`.
  public static func connect(
    to addresses: [SocketAddress], stagger: Duration = usualStagger, timeout: Duration
  ) async throws(ConnectError) -> Connected {
    let attempt = ConnectAttempt(
      ConnectRace(
        ConnectRace.order(addresses), stagger: nanoseconds(stagger),
        deadline: Time.monotonicNanoseconds() &+ nanoseconds(timeout)))
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { attempt.start($0) }
    } onCancel: {
      attempt.cancel()
    }
    guard let connection = try result.get().take() else { preconditionFailure("a connection is handed over once") }
    return connection
  }

  private static func nanoseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    // A hundred years stand for ever: no sum of a time and a wait overflows.
    let bounded = UInt64(clamping: min(max(seconds, 0), 100 * 366 * 86_400))
    return bounded * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
  }
}
