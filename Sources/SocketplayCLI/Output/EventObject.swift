import KeyedArchive
import SessionCore

/// Events as the objects of `--json`.
enum EventObject {
  /// `event`, `session`, then the event's fields in the order of the contract; failures with code, message and hint.
  static func of(_ event: Event, session: String?, in setting: Setting = .errand) -> PropertyListDictionary {
    switch event {
    case .error(let failure), .warning(let failure):
      return error(FailureText(failure, in: setting), name: event.name, session: session, of: failure)
    case .file(let end):
      var fields = head(event.fields, session: session)
      guard let failure = end.failure else { return fields }
      fields["failure"] = .dictionary(words(FailureText(failure), of: failure))
      return fields
    case .listening, .advertised, .withdrawn, .found, .lost, .connected, .paired, .text, .start, .preferences,
      .watching, .fileBegin, .fileProgress, .fileCheck, .delivered, .disconnected, .reconnecting,
      .room:
      return head(event.fields, session: session)
    }
  }

  /// The object of a failure.
  static func error(
    _ text: FailureText, name: String = "error", session: String?, of failure: Failure?
  ) -> PropertyListDictionary {
    var fields: PropertyListDictionary = ["event": .string(name), "session": string(session)]
    for entry in words(text, of: failure) { fields[entry.key] = entry.value }
    return fields
  }

  private static func words(_ text: FailureText, of failure: Failure?) -> PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "code": .integer(Int128(text.status.rawValue)), "message": .string(text.message), "hint": string(text.hint),
    ]
    if let failure {
      fields["reason"] = .string(failure.reason.rawValue)
      fields["subject"] = .string(failure.subject)
    }
    return fields
  }

  /// The fields with `session` behind `event`.
  private static func head(_ fields: PropertyListDictionary, session: String?) -> PropertyListDictionary {
    var ordered = PropertyListDictionary()
    for entry in fields {
      ordered[entry.key] = entry.value
      if entry.key == .string("event") { ordered["session"] = string(session) }
    }
    return ordered
  }

  private static func string(_ text: String?) -> PropertyList { text.map { .string($0) } ?? .null }
}
