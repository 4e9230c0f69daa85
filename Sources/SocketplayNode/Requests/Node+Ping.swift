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
  /// Connects once and closes at once: tells a name nobody knows, no way there, a refusal, silence and, where TLS is
  /// wanted, a server that is not trusted apart.
  public func ping(_ endpoint: Endpoint, trust: ServerTrust?, timeout: Double) async throws(Failure) -> PingAnswer {
    let destination = try await Reaching.find(.address(endpoint), timeout: timeout, choose: nil)
    let start = Time.monotonic()
    let reached = try await Reaching.connect(to: destination, timeout: timeout)
    if let trust {
      let result: Result<Void, Failure> = await blocking("socketplay.ping") { stop in
        guard let socket = reached.socket.take() else { preconditionFailure("a connection is taken once") }
        do throws(Failure) {
          let stream = WaitingStream(socket, name: reached.name, patience: timeout, stop: stop)
          return .success(try stream.secure(host: endpoint.host, trust: trust))
        } catch {
          return .failure(error)
        }
      }
      try result.get()
    }
    return PingAnswer(address: reached.address, seconds: Time.monotonic() - start)
  }
}
