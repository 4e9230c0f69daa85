import Dialects
import SessionCore
import Sys

/// What clients of the original systems are told.
extension RoomHost {
  /// Puts writes into the queue of one.
  func send(_ writes: [SpacedWrite], to link: OriginalLink) {
    link.append(writes)
    dirtyOriginals.insert(link.id)
  }

  /// A message in the form of each protocol, made once for all that speak it.
  func tell(_ message: RoomMessage, _ links: [OriginalLink]) {
    var made: [OriginalDialect: [SpacedWrite]] = [:]
    for link in links where link.member.nick != nil && link.member.nick != message.from {
      let writes = made[link.member.dialect] ?? link.member.writes(of: message, host: room.hostNick)
      made[link.member.dialect] = writes
      if case .file(let file) = message.content, let reader = reader(of: file, for: link, otherwise: writes) {
        link.append(reader)
        dirtyOriginals.insert(link.id)
      } else {
        send(writes, to: link)
      }
    }
  }

  /// A picture or stream as it goes to one; nil where that is only told of it.
  private func reader(
    of file: RoomFile, for link: OriginalLink, otherwise: [SpacedWrite]
  ) -> OriginalFileReader? {
    guard let form = link.member.form(of: file), let stored = files[file.number] else { return nil }
    switch form {
    case .behind(let header): return OriginalFileReader(stored, behind: header, otherwise: otherwise)
    case .drawn:
      let picture = drawn[file.number]?.picture ?? OriginalPicture(stored, otherwise: otherwise)
      drawn[file.number] = DrawnPicture(picture: picture)
      return OriginalFileReader(picture)
    }
  }

  /// What was said before one came: as much of it as is on its way within a minute, the latest.
  func replay(_ messages: [RoomMessage], to link: OriginalLink) {
    var left = Self.replayedWrites
    var shown: [RoomMessage] = []
    for message in messages.reversed() where link.shows(message) {
      left -= cost(of: message, for: link)
      if left < 0 {
        send(link.member.writes(of: OriginalNotice.older.text), to: link)
        break
      }
      shown.append(message)
    }
    for message in shown.reversed() { tell(message, [link]) }
  }

  /// Writes at the usual gap that take as long.
  private func cost(of message: RoomMessage, for link: OriginalLink) -> Int {
    guard case .file(let file) = message.content else {
      return link.member.writes(of: message, host: room.hostNick).count
    }
    return 1 + Int(file.bytes / 65_536)
  }

  /// Writes that one gets of what was said before it came: at the usual gap they take a minute.
  private static let replayedWrites = 1_000

  /// The room has let one in.
  func welcome(_ link: OriginalLink, as nick: String) {
    link.member.entered(as: nick)
    if let wish = link.wish, wish != nick { send(link.member.writes(of: OriginalNotice.renamed(nick).text), to: link) }
    sendRoster(to: link)
  }

  private func sendRoster(to link: OriginalLink) {
    send(link.member.writes(of: room.members, left: [], host: { place(of: $0) }), to: link)
  }

  /// Tells those who know a roster who came and left; made once for all.
  func tellRoster(_ changes: [RosterEntry]) {
    let links = originals.values.filter { $0.member.dialect == .chat && $0.member.nick != nil }
    guard let one = links.first else { return }
    let left = changes.filter { !$0.online }.map(\.nick)
    let writes = one.member.writes(of: room.members, left: left, host: { place(of: $0) })
    for link in links { send(writes, to: link) }
  }

  /// What stands for a member's host in the chat's roster.
  private func place(of nick: String) -> String {
    guard let member = room.member(nick) else { return "" }
    return originals[member]?.address ?? links[member]?.address ?? ""
  }
}
