import Framing
import SessionCore
import Stores
import Sys
import Transport

/// What the user asks of a peer.
extension Peer {
  /// Carries out a text, a start signal or preferences, and waits until the other end has it, as far as it can confirm.
  ///
  /// Cancelling gives the command up at the other end. What a question about preferences is answered comes back.
  func perform(
    _ command: Command, store: String?, events: @escaping Node.Sink
  ) async throws(Failure) -> PreferencesAnswer? {
    await known()
    guard isOpen else { throw ending }
    switch command {
    case .say(let text):
      guard text.utf8.count <= ProductLimits.package.maximumText else { throw Failure(.tooLarge, "the text") }
      try await wait { finish in
        deliver(.text, Package(kind: .text, intent: .data, word: text), events: events, finish: finish).map {
          .delivery($0)
        }
      }
    case .start:
      let package = Package(kind: .preferences, intent: .start, data: Array("start".utf8))
      try await wait { finish in
        deliver(.start, package, events: events, finish: finish).map { .delivery($0) }
      }
    case .sendPreferences(let path):
      let path = path ?? store ?? settings.places.receive + "/prefer.plist"
      let bytes = try PreferencesDocument.load(path)
      let package = Package(kind: .preferences, intent: .data, data: bytes)
      try await wait { finish in
        deliver(.preferences, package, events: events, finish: finish).map { .delivery($0) }
      }
      PulledCopy.wasSent(bytes, from: path, places: settings.places)
    case .preferences(let question):
      return try await wait { finish in ask(question, finish: finish).map { .question($0) } }
    case .watchPreferences:
      return try await wait { finish in
        startWatching(PreferencesWatcher(events: events, finish: finish)).map { .watcher($0) }
      }
    case .sendFiles, .status, .stop:
      preconditionFailure("files are sent by send, status and stop concern the session")
    }
    return nil
  }

  /// Sends files and waits until the other end has them, or the connection is lost.
  ///
  /// Cancelling gives them up at the other end. `input` is what a file is read from, where it is not opened for this peer
  /// alone; what comes from there cannot go on over another connection.
  func send(_ rest: SendRest, input: InputTap?, events: @escaping Node.Sink) async throws(Failure) -> SendOutcome {
    await known()
    guard isOpen else {
      // It came back and was lost again before it was given anything.
      if case .ended(let end) = phase, end.mayComeBack, comesBackAs != nil, input == nil {
        return .lost(rest, ending)
      }
      throw ending
    }
    return try await wait { finish in
      sendFiles(rest, input: input, events: events, finish: finish).map { .job($0) }
    }
  }

  /// Why nothing can be sent any more.
  private var ending: Failure {
    if case .ended(let end) = phase, let failure = end.failure { failure } else { Failure(.lost, peerName) }
  }

  /// Waits until it is known what the other end speaks, or that it is gone.
  private func known() async {
    guard case .unknown = presence.peer, isOpen else { return }
    await withCheckedContinuation { continuation in
      whenKnown.append { continuation.resume() }
    }
  }

  /// Starts something that ends with `finish`, and waits for that; it is given up when the task is cancelled.
  private func wait<Value: Sendable>(
    _ start: (@escaping @Sendable (Result<Value, Failure>) -> Void) -> Ticket?
  ) async throws(Failure) -> Value {
    nextTicket += 1
    let ticket = nextTicket
    let result: Result<Value, Failure> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        tickets[ticket] = start { continuation.resume(returning: $0) }
      }
    } onCancel: {
      onQueue { peer in
        switch peer.tickets[ticket] {
        case .job(let job)?: peer.cancel(job)
        case .delivery(let id)?: peer.giveUpDelivery(id)
        case .question(let id)?: peer.giveUpQuestion(id)
        case .watcher(let number)?: peer.stopWatching(number)
        case nil: break
        }
      }
    }
    tickets[ticket] = nil
    return try result.get()
  }
}

/// What a task waits for.
enum Ticket {
  case job(SendJob)
  /// The key of a delivery.
  case delivery(String)
  /// The id of a question about preferences.
  case question(Int64)
  /// The number of somebody who watches preferences.
  case watcher(Int)
}
