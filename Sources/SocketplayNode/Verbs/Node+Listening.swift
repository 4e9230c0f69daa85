import Dispatch
import SessionCore
import Sys
import Transport

extension Node {
  /// Listens for TCP connections on a numeric address of this machine (nil: on all of them), port 0 for a free one.
  func listen(
    on bind: String?, port: UInt16, label: String, called: @escaping @Sendable (SocketBox, _ address: String) -> Void
  ) throws(Failure) -> Listener {
    let address = bind.map { SocketAddress($0, port: port) }
    if let bind, address == .some(nil) {
      throw Failure(.usage, bind, detail: "an address to listen on is numeric")
    }
    do throws(SystemError) {
      return try Listener(
        on: address ?? nil, port: port, backlog: 128, queue: DispatchQueue(label: label), trouble: { _ in },
        handler: { connection in
          try? SocketTuning.apply(to: connection.socket)
          let peer = connection.peer.map { "\($0)" } ?? "?"
          called(SocketBox(connection.socket), peer)
        })
    } catch {
      throw Failure(.failed, bind ?? "port \(port)", detail: error.message)
    }
  }
}
