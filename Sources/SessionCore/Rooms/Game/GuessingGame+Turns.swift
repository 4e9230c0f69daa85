extension GuessingGame {
  /// Begins a game of so many rounds.
  mutating func start(
    rounds: Int, players: Present, by nick: String, at now: Moment
  ) -> Result<[Step], RoomDenial> {
    if match != nil { return .failure(.gameRuns) }
    if players.isTooFew { return .failure(.tooFewPlayers) }
    startCounting(players.all)
    let rounds = min(max(rounds, 1), Self.maximumRounds)
    match = Match(rounds: rounds, startedBy: nick, waiting: players.drawers, players: players.drawers)
    return .success([.tellAll(.started(rounds: rounds), by: nick)] + nextTurn(present: players, at: now))
  }

  /// Ends the game, by the word of who began it.
  mutating func stop(by nick: String, isHost: Bool) -> Result<[Step], RoomDenial> {
    guard let match else { return .failure(.noGame) }
    guard isHost || match.startedBy == nick else { return .failure(.hostOnly) }
    return .success(endTurn() + end())
  }

  /// Lets a letter be seen, by the word of the drawer.
  mutating func hint(by nick: String, isHost: Bool) -> Result<[Step], RoomDenial> {
    guard let turn = match?.turn else { return .failure(.noGame) }
    guard isHost || turn.drawer == nick else { return .failure(.notYourTurn) }
    return .success(reveal())
  }

  /// Gives the word up, by the word of the drawer.
  mutating func skip(
    by nick: String, isHost: Bool, present: Present, at now: Moment
  ) -> Result<[Step], RoomDenial> {
    guard let turn = match?.turn else { return .failure(.noGame) }
    guard isHost || turn.drawer == nick else { return .failure(.notYourTurn) }
    return .success(endTurn() + nextTurn(present: present, at: now))
  }

  /// Judges a text that somebody says to all.
  mutating func guess(_ text: String, by nick: String, present: Present, at now: Moment) -> Guess {
    guard let turn = match?.turn else { return .isText }
    if turn.drawer == nick || turn.found.contains(nick) { return turn.mask.isWithin(text) ? .tellsTheWord : .isText }
    guard turn.mask.isWord(text) else { return .isText }
    let left = max(0, 1 - (now - turn.began) / Self.turnTime)
    let gained = Self.pointsForFinding + Int(left * Double(Self.pointsForFinding))
    add(gained, to: nick)
    add(Self.pointsForDrawing, to: turn.drawer)
    match?.turn?.found.append(nick)
    var steps: [Step] = [.tellAll(.guessed(nick: nick, points: gained), by: nil)]
    if isFound(by: present) { steps += endTurn() + nextTurn(present: present, at: now) }
    return .right(steps)
  }

  /// Somebody came, or came back, who can draw or cannot.
  mutating func joined(_ nick: String, draws: Bool, at now: Moment) -> [Step] {
    guard var match else { return [] }
    count(nick)
    var steps: [Step] = []
    if let turn = match.turn {
      let left = max(0, Self.turnTime - (now - turn.began))
      steps.append(
        .tellOne(
          .turn(round: match.round, drawer: turn.drawer, mask: turn.mask.shown, seconds: Int(left)), nick: nick))
      if turn.drawer == nick { steps.append(.tellOne(.word(turn.word), nick: nick)) }
    }
    if draws, !match.players.contains(nick) {
      match.players.append(nick)
      match.waiting.append(nick)
      self.match = match
    }
    return steps
  }

  /// Somebody left; its points stay.
  mutating func left(_ nick: String, present: Present, at now: Moment) -> [Step] {
    guard let turn = match?.turn else { return [] }
    if turn.drawer == nick || isFound(by: present) { return endTurn() + nextTurn(present: present, at: now) }
    return []
  }

  /// When `tick` is due next; nil where nobody plays.
  var deadline: Moment? {
    guard let turn = match?.turn else { return nil }
    let next = turn.hints < Self.hintTimes.count ? Self.hintTimes[turn.hints] : Self.turnTime
    return turn.began + next
  }

  /// Time has passed.
  mutating func tick(at now: Moment, present: Present) -> [Step] {
    guard let turn = match?.turn else { return [] }
    if now >= turn.began + Self.turnTime { return endTurn() + nextTurn(present: present, at: now) }
    guard turn.hints < Self.hintTimes.count, now >= turn.began + Self.hintTimes[turn.hints] else { return [] }
    return reveal()
  }

  /// Seconds into a turn at which a letter is shown.
  private static let hintTimes = [40.0, 60.0]

  private func isFound(by present: Present) -> Bool {
    guard let turn = match?.turn else { return false }
    let guessers = present.all.filter { $0 != turn.drawer }
    return !guessers.isEmpty && guessers.allSatisfy(turn.found.contains)
  }

  private mutating func reveal() -> [Step] {
    guard var turn = match?.turn else { return [] }
    turn.hints += 1
    let hidden = turn.mask.hiddenLetters
    // The last letters stay hidden: a word that is shown whole is no riddle.
    if hidden.count > max(1, turn.mask.letterCount / 2) { turn.mask.show(hidden[pick(below: hidden.count)]) }
    let isNew = turn.mask != match?.turn?.mask
    match?.turn = turn
    return isNew ? [.tellAll(.hint(mask: turn.mask.shown), by: nil)] : []
  }

  private mutating func endTurn() -> [Step] {
    guard let turn = match?.turn else { return [] }
    match?.turn = nil
    return [.tellAll(.turnOver(word: turn.word, scores: scores), by: nil)]
  }

  /// The next drawer's turn; the next round, or the end, where nobody is left in this one.
  private mutating func nextTurn(present: Present, at now: Moment) -> [Step] {
    guard var match else { return [] }
    if present.isTooFew { return end() }
    while true {
      while let drawer = match.waiting.first {
        match.waiting.removeFirst()
        guard present.drawers.contains(drawer) else { continue }
        let word = nextWord()
        let mask = WordMask(word)
        match.turn = Turn(drawer: drawer, word: word, mask: mask, began: now)
        self.match = match
        let news = GameNews.turn(
          round: match.round, drawer: drawer, mask: mask.shown, seconds: Int(Self.turnTime))
        return [.clearCanvas, .tellAll(news, by: nil), .tellOne(.word(word), nick: drawer)]
      }
      if match.round == match.rounds {
        self.match = match
        return end()
      }
      match.round += 1
      match.players = present.drawers
      match.waiting = present.drawers
    }
  }

  private mutating func end() -> [Step] {
    match = nil
    return [.tellAll(.over(scores: scores), by: nil)]
  }
}
