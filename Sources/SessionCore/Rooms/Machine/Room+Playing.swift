/// The guessing game in the room: what the game's machine decides, said to whom it concerns.
extension Room {
  mutating func play(
    _ command: GameCommand, by nick: String, _ member: RoomMemberID, at now: Moment
  ) -> [RoomAction] {
    let result: Result<[GuessingGame.Step], RoomDenial>
    switch command {
    case .start(let rounds): result = game.start(rounds: rounds, players: players, by: nick, at: now)
    case .stop:
      // Who started it, or the host's user, ends it.
      result = game.stop(by: nick, isHost: member == .host)
    case .hint: result = game.hint(by: nick, isHost: member == .host)
    case .skip: result = game.skip(by: nick, isHost: member == .host, present: players, at: now)
    case .scores:
      return [
        .say(
          RoomMessage(number: last, from: settings.hostNick, content: .game(.scores(game.scores))), to: [member])
      ]
    }
    switch result {
    case .failure(let denial): return [.deny(member, denial)]
    case .success(let steps):
      var actions: [RoomAction] = []
      play(steps, into: &actions)
      return actions
    }
  }

  mutating func play(_ steps: [GuessingGame.Step], into actions: inout [RoomAction]) {
    for step in steps {
      switch step {
      case .tellAll(let news, let by): say(.game(news), from: by ?? settings.hostNick, into: &actions)
      case .tellOne(let news, let nick): tellOnly(nick, news, into: &actions)
      case .clearCanvas: clearCanvas(by: settings.hostNick, into: &actions)
      }
    }
  }

  /// The word goes to its drawer alone: not even the host's log has it, since the host's user may play.
  private mutating func tellOnly(_ nick: String, _ news: GameNews, into actions: inout [RoomAction]) {
    last += 1
    guard let member = roster.member(nick) else { return }
    actions.append(
      .say(RoomMessage(number: last, from: settings.hostNick, to: nick, content: .game(news)), to: [member]))
  }
}
