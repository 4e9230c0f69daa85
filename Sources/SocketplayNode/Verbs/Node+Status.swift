public import SessionCore
import Sys
import Transport

extension Node {
  /// How the running session of that name (nil: the only one) stands.
  public func status(session: String?) async throws(Failure) -> SessionStatus {
    let client = ControlClient(try running(session))
    guard case .status(let status) = try await client.ask(ControlRequest(command: .status, peer: nil), events: { _ in })
    else {
      throw Failure(.nothingRunning, session ?? "")
    }
    return status
  }

  /// Ends the running session of that name (nil: the only one) and waits until it has ended.
  public func stop(session: String?) async throws(Failure) {
    _ = try await ControlClient(try running(session)).ask(ControlRequest(command: .stop, peer: nil), events: { _ in })
  }

  private func running(_ session: String?) throws(Failure) -> SocketBox {
    if let session {
      guard let socket = try RuntimeFolder(places.runtime).connect(to: session) else {
        throw Failure(.nothingRunning, session)
      }
      return SocketBox(socket)
    }
    guard let only = try onlySession() else { throw Failure(.nothingRunning) }
    return only.socket
  }
}
