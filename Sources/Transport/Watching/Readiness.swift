import Dispatch
import Sys

/// Tells that a socket is ready in one direction, except while it is suspended, as it is at first.
enum Readiness {
  /// A Dispatch source of the connection's own.
  case source(any DispatchSourceProtocol)
  /// A thread that many connections share.
  case polled(PolledDirection)

  /// Begins to tell, or goes on; balanced by `suspend`.
  func resume() {
    switch self {
    case .source(let source): source.resume()
    case .polled(let direction): direction.resume()
    }
  }

  func suspend() {
    switch self {
    case .source(let source): source.suspend()
    case .polled(let direction): direction.suspend()
    }
  }

  /// Tells nothing any more; a source lets go of its socket only once it is not suspended.
  func cancel() {
    switch self {
    case .source(let source): source.cancel()
    case .polled(let direction): direction.cancel()
    }
  }
}

extension Readiness {
  /// Both directions of a socket, told on `queue` by sources that hold the socket until they have let go of the descriptor.
  static func sources(
    of socket: SocketHandle, queue: DispatchQueue, onReadable: @escaping @Sendable () -> Void,
    onWritable: @escaping @Sendable () -> Void
  ) -> (reading: Readiness, writing: Readiness) {
    let descriptor = socket.descriptor.rawValue
    let reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let writing = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    reading.setEventHandler(handler: onReadable)
    writing.setEventHandler(handler: onWritable)
    // The last one closes it.
    reading.setCancelHandler { withExtendedLifetime(socket) {} }
    writing.setCancelHandler { withExtendedLifetime(socket) {} }
    return (.source(reading), .source(writing))
  }
}
