/// "You draw, I guess": who draws what, for how long, and who has found it; a machine without a clock.
///
/// Everybody who was there at the start, and everybody who comes meanwhile, draws once a round. A turn ends when all who
/// are there have found the word, when its time is up, or when its drawer gives up or leaves. Points are kept by nick,
/// through leaving and coming back.
public struct GuessingGame {
  /// What a game's event leads to.
  enum Step: Equatable {
    /// Everybody is told, as said by that nick; nil for the room itself.
    case tellAll(GameNews, by: String?)
    /// One member alone is told.
    case tellOne(GameNews, nick: String)
    case clearCanvas
  }

  /// What a text turns out to be.
  enum Guess: Equatable {
    case isText
    /// The word itself: not to be shown to others.
    case right([Step])
    /// By somebody who knows the word and holds it.
    case tellsTheWord
  }

  struct Turn {
    var drawer: String
    var word: String
    var mask: WordMask
    var began: Moment
    var found: [String] = []
    var hints = 0
  }

  /// Who is there and plays.
  struct Present {
    /// Who can draw.
    var drawers: [String] = []
    /// These, and who can guess alone.
    var all: [String] = []

    /// A game needs somebody who draws, and somebody else who guesses.
    var isTooFew: Bool { drawers.isEmpty || all.count < 2 }
  }

  struct Match {
    var rounds: Int
    var round = 1
    var startedBy: String
    /// Who draws in this round still.
    var waiting: [String]
    /// Everybody who has drawn or waits in this round.
    var players: [String]
    var turn: Turn?
  }

  /// Seconds of a turn.
  static let turnTime = 80.0
  /// Rounds of a game at most.
  public static let maximumRounds = 20
  /// Points for finding the word: so many in any case, and as many again for haste.
  static let pointsForFinding = 50
  /// Points of the drawer for each who finds it.
  static let pointsForDrawing = 25

  let words: [String]
  private var random: SplitMix
  private var used: Set<Int> = []
  var match: Match?
  private var points: [String: Int] = [:]

  init(words: [String], seed: UInt64) {
    precondition(!words.isEmpty, "a game has words")
    self.words = words
    random = SplitMix(state: seed)
  }

  /// The points of all who have some or play, the best first.
  var scores: [GameScore] {
    points.map { GameScore(nick: $0.key, points: $0.value) }
      .sorted { ($1.points, $0.nick) < ($0.points, $1.nick) }
  }

  /// Whether a member may draw: anybody between games, the drawer alone in a turn.
  func allowsDrawing(by nick: String) -> Bool {
    match?.turn.map { $0.drawer == nick } ?? true
  }

  /// Whether a text would tell the word, by somebody who knows it.
  func tells(_ text: String, by nick: String) -> Bool {
    guard let turn = match?.turn, turn.drawer == nick || turn.found.contains(nick) else { return false }
    return turn.mask.isWithin(text)
  }

  mutating func add(_ more: Int, to nick: String) { points[nick, default: 0] += more }

  mutating func startCounting(_ players: [String]) {
    points = Dictionary(players.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Somebody is gone for good, and so are the points.
  mutating func forget(_ nick: String) {
    if match == nil { points[nick] = nil }
  }

  mutating func count(_ nick: String) { points[nick, default: 0] += 0 }

  /// A word that was not drawn yet, as long as there is one.
  mutating func nextWord() -> String {
    if used.count == words.count { used = [] }
    var index = random.below(words.count)
    while used.contains(index) { index = (index + 1) % words.count }
    used.insert(index)
    return words[index]
  }

  mutating func pick(below count: Int) -> Int { random.below(count) }
}

/// The generator of Steele, Lea and Flood (SplitMix64): a seed decides all.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 below `count`.
  mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }
}
