import KeyedArchive
import SessionCore
import Sys
import Synchronization
import Transport

/// Asks a running session of this machine for something.
struct ControlClient: Sendable {
  private let socket: SocketBox

  /// A client of the session behind `socket`, connected.
  init(_ socket: SocketBox) {
    self.socket = socket
  }

  /// Sends the request, with a descriptor where it needs one, and waits for the result; hands on every event.
  ///
  /// Cancelling hangs up, and the session gives up what was asked.
  func ask(
    _ request: ControlRequest, passing input: UnownedDescriptor? = nil, events: @escaping Node.Sink
  ) async throws(Failure) -> ControlAnswer {
    let greeted = try greet(passing: input)
    let channel = ControlChannel()
    let waiting = Waiting()
    let result: Result<ControlAnswer, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.set(continuation)
        channel.start(
          greeted,
          onMessage: { fields in
            let answer = ControlAnswer(fields: fields)
            switch answer {
            case .event(let event)?: events(event)
            case .status?, .preferences?, .done?: if let answer { waiting.resume(.success(answer)) }
            case .failed(let failure)?: waiting.resume(.failure(failure))
            case nil: break
            }
          },
          onEnd: {
            // The session that was told to stop has done so when it hangs up.
            let isDone = request.command == .stop
            waiting.resume(
              isDone ? .success(.done) : .failure(Failure(.nothingRunning, detail: "the session has ended")))
          })
        channel.send(request.fields)
      }
    } onCancel: {
      waiting.resume(.failure(Failure(.interrupted)))
      channel.close()
    }
    channel.close()
    return try result.get()
  }
}

extension ControlClient {
  /// Sends the first byte, which a descriptor can travel with; the socket goes on from there.
  private func greet(passing input: UnownedDescriptor?) throws(Failure) -> SocketBox {
    guard let socket = socket.take() else { throw Failure(.nothingRunning) }
    let byte: [UInt8] = [0x2E]
    do throws(SystemError) {
      try byte.span.withUnsafeBytes { (bytes) throws(SystemError) in
        if let input { _ = try socket.send(bytes, passing: input) } else { _ = try socket.send(bytes) }
      }
    } catch {
      throw Failure(.nothingRunning, detail: error.message)
    }
    return SocketBox(socket)
  }
}

/// A continuation that is resumed once, by whoever comes first.
private final class Waiting: Sendable {
  private enum State {
    case empty
    case waiting(CheckedContinuation<Result<ControlAnswer, Failure>, Never>)
    case over(Result<ControlAnswer, Failure>)
  }

  private let state = Mutex(State.empty)

  func set(_ continuation: CheckedContinuation<Result<ControlAnswer, Failure>, Never>) {
    let early: Result<ControlAnswer, Failure>? = state.withLock { state in
      if case .over(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(returning: early) }
  }

  func resume(_ result: Result<ControlAnswer, Failure>) {
    let continuation: CheckedContinuation<Result<ControlAnswer, Failure>, Never>? = state.withLock { state in
      switch state {
      case .waiting(let continuation):
        state = .over(result)
        return continuation
      case .empty:
        state = .over(result)
        return nil
      case .over:
        return nil
      }
    }
    continuation?.resume(returning: result)
  }
}
