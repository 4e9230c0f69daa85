/// What a member of a room does, whatever protocol it speaks.
public enum RoomInput: Sendable, Equatable {
  /// A text, to all or to the member of that nick.
  case text(String, to: String?)
  case stroke(Stroke)
  /// A picture or stream that has come whole.
  case file(RoomFile)
  /// Takes back the member's own last stroke or picture.
  case undo
  /// Empties the canvas.
  case clear
  /// Asks who is there.
  case who
  case game(GameCommand)
}

/// What a member wants of the guessing game; guesses are texts.
public enum GameCommand: Sendable, Hashable {
  /// Begins a game in which everybody draws that many times.
  case start(rounds: Int)
  case stop
  /// The drawer lets a letter be seen.
  case hint
  /// The drawer gives the word up.
  case skip
  case scores
}
