public import Dialects

/// A client of an original system at a room: what it says as inputs of the room, what the room says as writes to it.
///
/// A machine without a socket or a clock. Its driver keeps the gaps between the writes, and the bytes of files.
public struct OriginalMember: Sendable {
  /// What the client does, for the room or its driver.
  public enum Act: Sendable, Equatable {
    /// It comes in under this nick, or one like it; until then nothing it says reaches the room.
    case enter(nick: String)
    /// It says something to the room.
    case input(RoomInput)
    /// A picture or stream begins; its bytes follow, and at its end the driver makes a `RoomInput.file` of them.
    case fileBegin(RoomFile.Kind, size: Int64)
    case filePiece([UInt8])
    case fileEnd
    /// The client is to be told this: what it wanted was not done.
    case answer([SpacedWrite])
  }

  /// What it speaks.
  public let dialect: OriginalDialect
  /// What the room calls it; nil until it is in.
  public private(set) var nick: String?
  private let address: String
  private var hasEntered = false
  // One of these: changed in place, for what they hold may be large.
  private var chat: ChatSayingDecoder?
  private var messenger: MessengerReader?
  private var drawing: DrawingReader?

  /// A client that has connected from `address`, its port included.
  public init(_ dialect: OriginalDialect, address: String, limits: OriginalLimits) {
    self.dialect = dialect
    self.address = address
    switch dialect {
    case .chat: chat = ChatSayingDecoder(maximumLength: OriginalLimits.text)
    case .im: messenger = MessengerReader(limits: limits)
    case .draw: drawing = DrawingReader()
    }
  }

  /// What it does by connecting: where the protocol has no nicks its address is one.
  public mutating func connected() -> [Act] {
    if dialect == .chat { return [] }
    hasEntered = true
    return [.enter(nick: address)]
  }

  /// The room has let it in under this nick.
  public mutating func entered(as nick: String) {
    self.nick = nick
  }

  /// After so many seconds without a byte `settle` should be called; nil where silence changes nothing.
  public var patience: Double? {
    if let chat { return chat.isHolding ? ChatSayingDecoder.settleTime : nil }
    return drawing?.patience
  }

  /// Takes what the client has sent; `isHere` tells whether somebody of a nick is, or was, in the room.
  ///
  /// Fails where the bytes cannot be the protocol: the client is dropped then.
  public mutating func receive(
    _ bytes: UnsafeRawBufferPointer, isHere: (String) -> Bool
  ) throws(Failure) -> [Act] {
    if let items = try messenger?.receive(bytes) { return try acts(items) }
    if let items = try drawing?.receive(bytes) { return try acts(items) }
    do throws(DialectError) {
      return try chat?.receive(bytes, isHere: isHere).flatMap { acts($0, isHere) } ?? []
    } catch {
      throw Failure(error)
    }
  }

  /// Nothing came for as long as `patience` said, or, where `isLast`, nothing will.
  public mutating func settle(isLast: Bool, isHere: (String) -> Bool) throws(Failure) -> [Act] {
    if isLast { try messenger?.finish() }
    if let items = try drawing?.settle(isLast: isLast) { return try acts(items) }
    do throws(DialectError) {
      return try chat?.settle().map { acts($0, isHere) } ?? []
    } catch {
      throw Failure(error)
    }
  }

  private func acts(_ items: [OriginalItem]) throws(Failure) -> [Act] {
    var acts: [Act] = []
    for item in items {
      switch item {
      case .text(let text): if !text.isEmpty { acts.append(.input(.text(text, to: nil))) }
      case .stroke(let stroke): acts.append(.input(.stroke(stroke)))
      case .fileBegin(let kind, let size): acts.append(.fileBegin(kind, size: size))
      case .filePiece(let bytes): acts.append(.filePiece(bytes))
      case .fileEnd: acts.append(.fileEnd)
      case .heartbeat: break
      case .unusable: throw Failure(.protocolBroken, detail: "a line without points or without a screen")
      }
    }
    return acts
  }

  /// What a saying of the chat comes to: the nick once, then texts, whose contact may be a nick with colons in it.
  private mutating func acts(_ saying: ChatSaying, _ isHere: (String) -> Bool) -> [Act] {
    switch saying {
    case .nick(let wish):
      if hasEntered { return answer(.nickGiven(nick ?? wish)) }
      do throws(Nick.Refusal) {
        try Nick.check(wish)
      } catch {
        return answer(.nickRefused(error))
      }
      hasEntered = true
      return [.enter(nick: wish)]
    case .text where !hasEntered: return answer(.nickNeeded)
    case .text(let text, nil): return text.isEmpty ? answer(.textEmpty) : [.input(.text(text, to: nil))]
    case .text(let text, let contact?):
      let (nick, rest) = Self.addressed(contact, text, isHere)
      guard isHere(nick) else { return answer(.nobody(nick)) }
      return rest.isEmpty ? answer(.textEmpty) : [.input(.text(rest, to: nick))]
    }
  }

  private func answer(_ notice: OriginalNotice) -> [Act] {
    [.answer(writes(of: notice.text))]
  }

  /// `a:b:text`, where `a` is nobody and `a:b` somebody: the address of a client without a nick.
  private static func addressed(
    _ contact: String, _ text: String, _ isHere: (String) -> Bool
  ) -> (nick: String, text: String) {
    var nick = contact
    var rest = text[...]
    // An IPv6 address and its port have nine colons at most.
    for _ in 0..<9 where !isHere(nick) {
      guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { break }
      nick += ":" + rest[..<colon]
      rest = rest[rest.utf8.index(after: colon)...]
    }
    return isHere(nick) ? (nick, String(rest)) : (contact, text)
  }
}
