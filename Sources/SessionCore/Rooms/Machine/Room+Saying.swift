/// What members say, draw and play.
extension Room {
  /// A member did something.
  ///
  /// - Parameter number: the member's own number for it, by which something that is sent again after a cut is told from
  ///   something new; nil for members whose protocol has none.
  public mutating func received(
    _ input: RoomInput, from member: RoomMemberID, number: UInt64? = nil, at now: Moment
  ) -> [RoomAction] {
    guard let nick = roster[member]?.nick else { return [] }
    if member == .host { hostTakesPart = true }
    if let number, !roster.takes(number, of: member) { return discarded(input) }
    switch input {
    case .text(let text, let to): return said(text, to: to, by: nick, member, at: now)
    case .stroke(let stroke): return drew(.stroke(stroke), by: nick, member)
    case .file(let file): return file.kind == .picture ? drew(.file(file), by: nick, member) : streamed(file, nick)
    case .undo: return undo(by: nick, member)
    case .clear: return clear(by: nick, member)
    case .who: return [.tellRoster(member)]
    case .game(let command): return play(command, by: nick, member, at: now)
    }
  }

  /// A line that is still being drawn: whether others may see it.
  public func allowsPreview(by member: RoomMemberID) -> Bool {
    roster[member].map { game.allowsDrawing(by: $0.nick) } ?? false
  }

  /// A file that comes a second time is needed only once.
  private func discarded(_ input: RoomInput) -> [RoomAction] {
    if case .file(let file) = input { [.forget(file)] } else { [] }
  }

  private mutating func said(
    _ text: String, to: String?, by nick: String, _ member: RoomMemberID, at now: Moment
  ) -> [RoomAction] {
    if text.isEmpty { return [.deny(member, .emptyText)] }
    if text.utf8.count > settings.maximumText { return [.deny(member, .longText)] }
    var actions: [RoomAction] = []
    if let to {
      guard roster.member(to) != nil, let spelling = roster.spelling(to) else { return [.deny(member, .nobody)] }
      if game.tells(text, by: nick) { return [.deny(member, .tellsTheWord)] }
      say(.text(text), from: nick, to: spelling, into: &actions)
      return actions
    }
    switch game.guess(text, by: nick, present: playing, at: now) {
    case .isText: say(.text(text), from: nick, into: &actions)
    case .tellsTheWord: actions.append(.deny(member, .tellsTheWord))
    case .right(let steps): play(steps, into: &actions)
    }
    return actions
  }

  private mutating func drew(
    _ content: RoomMessage.Content, by nick: String, _ member: RoomMemberID
  ) -> [RoomAction] {
    var actions: [RoomAction] = []
    let denial: RoomDenial? =
      if !game.allowsDrawing(by: nick) { .notYourTurn } else if !canvas.takes(content) { .canvasFull } else { nil }
    if let denial {
      if case .file(let file) = content { actions.append(.forget(file)) }
      return actions + [.deny(member, denial)]
    }
    if case .file(let file) = content { retain(file) }
    say(content, from: nick, into: &actions)
    canvas.append(RoomMessage(number: last, from: nick, content: content))
    return actions
  }

  private mutating func streamed(_ file: RoomFile, _ nick: String) -> [RoomAction] {
    var actions: [RoomAction] = []
    say(.file(file), from: nick, into: &actions)
    return actions
  }

  private mutating func undo(by nick: String, _ member: RoomMemberID) -> [RoomAction] {
    guard game.allowsDrawing(by: nick) else { return [.deny(member, .notYourTurn)] }
    guard let operation = canvas.undo(by: nick) else { return [.deny(member, .nothingToUndo)] }
    var actions: [RoomAction] = []
    if case .file(let file) = operation.content { release(file, into: &actions) }
    say(.undo(of: operation.number), from: nick, into: &actions)
    return actions
  }

  private mutating func clear(by nick: String, _ member: RoomMemberID) -> [RoomAction] {
    guard game.allowsDrawing(by: nick) else { return [.deny(member, .notYourTurn)] }
    var actions: [RoomAction] = []
    clearCanvas(by: nick, into: &actions)
    return actions
  }

  mutating func clearCanvas(by nick: String, into actions: inout [RoomAction]) {
    for operation in canvas.clear() {
      if case .file(let file) = operation.content { release(file, into: &actions) }
    }
    say(.clear, from: nick, into: &actions)
  }
}
