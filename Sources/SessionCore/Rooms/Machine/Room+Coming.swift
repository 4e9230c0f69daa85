/// Who comes and goes.
extension Room {
  /// Somebody wants to come in.
  ///
  /// - Parameters:
  ///   - nick: what it wishes to be called.
  ///   - isAddress: whether that is its address, for want of a nick: then it may have colons.
  ///   - token: what an earlier welcome gave it; nil where it has none.
  ///   - newToken: random bytes, with which it may come back.
  ///   - owner: the proven key of the other end; nil on a plain connection.
  ///   - since: the number of the last message it got; nil where it was never here.
  public mutating func join(
    _ member: RoomMemberID, nick: String, isAddress: Bool = false, token: [UInt8]? = nil, newToken: [UInt8],
    owner: String? = nil,
    since: UInt64? = nil, part: RoomPart = .draws, at now: Moment
  ) -> [RoomAction] {
    do throws(Nick.Refusal) {
      if !isAddress { try Nick.check(nick) }
    } catch {
      return [.refuse(member, .nick(error))]
    }
    if isKicked(owner: owner, token: token) { return [.refuse(member, .kicked)] }
    var actions: [RoomAction] = []
    let person: RoomRoster.Person
    if let known = roster.returning(token: token, nick: nick, owner: owner) {
      if let ghost = known.member { actions.append(.close(ghost, .replaced)) }
      roster.comeBack(known, as: member, token: newToken, part: part)
      person = known
    } else {
      if roster.count > settings.maximumMembers { return [.refuse(member, .full)] }
      person = roster.add(nick, member: member, token: newToken, owner: owner, part: part)
    }
    changes.append(RosterEntry(nick: person.nick, online: true))
    // Only who proves to be the same gets what was said to it alone.
    let isSame = token != nil && token == person.token
    let missed = isSame ? since.flatMap { $0 <= last ? log.since($0, for: person.nick) : nil } : nil
    actions.append(
      .welcome(
        member,
        RoomWelcome(
          nick: person.nick, token: newToken, heard: isSame ? person.heard : 0, last: last,
          startsAnew: missed == nil)))
    if !isSame { roster.startCounting(member) }
    let replay = missed ?? snapshot
    if !replay.isEmpty { actions.append(.replay(member, replay)) }
    play(game.joined(person.nick, draws: part == .draws, at: now), into: &actions)
    return actions + tellChanges(at: now)
  }

  /// A connection has ended, whoever ended it.
  public mutating func left(_ member: RoomMemberID, at now: Moment) -> [RoomAction] {
    guard let nick = roster.leave(member) else { return [] }
    changes.append(RosterEntry(nick: nick, online: false))
    var actions: [RoomAction] = []
    play(game.left(nick, present: playing, at: now), into: &actions)
    for nick in roster.forgetAbsent() { game.forget(nick) }
    return actions + tellChanges(at: now)
  }

  /// Sends somebody away for good; only the host's user may.
  public mutating func kick(_ nick: String, by member: RoomMemberID) -> [RoomAction] {
    guard member == .host else { return [.deny(member, .hostOnly)] }
    guard let target = roster.member(nick), target != .host, let person = roster[target] else {
      return [.deny(member, .nobody)]
    }
    // As many as a person can have sent away; more than that is another problem.
    if kicked.count < 4_096 {
      kicked.insert(Self.mark(token: person.token))
      if let owner = person.owner { kicked.insert(owner) }
    }
    return [.close(target, .kicked)]
  }

  private func isKicked(owner: String?, token: [UInt8]?) -> Bool {
    if let owner, kicked.contains(owner) { return true }
    return token.map { kicked.contains(Self.mark(token: $0)) } ?? false
  }

  private static func mark(token: [UInt8]) -> String { "token \(token)" }

  /// What who comes late gets: the canvas, and texts where the host allows it, in the order of their numbers.
  private var snapshot: [RoomMessage] {
    if recentTexts.isEmpty { return canvas.operations }
    return (canvas.operations + recentTexts).sorted { $0.number < $1.number }
  }
}
