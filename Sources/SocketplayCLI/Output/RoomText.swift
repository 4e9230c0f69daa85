import SessionCore

/// The events of rooms as lines for a person.
enum RoomText {
  static func lines(_ news: RoomNews) -> [Line] {
    switch news {
    case .listening(let name, let port, let addresses, let dialect):
      [.answer(listening(name, port, dialect))] + addresses.map { .detail("reachable at \(printable($0))") }
    case .connected(let peer, let address, let security, _, let nick):
      [.answer(connected(peer, address, security, nick))]
    // Only the original systems have no numbers.
    case .text(let from, nil, let text, nil): [.answer(printable(original(text, from), columns: 4096))]
    case .text(let from, nil, let text, _): [.answer("\(name(from)): \(printable(text, columns: 4096))")]
    case .text(let from, let to?, let text, _):
      [.answer("\(name(from)) -> \(printable(to)): \(printable(text, columns: 4096))")]
    case .roster(let members, let changes):
      changes.isEmpty
        ? [.answer("here: " + roster(members))]
        : changes.map { .answer("\(printable($0.nick)) " + ($0.online ? "is here" : "went offline")) }
    case .file(let kind, let from, let path, let bytes, _):
      [.answer("\(name(from)) sent a \(kind.rawValue) (\(Units.bytes(bytes))): \(printable(path: path))")]
    case .stroke(let stroke, let from, _):
      [
        .answer(
          "\(name(from)) \(stroke.erases ? "erased" : "drew") a line of \(Units.count(stroke.points.count, "point"))")
      ]
    case .preview: []
    case .undo(let from, _, _): [.answer("\(name(from)) took the last one back")]
    case .clear(let from, _): [.answer("\(name(from)) cleared the canvas")]
    case .game(let news, let from, _): game(news, from)
    case .saved(let path): [.talk("saved the canvas as \(printable(path: path))")]
    case .missed: [.talk("some of what was said meanwhile is gone")]
    case .said(let number, let state):
      [state == .failed ? .talk("message \(number): failed") : .detail("message \(number): \(state.rawValue)")]
    }
  }

  /// A text of an original system with its sender in front: a room has put it there, and else nobody knows one.
  private static func original(_ text: String, _ from: String?) -> String {
    if let from { return text.hasPrefix(from + ": ") ? text : "\(from): \(text)" }
    let front = text.prefix { $0 != " " }
    let isNick = front.last == ":" && (2...Nick.maximumBytes + 1).contains(front.utf8.count) && front != text
    return isNick ? text : "?: \(text)"
  }

  private static func name(_ nick: String?) -> String { nick.map { printable($0) } ?? "?" }

  private static func listening(_ name: String, _ port: Int, _ dialect: String) -> String {
    dialect == "room"
      ? "Room \(quoted(name)) on port \(port)."
      : "Port \(port) lets original \(printable(dialect)) clients in. PLAIN: anyone on the network may read and change this."
  }

  private static func connected(_ peer: String, _ address: String, _ security: String, _ nick: String?) -> String {
    let state =
      security == "none"
      ? "PLAIN: anyone on the network may read and change this" : "encrypted, verified: \(printable(peer))"
    let place = peer == address ? "" : " (\(printable(address)))"
    return "Connected to \(quoted(peer))\(place)\(nick.map { " as \(quoted($0))" } ?? ""), \(state)."
  }

  private static func roster(_ members: [RosterEntry]) -> String {
    if members.isEmpty { return "nobody" }
    return members.map { printable($0.nick) + ($0.online ? "" : " (offline)") }.joined(separator: ", ")
  }

  private static func game(_ news: GameNews, _ from: String) -> [Line] {
    switch news {
    case .started(let rounds): [.answer("\(printable(from)) started a game of \(Units.count(rounds, "round"))")]
    case .turn(let round, let drawer, let mask, let seconds):
      [.answer("round \(round): \(printable(drawer)) draws \(printable(mask)) (\(seconds) s)")]
    case .word(let word): [.answer("draw this: \(quoted(word))")]
    case .hint(let mask): [.answer("hint: \(printable(mask))")]
    case .guessed(let nick, let points): [.answer("\(printable(nick)) guessed it (+\(points))")]
    case .turnOver(let word, let scores): [.answer("it was \(quoted(word))"), .answer("scores: \(list(scores))")]
    case .scores(let scores): [.answer("scores: \(list(scores))")]
    case .over(let scores): [.answer("the game is over: \(list(scores))")]
    }
  }

  private static func list(_ scores: [GameScore]) -> String {
    scores.isEmpty ? "none" : scores.map { "\(printable($0.nick)) \($0.points)" }.joined(separator: ", ")
  }
}
