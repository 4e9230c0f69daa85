import KeyedArchive
import SessionCore

/// What a client of a running session asks, as it travels over the control socket.
struct ControlRequest: Sendable, Equatable {
  var command: Command
  /// The peer meant, where there are several; nil for the only one.
  var peer: String?

  var fields: PropertyListDictionary {
    var fields = command.fields
    if let peer { fields["peer"] = .string(peer) }
    return fields
  }

  init(command: Command, peer: String?) {
    self.command = command
    self.peer = peer
  }

  init?(fields: PropertyListDictionary) {
    guard let command = Command(fields: fields) else { return nil }
    self.command = command
    peer = fields["peer"]?.stringValue
  }
}

/// What a running session answers: events as they happen, then one result.
enum ControlAnswer: Sendable, Equatable {
  case event(Event)
  case status(SessionStatus)
  case preferences(PreferencesAnswer)
  case done
  case failed(Failure)

  var fields: PropertyListDictionary {
    switch self {
    case .event(let event): event.fields
    case .status(let status): ["answer": .string("status"), "status": .dictionary(status.fields)]
    case .preferences(let answer): ["answer": .string("preferences"), "preferences": .dictionary(answer.fields)]
    case .done: ["answer": .string("done")]
    case .failed(let failure): ["answer": .string("failed"), "failure": .dictionary(failure.fields)]
    }
  }

  init?(fields: PropertyListDictionary) {
    let answer: ControlAnswer? =
      switch fields["answer"]?.stringValue {
      case nil: Event(fields: fields).map { .event($0) }
      case "status":
        fields["status"]?.dictionaryValue.flatMap(SessionStatus.init(fields:)).map { .status($0) }
      case "preferences":
        fields["preferences"]?.dictionaryValue.flatMap(PreferencesAnswer.init(fields:)).map { .preferences($0) }
      case "done": .done
      case "failed": fields["failure"]?.dictionaryValue.flatMap(Failure.init(fields:)).map { .failed($0) }
      default: nil
      }
    guard let answer else { return nil }
    self = answer
  }
}
