import SessionCore

/// A room with members whose views are kept, driven without a socket or a clock.
final class RoomHarness {
  private var room: Room
  var now = Moment(nanoseconds: 1_000_000_000)
  private(set) var heard: [RoomMemberID: [RoomMessage]] = [:]
  private(set) var welcomes: [RoomMemberID: RoomWelcome] = [:]
  private(set) var denials: [RoomMemberID: [RoomDenial]] = [:]
  private(set) var refusals: [RoomMemberID: RoomRefusal] = [:]
  private(set) var closed: [RoomMemberID: RoomFarewell] = [:]
  private(set) var changes: [[RosterEntry]] = []
  private(set) var forgotten: [RoomFile] = []
  private var inside: Set<RoomMemberID> = [.host]
  private var next: UInt32 = 1

  init(_ settings: RoomSettings = RoomSettings()) {
    room = Room(settings: settings, seed: 7)
  }

  func join(
    _ nick: String, token: [UInt8]? = nil, owner: String? = nil, since: UInt64? = nil,
    part: RoomPart = .draws
  ) -> RoomMemberID {
    let member = RoomMemberID(rawValue: next)
    next += 1
    inside.insert(member)
    take(
      room.join(
        member, nick: nick, token: token, newToken: [UInt8(truncatingIfNeeded: next)], owner: owner, since: since,
        part: part, at: now))
    return member
  }

  func leave(_ member: RoomMemberID) {
    inside.remove(member)
    take(room.left(member, at: now))
  }

  func send(_ input: RoomInput, from member: RoomMemberID, number: UInt64? = nil) {
    take(room.received(input, from: member, number: number, at: now))
  }

  func kick(_ nick: String, by member: RoomMemberID) { take(room.kick(nick, by: member)) }

  func pass(_ seconds: Double) {
    now = now + seconds
    take(room.tick(at: now))
  }

  var members: [RosterEntry] { room.members }
  var pages: [(revision: UInt64, entries: [RosterEntry])] {
    (0..<room.rosterPages).map { (room.rosterRevision(ofPage: $0), room.rosterPage($0)) }
  }
  var canvas: [RoomMessage] { room.canvasOperations }
  func nick(of member: RoomMemberID) -> String? { room.nick(of: member) }
  func allowsPreview(by member: RoomMemberID) -> Bool { room.allowsPreview(by: member) }

  /// The texts a member has heard, with their senders.
  func texts(_ member: RoomMemberID) -> [String] {
    (heard[member] ?? []).compactMap { message in
      if case .text(let text) = message.content { "\(message.from): \(text)" } else { nil }
    }
  }

  func games(_ member: RoomMemberID) -> [GameNews] {
    (heard[member] ?? []).compactMap { if case .game(let news) = $0.content { news } else { nil } }
  }

  func numbers(_ member: RoomMemberID) -> [UInt64] { (heard[member] ?? []).map(\.number) }

  private func take(_ actions: [RoomAction]) {
    for action in actions {
      switch action {
      case .welcome(let member, let welcome): welcomes[member] = welcome
      case .refuse(let member, let refusal): refusals[member] = refusal
      case .replay(let member, let messages): heard[member, default: []] += messages
      case .sayToAll(let message): for member in inside { heard[member, default: []].append(message) }
      case .say(let message, let members): for member in members { heard[member, default: []].append(message) }
      case .roster(let entries): changes.append(entries)
      case .tellRoster: changes.append(room.members)
      case .deny(let member, let denial): denials[member, default: []].append(denial)
      case .close(let member, let farewell):
        closed[member] = farewell
        inside.remove(member)
      case .forget(let file): forgotten.append(file)
      }
    }
  }
}

func stroke(_ x: Double, count: Int = 2) throws -> Stroke {
  try Stroke(
    points: (0..<count).map { .init(x: x, y: Double($0)) }, width: 5.5, color: .red,
    screen: .init(width: 375, height: 667))
}
