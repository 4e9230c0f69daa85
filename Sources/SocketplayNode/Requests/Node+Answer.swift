import Dispatch
public import SessionCore
import Sys
import Transport

/// What happens while `answer` runs.
public enum AnswerEvent: Sendable, Equatable {
  /// It listens there.
  case listening(port: Int, addresses: [String])
  /// A request of that many bytes was answered.
  case answered(peer: String, request: Int, bytes: Int, seconds: Double)
  /// A connection was closed for this.
  case dropped(peer: String, Failure)
}

extension Node {
  private struct Caller: Sendable {
    var socket: SocketBox
    var address: String
  }

  /// Listens, and answers each request by a run of a command, until it is cancelled.
  ///
  /// Connections are served at the same time, the requests of one in their order. Events come one at a time.
  public func answer(
    _ options: AnswerOptions, events: @escaping @Sendable (AnswerEvent) -> Void
  ) async throws(Failure) {
    let command = try CommandRun(options.command, timeout: options.timeout)
    // What feeds it is one entry for each connection the kernel hands over: no more than there are descriptors.
    let (callers, mailbox) = AsyncStream.makeStream(of: Caller.self)
    let listener = try listen(on: options.bind, port: options.port, label: "socketplay.answer") { connection, address in
      mailbox.yield(Caller(socket: connection, address: address))
    }
    defer { listener.cancel() }
    events(.listening(port: Int(listener.address.port), addresses: reachableAddresses(listener.address)))
    await withTaskCancellationHandler {
      await withTaskGroup(of: Void.self) { group in
        var open = 0
        for await caller in callers {
          // Those above the limit wait unread for one that ends.
          if open == RequestLimits.connections { await group.next() } else { open += 1 }
          group.addTask { await Self.serve(caller, command, options, events) }
        }
        group.cancelAll()
      }
    } onCancel: {
      mailbox.finish()
    }
  }

  private static func serve(
    _ caller: Caller, _ command: CommandRun, _ options: AnswerOptions,
    _ events: @escaping @Sendable (AnswerEvent) -> Void
  ) async {
    await blocking("socketplay.answer.connection") { stop in
      guard let socket = caller.socket.take() else { preconditionFailure("a connection is taken once") }
      let stream = WaitingStream(socket, name: caller.address, patience: options.timeout, stop: stop)
      var connection = AnswerConnection(stream, command: command, stop: stop)
      do throws(Failure) {
        try connection.serve { exchange in
          events(
            .answered(
              peer: caller.address, request: exchange.request, bytes: exchange.answer, seconds: exchange.seconds))
        }
      } catch {
        if error.reason != .interrupted { events(.dropped(peer: caller.address, error)) }
      }
    }
  }
}
