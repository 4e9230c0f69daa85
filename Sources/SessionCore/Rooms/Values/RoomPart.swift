/// What a member can do in a game, by what its client can say.
public enum RoomPart: Sendable, Hashable {
  /// It draws in its turn, and guesses in those of others.
  case draws
  /// It says texts to all, and draws nothing: it has no turn.
  case guesses
  /// It says texts to one member alone: nobody waits for it.
  case watches

  /// What an original client can do.
  public init(_ dialect: OriginalDialect) {
    switch dialect {
    case .chat: self = .watches
    case .im: self = .guesses
    case .draw: self = .draws
    }
  }
}
