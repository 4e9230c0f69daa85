public import SessionCore
import Sys

/// What `ping` found.
public struct PingAnswer: Sendable, Equatable {
  /// The address that answered, with its port.
  public var address: String
  /// Seconds until the connection stood.
  public var seconds: Double
}

extension Node {
  /// Connects once and closes at once: tells a name nobody knows, no way there, a refusal and silence apart.
  public func ping(_ endpoint: Endpoint, timeout: Double) async throws(Failure) -> PingAnswer {
    let destination = try await Reaching.find(.address(endpoint), timeout: timeout, choose: nil)
    let start = Time.monotonic()
    let reached = try await Reaching.connect(to: destination, timeout: timeout)
    return PingAnswer(address: reached.address, seconds: Time.monotonic() - start)
  }
}
