public import Dialects

/// A client of an original server: what the server says as news, what the user types as writes to it.
///
/// A machine without a socket or a clock.
public struct OriginalClient: Sendable {
  /// What the server's words come to.
  public enum Act: Sendable, Equatable {
    case news(RoomNews)
    /// A picture or stream begins; its bytes follow, then its end.
    case fileBegin(RoomFile.Kind, size: Int64)
    case filePiece([UInt8])
    case fileEnd
    /// The other end gave a sign of life.
    case heartbeat
    /// Something of no use came; the stream goes on behind it.
    case problem(Failure)
  }

  /// What a typed line comes to.
  public enum Saying: Sendable, Equatable {
    case send([SpacedWrite])
    /// A file of this machine, as it is.
    case sendFile(RoomFile.Kind, path: String)
    /// The lines of a file.
    case draw(path: String)
    /// What was drawn is to be painted into a file.
    case save(path: String, asSVG: Bool)
    case tell(RoomNews)
    case quit
  }

  /// What it speaks.
  public let dialect: OriginalDialect
  private let nick: String
  private var chat: ChatNoticeDecoder?
  private var messenger: MessengerReader?
  private var drawing: DrawingReader?
  /// Who is there, as the server of the chat has told.
  private var roster: [RosterEntry] = []
  /// Whether the server is a room, whose roster has one row without an address: its host's.
  private var isRoom = false
  /// Whether it was one by its first roster; nil until that has come.
  private var beganAsRoom: Bool?
  /// Whom plain lines are for.
  private var contact: String?

  /// A client that is not connected; `nick` is of use at the chat alone.
  public init(_ dialect: OriginalDialect, nick: String = "") {
    self.dialect = dialect
    self.nick = nick
    knowsRoster = dialect != .chat
  }

  /// Whether the server has told who is there; where none does, nobody waits for it.
  public private(set) var knowsRoster: Bool

  /// Who is known, for reading typed lines.
  public var nicks: [String] { roster.map(\.nick) }

  /// A new connection stands; what is said first on it.
  public mutating func connected() -> [SpacedWrite] {
    switch dialect {
    case .chat:
      chat = ChatNoticeDecoder(maximumLength: OriginalLimits.roster)
      (isRoom, beganAsRoom) = (false, nil)
      return ChatEncoder.nick(nick)
    case .im: messenger = MessengerReader(limits: .client)
    case .draw: drawing = DrawingReader()
    }
    return []
  }

  /// After so many seconds without a byte `settle` should be called; nil where silence changes nothing.
  public var patience: Double? {
    if let chat { return chat.isHolding ? ChatNoticeDecoder.settleTime : nil }
    return drawing?.patience
  }

