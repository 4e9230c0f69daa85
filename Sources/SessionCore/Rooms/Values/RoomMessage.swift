/// What is said in a room: numbered, in one series for every kind, and the same for everybody who gets it.
public struct RoomMessage: Sendable, Equatable {
  /// What it is.
  public enum Content: Sendable, Equatable {
    case text(String)
    case stroke(Stroke)
    case file(RoomFile)
    /// The stroke or picture of that number was taken back; nil where a protocol cannot tell which.
    case undo(of: UInt64?)
    /// The canvas is empty.
    case clear
    case game(GameNews)
  }

  /// Its number, from 1; greater than that of everything said before.
  public var number: UInt64
  /// The nick of who said it.
  public var from: String
  /// The nick of whom it was said to; nil for all.
  public var to: String?
  /// What it is.
  public var content: Content

  /// A message.
  public init(number: UInt64, from: String, to: String? = nil, content: Content) {
    self.number = number
    self.from = from
    self.to = to
    self.content = content
  }
}

/// Somebody who is or was in a room.
public struct RosterEntry: Sendable, Hashable {
  /// The nick.
  public var nick: String
  /// Whether it is there now.
  public var online: Bool

  /// An entry.
  public init(nick: String, online: Bool) {
    self.nick = nick
    self.online = online
  }
}

/// A member's points in the game.
public struct GameScore: Sendable, Hashable {
  /// The nick.
  public var nick: String
  /// Points so far.
  public var points: Int

  /// A score.
  public init(nick: String, points: Int) {
    self.nick = nick
    self.points = points
  }
}

/// What happens in the guessing game.
public enum GameNews: Sendable, Hashable {
  case started(rounds: Int)
  /// A turn begins; `mask` shows each letter of the word as `_`, for `seconds`.
  case turn(round: Int, drawer: String, mask: String, seconds: Int)
  /// The word, for its drawer alone.
  case word(String)
  case hint(mask: String)
  /// Somebody has found the word, which is not told yet.
  case guessed(nick: String, points: Int)
  case turnOver(word: String, scores: [GameScore])
  case scores([GameScore])
  /// The game is over; the best scores first.
  case over(scores: [GameScore])
}
