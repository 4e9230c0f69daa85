import Documents
import KeyedArchive
import SessionCore

/// Events as lines for a person.
enum EventText {
  /// The lines an event is told in; progress has its own line, and is none of them.
  static func lines(_ event: Event, in setting: Setting) -> [Line] {
    switch event {
    case .listening(let name, let port, let addresses):
      [.answer("Hosting \(quoted(name)) on port \(port).")] + addresses.map { .detail("reachable at \(printable($0))") }
    case .advertised(let name): [.talk("advertised as \(quoted(name))")]
    case .withdrawn(let name): [.detail("no longer advertised as \(quoted(name))")]
    case .found(let service): [.detail("found \(quoted(service.name)) on \(printable(service.host))")]
    case .lost(let service): [.detail("\(quoted(service.name)) has gone")]
    case .connected(let peer, let address, let security, let original, let isGuess):
      [connected(peer, address, security, isGuess ? ", \(guess)" : original ? ", an original app" : "", setting)]
    case .paired(let peer, let id): [.talk("Paired with \(quoted(peer)) \(printable(id)).")]
    case .text(let peer, let text): [.answer("\(printable(peer)): \(printable(text))")]
    case .start(let peer, _): [.answer("peer started a task"), .detail("it was \(quoted(peer))")]
    case .preferences(let received): preferences(received)
    case .watching: [.talk("watching; interrupt to end")]
    case .fileBegin(let begin): [began(begin)]
    case .fileProgress, .fileCheck: []
    case .file(let end): [file(end)]
    case .delivered(let delivery): [delivered(delivery, setting)]
    case .disconnected(let peer, let reason, let partial): [disconnected(peer, reason, partial, setting)]
    case .reconnecting(let attempt, let delay):
      [.talk("reconnecting in \(Units.decimal(max(0, delay), 1)) s (attempt \(attempt))")]
    case .room(let news): RoomText.lines(news)
    case .error(let failure): [.error(FailureText(failure, in: setting))]
    case .warning(let failure): [.warning(FailureText(failure, in: setting))]
    }
  }

  /// What a host is that has said nothing yet, as no original app does.
  static let guess = "waiting to be let in, or an original app"

  private static func connected(
    _ peer: String, _ address: String, _ security: String, _ kind: String, _ setting: Setting
  ) -> Line {
    let state =
      security == "none"
      ? "PLAIN: anyone on the network may read and change this" : "encrypted, verified: \(printable(peer))"
    // A peer without a name of its own goes by its address.
    let place = peer == address ? "" : " (\(printable(address)))"
    let text = "Connected to \(quoted(peer))\(place)\(kind), \(state)."
    return setting == .errand ? .talk(text) : .answer(text)
  }

  private static func disconnected(_ peer: String, _ reason: String, _ partial: [String], _ setting: Setting) -> Line {
    var text = "disconnected from \(quoted(peer)): \(printable(reason))"
    if !partial.isEmpty {
      // A peer may leave thousands behind.
      let more = partial.count > 5 ? " and \(partial.count - 5) more" : ""
      text += ", partial: " + partial.prefix(5).map { quoted($0) }.joined(separator: ", ") + more
    }
    return setting == .errand ? .detail(text) : .answer(text)
  }

  private static func preferences(_ received: PreferencesReceived) -> [Line] {
    let store = printable(path: received.path)
    guard let applied = received.applied else {
      let name = received.path.split(separator: "/").last.map { printable(String($0)) } ?? "prefer.plist"
      return [.answer("saved \(name) (\(Units.count(received.keys, "key"))) to \(store)")]
    }
    let detail = Line.detail("applied \(Units.count(applied.count, "key")) to \(store)")
    if applied.isEmpty { return [.answer("no key changed (\(Units.count(received.keys, "key")))"), detail] }
    let lost: [Line] =
      received.isUndoable ? [] : [.answer("this change is not kept in the history, so it cannot be taken back")]
    return applied.map { .answer(change($0)) } + lost + [detail]
  }

  /// `age: 80 -> 81`; with the types where they differ.
  static func change(_ change: KeyChange) -> String {
    var (from, to) = (value(change.from), value(change.to))
    if let old = change.from, let new = change.to, ValueType(old) != ValueType(new) {
      from += " (\(ValueType(old).rawValue))"
      to += " (\(ValueType(new).rawValue))"
    }
    return "\(PreferencesText.name(change.key)): \(from) -> \(to)"
  }

  private static func value(_ value: PropertyList?) -> String {
    guard let value else { return "(none)" }
    switch value {
    case .string(let text): return quoted(text)
    // JSON has no form for them.
    case .real(let number) where !number.isFinite: return value.literal
    case .real32(let number) where !number.isFinite: return value.literal
    default: break
    }
    return printable(String(decoding: value.json(), as: UTF8.self), columns: 80)
  }

  private static func delivered(_ delivery: Delivery, _ setting: Setting) -> Line {
    let text =
      switch delivery.result {
      case .delivered: "delivered"
      case .stored: "stored"
      case .applied: "applied \(Units.count(delivery.count, "key"))"
      case .sent: "sent (this peer cannot confirm)"
      }
    // The errand that runs through this session tells its own user.
    if setting == .errand { return .answer(text) }
    return .detail("\(delivery.what.rawValue) to \(quoted(delivery.peer)): \(text)")
  }
}
