import SessionCore

extension FailureText {
  /// Text and hint of what goes wrong in a room.
  static func roomSentence(_ reason: Failure.Reason, _ it: Words) -> (message: String, hint: String?) {
    switch reason {
    case .lineUnknown:
      (
        "unknown command\(it.named)",
        "/msg /picture /draw /undo /clear /erase /game /save /who /quit; a text that begins with / takes //"
      )
    case .lineUnclear: ("\(it.named(or: "the command")) is not understood", usage(it.bare))
    case .nickRefused: ("the nick\(it.named) is not taken", "choose another with --nick")
    case .noSuchNick:
      ("nobody\(it.named.isEmpty ? " of that nick" : " called" + it.named) is here", "/who shows who is")
    case .roomDenied: (denial(it.bare), nil)
    default: ("the room\(it.named) has sent this end away", nil)
    }
  }

  /// How a command is used.
  private static func usage(_ command: String) -> String? {
    switch command {
    case "/msg": "/msg NICK TEXT"
    case "/kick": "/kick NICK"
    case "/picture", "/stream", "/draw", "/save": "\(command) FILE"
    case "/game": "/game start [ROUNDS], /game stop, /game hint, /game skip or /game scores"
    default: nil
    }
  }

  private static func denial(_ word: String) -> String {
    switch RoomDenial(rawValue: word) {
    case .emptyText: "the text is empty"
    case .longText: "the text is too long"
    case .nobody: "nobody of that nick is here"
    case .nothingToUndo: "there is nothing of yours to take back"
    case .canvasFull: "the canvas is full"
    case .notYourTurn: "it is not your turn to draw"
    case .tellsTheWord: "that would tell the word"
    case .noGame: "nobody plays now"
    case .gameRuns: "a game is being played already"
    case .tooFewPlayers: "a game needs two players"
    case .hostOnly: "only the room's host does that"
    case .file: "the room did not take the file"
    case .stroke: "the room did not take the stroke"
    case nil: "the room did not do it"
    }
  }
}