  /// Takes what the server has sent; fails where that cannot be the protocol.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> [Act] {
    if let items = try messenger?.receive(bytes) { return items.map(act) }
    if let items = try drawing?.receive(bytes) { return items.map(act) }
    do throws(DialectError) {
      let known = Set(nicks)
      return try chat?.receive(bytes) { known.contains($0) }.map { act($0) } ?? []
    } catch {
      throw Failure(error)
    }
  }

  /// Nothing came for as long as `patience` said, or, where `isLast`, nothing will.
  public mutating func settle(isLast: Bool) throws(Failure) -> [Act] {
    if isLast { try messenger?.finish() }
    if let items = try drawing?.settle(isLast: isLast) { return items.map(act) }
    do throws(DialectError) {
      return try chat?.settle(isLast: isLast).map { [act($0)] } ?? []
    } catch {
      throw Failure(error)
    }
  }

  private func act(_ item: OriginalItem) -> Act {
    switch item {
    case .text(let text): .news(.text(from: nil, to: nil, text: text, number: nil))
    case .stroke(let stroke): .news(.stroke(stroke, from: nil, number: nil))
    case .fileBegin(let kind, let size): .fileBegin(kind, size: size)
    case .filePiece(let bytes): .filePiece(bytes)
    case .fileEnd: .fileEnd
    case .heartbeat: .heartbeat
    case .unusable: .problem(Failure(.protocolBroken, detail: "a line without points or without a screen"))
    }
  }

  private mutating func act(_ notice: ChatNotice) -> Act {
    switch notice {
    case .text(let text): return .news(.text(from: sender(of: text), to: nil, text: text, number: nil))
    case .other(let text): return .news(.text(from: nil, to: nil, text: text, number: nil))
    case .roster(let members):
      let before = roster
      knowsRoster = true
      let hasHost = members.count { $0.isOnline && $0.host.isEmpty } == 1
      // The first comes from the server alone; what looks like a later one may stand in somebody's text.
      let began = beganAsRoom ?? hasHost
      (isRoom, beganAsRoom) = (began && hasHost, began)
      roster = Self.merged(members)
      // Those who are not in the list any more are not there.
      let gone = before.filter { entry in entry.online && !roster.contains { $0.nick == entry.nick } }
      let changes = roster.filter { !before.contains($0) } + gone.map { RosterEntry(nick: $0.nick, online: false) }
      return .news(.roster(roster, changes: before.isEmpty ? [] : changes))
    case .offline(let nick):
      let entry = RosterEntry(nick: nick, online: false)
      roster = roster.filter { $0.nick != nick } + [entry]
      return .news(.roster(roster, changes: [entry]))
    }
  }

  /// Who has said a text: a room puts the nick in front of it, of all but its host's, and of its own notices.
  ///
  /// An original server's texts have no sender, whatever stands in them.
  private func sender(of text: String) -> String? {
    guard isRoom else { return nil }
    // Compared byte by byte: a server may name very many, and speak often.
    let speakers = roster.lazy.map(\.nick).filter { nick in
      text.utf8.starts(with: nick.utf8) && text.utf8.dropFirst(nick.utf8.count).starts(with: ": ".utf8)
    }
    return speakers.max { $0.utf8.count < $1.utf8.count }
  }

  /// One row for each nick, online where one of its rows is: an original leaves rows of earlier visits behind.
  private static func merged(_ members: [ChatNotice.Member]) -> [RosterEntry] {
    var entries: [RosterEntry] = []
    var places: [String: Int] = [:]
    for member in members {
      if let place = places[member.nick] {
        entries[place].online = entries[place].online || member.isOnline
      } else {
        places[member.nick] = entries.count
        entries.append(RosterEntry(nick: member.nick, online: member.isOnline))
      }
    }
    return entries
  }

  // MARK: Saying

  /// What a typed line comes to; fails, and says nothing, where this server knows no such thing.
  public mutating func say(_ line: RoomLine) throws(Failure) -> Saying {
    switch line {
    case .quit: return .quit
    case .who: return .tell(.roster(roster, changes: []))
    case .text(let text):
      if dialect != .chat { return .send(try writes(of: text)) }
      guard let contact else { throw Failure(.noContact) }
      return .send(ChatEncoder.text(text, to: contact))
    case .message(let nick, let text):
      guard dialect == .chat else { throw unknown("/msg") }
      guard roster.contains(where: { $0.nick == nick }) else { throw Failure(.noSuchNick, nick) }
      contact = nick
      return .send(ChatEncoder.text(text, to: nick))
    case .picture(let path):
      if dialect == .chat { throw unknown("/picture") }
      return .sendFile(.picture, path: path)
    case .stream(let path):
      if dialect != .im { throw unknown("/stream") }
      return .sendFile(.stream, path: path)
    case .draw(let path):
      if dialect != .draw { throw unknown("/draw") }
      return .draw(path: path)
    case .erase: throw unknown("/erase")
    case .undo: throw unknown("/undo")
    case .clear: throw unknown("/clear")
    case .game: throw unknown("/game")
    case .save(let path, let asSVG):
      if dialect != .draw { throw unknown("/save") }
      return .save(path: path, asSVG: asSVG)
    case .kick: throw unknown("/kick")
    }
  }

  private func unknown(_ command: String) -> Failure {
    Failure(.notThere, command, detail: dialect.rawValue)
  }

  private func writes(of text: String) throws(Failure) -> [SpacedWrite] {
    if text.isEmpty { throw Failure(.emptyText) }
    if dialect == .im { return [Self.message(text)] }
    return try encoding { () throws(DrawingEncoder.Refusal) in try DrawingEncoder.text(text) }
  }

  /// The sign of life that a client of the messenger gives each `Heartbeat.interval`, at a time in seconds since 1970.
  public static func heartbeat(at seconds: Double) -> SpacedWrite {
    message(Heartbeat.text(at: seconds))
  }

  private static func message(_ text: String) -> SpacedWrite {
    let body = Array(text.utf8)
    return SpacedWrite(MessageHeader(kind: .text, size: Int64(body.count)).bytes + body, gap: 0)
  }

  /// What stands before a file's bytes at the messenger.
  public static func head(of kind: RoomFile.Kind, size: Int64) -> [UInt8] {
    MessageHeader(kind: kind == .picture ? .picture : .stream, size: size).bytes
  }

  /// A picture for the drawing relay.
  public static func picture(_ bytes: [UInt8], path: String) throws(Failure) -> [SpacedWrite] {
    do throws(DrawingEncoder.Refusal) {
      return try DrawingEncoder.picture(bytes)
    } catch {
      throw Failure(.malformed, path, detail: "the relay takes a JPEG")
    }
  }

  /// The lines of a file, in the form of the drawing relay and as strokes.
  public static func lines(
    _ bytes: [UInt8], path: String
  ) throws(Failure) -> (writes: [SpacedWrite], strokes: [Stroke]) {
    let lines = DrawnLine.lines(json: bytes) ?? []
    let strokes = lines.compactMap { Stroke($0) }
    guard !lines.isEmpty, strokes.count == lines.count else {
      throw Failure(.malformed, path, detail: "it holds no strokes")
    }
    return (lines.flatMap { DrawingEncoder.line($0) }, strokes)
  }

  private func encoding<R>(_ body: () throws(DrawingEncoder.Refusal) -> R) throws(Failure) -> R {
    do throws(DrawingEncoder.Refusal) {
      return try body()
    } catch {
      throw error == .emptyText ? Failure(.emptyText) : Failure(.looksLikeLine)
    }
  }
}
