import KeyedArchive

extension GameNews {
  var wireFields: PropertyListDictionary {
    switch self {
    case .started(let rounds): ["what": .string("started"), "rounds": .number(rounds)]
    case .turn(let round, let drawer, let mask, let seconds):
      [
        "what": .string("turn"), "round": .number(round), "drawer": .string(drawer), "mask": .string(mask),
        "seconds": .number(seconds),
      ]
    case .word(let word): ["what": .string("word"), "word": .string(word)]
    case .hint(let mask): ["what": .string("hint"), "mask": .string(mask)]
    case .guessed(let nick, let points):
      ["what": .string("guessed"), "nick": .string(nick), "points": .number(points)]
    case .turnOver(let word, let scores):
      ["what": .string("turn-over"), "word": .string(word), "scores": Self.value(scores)]
    case .scores(let scores): ["what": .string("scores"), "scores": Self.value(scores)]
    case .over(let scores): ["what": .string("over"), "scores": Self.value(scores)]
    }
  }

  init(_ read: FieldReader) throws(FieldMissing) {
    switch try read.string("what") {
    case "started": self = .started(rounds: try read.int("rounds"))
    case "turn":
      self = .turn(
        round: try read.int("round"), drawer: try read.string("drawer"), mask: try read.string("mask"),
        seconds: try read.int("seconds"))
    case "word": self = .word(try read.string("word"))
    case "hint": self = .hint(mask: try read.string("mask"))
    case "guessed": self = .guessed(nick: try read.string("nick"), points: try read.int("points"))
    case "turn-over": self = .turnOver(word: try read.string("word"), scores: try Self.scores(read))
    case "scores": self = .scores(try Self.scores(read))
    case "over": self = .over(scores: try Self.scores(read))
    default: throw FieldMissing()
    }
  }

  private static func value(_ scores: [GameScore]) -> PropertyList {
    .array(scores.map { .dictionary(["nick": .string($0.nick), "points": .number($0.points)]) })
  }

  private static func scores(_ read: FieldReader) throws(FieldMissing) -> [GameScore] {
    try read.list("scores") { (entry) throws(FieldMissing) in
      GameScore(nick: try entry.string("nick"), points: try entry.int("points"))
    }
  }
}
