/// What a room tells the client of an original system that has no other form for it: a text on the wire, in English.
///
/// These are part of the protocol as it is described, not words of the command line.
public enum OriginalNotice: Sendable, Hashable {
  /// Nothing can be said before a nick is told.
  case nickNeeded
  case nickRefused(Nick.Refusal)
  /// There is one already, and it stays.
  case nickGiven(String)
  /// It is called otherwise than it wished.
  case renamed(String)
  case textEmpty
  /// Nobody of that nick is there.
  case nobody(String)
  /// The room does not do what it wanted.
  case denied(RoomDenial)
  case drew(String, points: Int)
  case erased(String)
  case sent(String, RoomFile.Kind, bytes: Int64)
  case tookBack(String)
  case cleared(String)
  /// More was said and drawn before it came than it is shown.
  case older
  case game(GameNews)

  /// The words.
  public var text: String {
    switch self {
    case .nickNeeded: "nick required: send user:NICK first"
    case .nickRefused(let refusal): "this nick is not taken: \(refusal.rawValue)"
    case .nickGiven(let nick): "you are \(nick) already"
    case .renamed(let nick): "you are \(nick) here"
    case .textEmpty: "message is empty"
    case .nobody(let nick): "there is no \(nick) here"
    case .denied(let denial): "not done: \(denial.rawValue)"
    case .drew(let nick, let points): "\(nick) drew a line of \(points) \(points == 1 ? "point" : "points")"
    case .erased(let nick): "\(nick) erased something"
    case .sent(let nick, let kind, let bytes): "\(nick) sent a \(kind.rawValue) of \(bytes) bytes"
    case .tookBack(let nick): "\(nick) took the last one back"
    case .cleared(let nick): "\(nick) cleared the canvas"
    case .older: "there is more from before, which is not shown here"
    case .game(let news): Self.text(news)
    }
  }

  private static func text(_ news: GameNews) -> String {
    switch news {
    case .started(let rounds): "a game of \(rounds) \(rounds == 1 ? "round" : "rounds") begins"
    case .turn(let round, let drawer, let mask, let seconds): "round \(round): \(drawer) draws \(mask), \(seconds) s"
    case .word(let word): "draw this: \(word)"
    case .hint(let mask): "hint: \(mask)"
    case .guessed(let nick, let points): "\(nick) guessed it, \(points) points"
    case .turnOver(let word, let scores): "it was \(word); \(list(scores))"
    case .scores(let scores): "scores: \(list(scores))"
    case .over(let scores): "the game is over; \(list(scores))"
    }
  }

  private static func list(_ scores: [GameScore]) -> String {
    scores.map { "\($0.nick) \($0.points)" }.joined(separator: ", ")
  }
}
