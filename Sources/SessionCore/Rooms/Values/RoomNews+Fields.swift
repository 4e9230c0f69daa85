public import KeyedArchive

extension RoomNews {
  /// The event's name in `--json`.
  public var name: String {
    switch self {
    case .listening: "listening"
    case .connected: "connected"
    case .text: "text"
    case .roster: "roster"
    case .file(let kind, _, _, _, _): kind.rawValue
    case .stroke: "stroke"
    case .preview: "preview"
    case .undo: "undo"
    case .clear: "clear"
    case .game: "game"
    case .saved: "saved"
    case .missed: "missed"
    case .said: "said"
    }
  }

  /// The event's fields in the order of the command line contract, without `event`.
  public var fields: PropertyListDictionary {
    switch self {
    case .listening(let name, let port, let addresses, let dialect):
      [
        "name": .string(name), "port": .number(port), "addresses": .texts(addresses), "dialect": .string(dialect),
      ]
    case .connected(let peer, let address, let security, let original, let nick):
      [
        "peer": .string(peer), "address": .string(address), "security": .string(security),
        "original": .bool(original), "nick": .text(nick),
      ]
    case .text(let from, let to, let text, let number):
      ["from": .text(from), "to": .text(to), "text": .string(text), "seq": .sequence(number)]
    case .roster(let members, _):
      [
        "members": .array(
          members.map { .dictionary(["nick": .string($0.nick), "online": .bool($0.online)]) })
      ]
    case .file(_, let from, let path, let bytes, let number):
      ["from": .text(from), "path": .string(path), "bytes": .number(bytes), "seq": .sequence(number)]
    case .stroke(let stroke, let from, let number):
      stroke.fields(from: from, and: ("seq", .sequence(number)))
    case .preview(let stroke, let from):
      stroke.fields(from: from, and: nil)
    case .undo(let from, let number, let of):
      ["from": .text(from), "seq": .sequence(number), "of": .sequence(of)]
    case .clear(let from, let number):
      ["from": .text(from), "seq": .sequence(number)]
    case .game(let news, let from, let number):
      news.fields(from: from, number: number)
    case .saved(let path):
      ["path": .string(path)]
    case .missed(let from, let to):
      ["first": .sequence(from), "last": .sequence(to)]
    case .said(let number, let state):
      ["number": .number(number), "state": .string(state.rawValue)]
    }
  }
}

extension PropertyList {
  fileprivate static func sequence(_ number: UInt64?) -> PropertyList { number.map { .integer(Int128($0)) } ?? .null }

  /// A coordinate: whole ones as integers, as most apps send them.
  fileprivate static func coordinate(_ value: Double) -> PropertyList {
    if let whole = Int128(exactly: value) { .integer(whole) } else { .real(value) }
  }
}

extension Stroke {
  fileprivate func fields(from: String?, and last: (String, PropertyList)?) -> PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "from": .text(from), "points": .array(points.map { .array([.coordinate($0.x), .coordinate($0.y)]) }),
      "screen": .array([.coordinate(screen.width), .coordinate(screen.height)]), "width": .coordinate(width),
      "color": .number(color.rawValue),
    ]
    if let last { fields[last.0] = last.1 }
    fields["erase"] = .bool(erases)
    return fields
  }
}

extension GameNews {
  fileprivate func fields(from: String, number: UInt64?) -> PropertyListDictionary {
    var fields: PropertyListDictionary = ["from": .string(from)]
    for (key, value) in facts { fields[key] = value }
    fields["seq"] = .sequence(number)
    return fields
  }

  private var facts: [(String, PropertyList)] {
    switch self {
    case .started(let rounds): [("what", .string("started")), ("rounds", .number(rounds))]
    case .turn(let round, let drawer, let mask, let seconds):
      [
        ("what", .string("turn")), ("round", .number(round)), ("drawer", .string(drawer)), ("mask", .string(mask)),
        ("seconds", .number(seconds)),
      ]
    case .word(let word): [("what", .string("word")), ("word", .string(word))]
    case .hint(let mask): [("what", .string("hint")), ("mask", .string(mask))]
    case .guessed(let nick, let points):
      [("what", .string("guessed")), ("nick", .string(nick)), ("points", .number(points))]
    case .turnOver(let word, let scores):
      [("what", .string("turn-over")), ("word", .string(word)), ("scores", Self.list(scores))]
    case .scores(let scores): [("what", .string("scores")), ("scores", Self.list(scores))]
    case .over(let scores): [("what", .string("over")), ("scores", Self.list(scores))]
    }
  }

  private static func list(_ scores: [GameScore]) -> PropertyList {
    .array(scores.map { .dictionary(["nick": .string($0.nick), "points": .number($0.points)]) })
  }
}
