import Dispatch
import KeyedArchive
import SessionCore
import Synchronization
import Sys

/// One client of a running session: its request is carried out, its events go back, and when it hangs up before the
/// end, what it asked for is given up.
final class ControlClientHandler: Sendable {
  private let session: LiveSession
  private let channel = ControlChannel()
  /// The descriptor that came with the greeting, for a request that reads one.
  private let input = Mutex<SocketBox?>(nil)
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(session: LiveSession) {
    self.session = session
  }

  /// Reads the greeting byte, with the descriptor that may come with it, and then the request.
  ///
  /// `onEnd` is called when the client is gone.
  /// The handler lives as long as its channel.
  func start(_ socket: consuming FileDescriptor, onEnd: @escaping @Sendable () -> Void) {
    let box = SocketBox(socket)
    // A client that says nothing keeps a thread of its own waiting for a second, nobody else.
    DispatchQueue(label: "socketplay.control.greeting").async {
      guard let socket = box.take(), let greeting = Self.greeting(of: socket) else { return onEnd() }
      self.input.withLock { $0 = greeting.input }
      self.channel.start(
        SocketBox(socket), onMessage: { self.received($0) },
        onEnd: {
          self.task.withLock { $0?.cancel() }
          onEnd()
        })
    }
  }

  /// A client's first byte, with the descriptor that may travel with it.
  private struct Greeting {
    var input: SocketBox?
  }

  /// What the client greets with; nil where nothing came in a second.
  private static func greeting(of socket: borrowing FileDescriptor) -> Greeting? {
    let byte = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { byte.deallocate() }
    do throws(SystemError) {
      guard try socket.waitReadable(milliseconds: 1000), var passed = try socket.receivePassed(into: byte),
        passed.count == 1
      else { return nil }
      guard let descriptor = passed.descriptor.take() else { return Greeting() }
      return Greeting(input: SocketBox(descriptor))
    } catch {
      return nil
    }
  }

  private func received(_ fields: PropertyListDictionary) {
    guard let request = ControlRequest(fields: fields) else {
      return answer(.failed(Failure(.usage)))
    }
    task.withLock { task in
      // One request a connection.
      guard task == nil else { return }
      task = Task { await self.carryOut(request) }
    }
  }

  private func carryOut(_ request: ControlRequest) async {
    switch request.command {
    case .status: answer(.status(await session.status()))
    case .stop:
      // Answered by hanging up, once the session has ended.
      return await session.requestStop()
    default:
      do throws(Failure) {
        let input = input.withLock { $0 }
        let answered = try await session.perform(request.command, peer: request.peer, input: input) {
          self.answer(.event($0))
        }
        answer(answered.map { .preferences($0) } ?? .done)
      } catch {
        answer(.failed(error))
      }
    }
    channel.close()
  }

  /// Waits until what it asked for was answered; at once where it has asked for nothing.
  func answered() async {
    await task.withLock { $0 }?.value
    await channel.caughtUp()
  }

  /// Hangs up once everything is written.
  func close() {
    channel.close()
  }

  private func answer(_ answer: ControlAnswer) {
    channel.send(answer.fields)
  }
}
