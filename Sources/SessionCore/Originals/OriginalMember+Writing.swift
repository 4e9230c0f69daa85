public import Dialects

extension OriginalMember {
  /// What a message of the room is to this client; nothing where it is its own.
  ///
  /// A picture or stream is only told of: `form(of:)` says whether it can be sent instead.
  ///
  /// - Parameter host: the nick of the room's host, before whose texts no nick stands.
  public func writes(of message: RoomMessage, host: String) -> [SpacedWrite] {
    if message.from == nick { return [] }
    let from = message.from
    switch message.content {
    case .text(let text) where from == host: return writes(of: text, from: from)
    case .text(let text) where dialect == .chat: return ChatEncoder.texts([text], from: from)
    case .text(let text): return writes(of: "\(from): \(text)", from: from)
    case .stroke(let stroke):
      if dialect == .draw, !stroke.erases { return DrawingEncoder.line(stroke.line) }
      return writes(of: (stroke.erases ? OriginalNotice.erased(from) : .drew(from, points: stroke.points.count)).text)
    case .file(let entry): return writes(of: OriginalNotice.sent(from, entry.kind, bytes: entry.bytes).text)
    case .undo: return writes(of: OriginalNotice.tookBack(from).text)
    case .clear: return writes(of: OriginalNotice.cleared(from).text)
    case .game(let news): return writes(of: OriginalNotice.game(news).text)
    }
  }

  /// A text to this client alone, or to all of its kind.
  public func writes(of text: String) -> [SpacedWrite] {
    writes(of: text, from: nil)
  }

  /// Who is there, and who has left since it was told last: to a client of the chat, the only one that knows a roster.
  ///
  /// `host(nick)` is what stands for the host of a member: an address, or nothing.
  public func writes(of roster: [RosterEntry], left: [String], host: (String) -> String) -> [SpacedWrite] {
    guard dialect == .chat, nick != nil else { return [] }
    let members = roster.map { ChatNotice.Member(host: host($0.nick), nick: $0.nick, isOnline: $0.online) }
    return left.map { ChatEncoder.offline($0) } + [ChatEncoder.roster(members)]
  }

  private func writes(of text: String, from: String?) -> [SpacedWrite] {
    if text.isEmpty { return [] }
    switch dialect {
    case .chat: return ChatEncoder.texts([text])
    case .im:
      let body = Array(text.utf8)
      return [SpacedWrite(MessageHeader(kind: .text, size: Int64(body.count)).bytes + body, gap: 0)]
    case .draw:
      // What an original would take for a line stands behind its sender's nick, and then is none.
      if let writes = try? DrawingEncoder.text(text) { return writes }
      return (try? DrawingEncoder.text("\(from ?? "room"): \(text)")) ?? []
    }
  }

  /// How a picture or stream goes to this client; nil where it has no form for it, or takes none so large.
  public func form(of file: RoomFile) -> OriginalFileForm? {
    if file.kind == .picture, file.bytes > Int64(OriginalLimits.picture) { return nil }
    switch (dialect, file.kind) {
    case (.chat, _), (.draw, .stream): return nil
    case (.im, .picture): return .behind(MessageHeader(kind: .picture, size: file.bytes).bytes)
    case (.im, .stream): return .behind(MessageHeader(kind: .stream, size: file.bytes).bytes)
    case (.draw, .picture): return .drawn
    }
  }
}

/// How a picture or stream goes to a client of an original system.
public enum OriginalFileForm: Sendable, Hashable {
  /// As it is, behind these bytes.
  case behind([UInt8])
  /// As the drawing relay has it (`DrawingEncoder.picture`), where it is a JPEG.
  case drawn
}
