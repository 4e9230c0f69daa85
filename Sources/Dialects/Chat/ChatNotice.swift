/// What a server of the chat (001) says to a client.
public enum ChatNotice: Sendable, Hashable {
  /// A row of the roster.
  public struct Member: Sendable, Hashable {
    /// Where it came from, as the server puts it.
    public var host: String
    /// What it is called.
    public var nick: String
    /// Whether it is there now.
    public var isOnline: Bool

    /// A row.
    public init(host: String, nick: String, isOnline: Bool) {
      self.host = host
      self.nick = nick
      self.isOnline = isOnline
    }
  }

  /// `msg:TEXT`, without the `msg:`.
  case text(String)
  /// Who is there, and who was.
  case roster([Member])
  /// `NICK已下线`: that one has left.
  case offline(nick: String)
  /// Anything else an original would print an error for.
  case other(String)
}

/// The marks by which what a server of the chat says is told apart.
enum ChatMark {
  static let text = Array("msg:".utf8)
  static let offline = Array("已下线".utf8)
}

/// Finds what a server of the chat says in a stream without framing.
///
/// An original takes one read for one message. Here a roster ends with its bracket and an offline notice with its words; a
/// text ends where silence follows, where a roster begins, at the next `msg:` that does not stand behind white space other
/// than a line feed, or before an offline notice of somebody known in the middle of a word. The decoder holds the bytes of
/// what has not ended.
public struct ChatNoticeDecoder: Sendable {
  /// Seconds of silence that end a text.
  public static let settleTime = ChatSayingDecoder.settleTime
  /// The rows a roster may have, each with three texts.
  private static let rosterLimits = JSONLimits(depth: 3, values: 1 << 18)

  private let limit: Int
  private var held: [UInt8] = []
  private var extent = JSONExtent()
  private var scanned = 0
  /// The first thing within a text that looks like a roster: it is followed to its end once, and no second one is.
  private var inner: (place: Int, extent: JSONExtent)?

  /// A decoder at the start of a stream that takes messages of at most `maximumLength` bytes.
  public init(maximumLength: Int) {
    limit = maximumLength
  }

  /// Whether something waits for its end, and so `settle` should be called after `settleTime` of silence.
  public var isHolding: Bool { !held.isEmpty }

  /// Takes what came and gives what has ended; `isKnown` tells whether somebody of a nick is, or was, there.
  public mutating func receive(
    _ bytes: some Sequence<UInt8>, isKnown: (String) -> Bool
  ) throws(DialectError) -> [ChatNotice] {
    held.append(contentsOf: bytes)
    var notices: [ChatNotice] = []
    while let notice = try next(isKnown) { notices.append(notice) }
    if held.count > limit { throw .tooLong(limit: limit) }
    return notices
  }

  /// Nothing came for a while, or nothing will: what is held has ended, unless it is a roster in the middle.
  ///
  /// - Parameter isLast: whether the stream is at its end.
  public mutating func settle(isLast: Bool) throws(DialectError) -> ChatNotice? {
    if held.first == UInt8(ascii: "["), !isLast { return nil }
    return held.isEmpty ? nil : try take(held.count)
  }

  private mutating func next(_ isKnown: (String) -> Bool) throws(DialectError) -> ChatNotice? {
    // Between two messages a line feed says nothing.
    while held.first == UInt8(ascii: "\n") || held.first == UInt8(ascii: "\r") { held.removeFirst() }
    guard let first = held.first else { return nil }
    if first == UInt8(ascii: "[") {
      return try extent.end(in: held).map { (end) throws(DialectError) in try take(end) }
    }
    let isText = held.starts(with: ChatMark.text)
    let start = isText ? ChatMark.text.count : 1
    scanned = max(scanned, start)
    while scanned < held.count {
      switch end(at: scanned, isText: isText, isKnown) {
      case .here(let end): return try take(end)
      case .unknown: return nil
      case .not: scanned += 1
      }
    }
    return nil
  }

  private enum End {
    case here(Int)
    case not
    /// More bytes are needed to tell.
    case unknown
  }

  /// Where what is held ends, if it does so at a place: before the next message, or behind the words of an offline notice.
  private mutating func end(at place: Int, isText: Bool, _ isKnown: (String) -> Bool) -> End {
    let rest = held[place...]
    if rest.starts(with: ChatMark.offline) {
      if !isText { return .here(place + ChatMark.offline.count) }
      if let start = nickStart(before: place, isKnown) { return .here(start) }
    }
    if rest.starts(with: ChatMark.text), !isBlank(held[place - 1]) { return .here(place) }
    if held.count - place < ChatMark.offline.count, isStart(at: place) { return .unknown }
    guard let beginsRoster = beginsRoster(at: place) else { return .unknown }
    guard beginsRoster else { return .not }
    guard let end = inner?.extent.end(in: rest) else { return .unknown }
    return Self.roster(Array(rest.prefix(end))) == nil ? .not : .here(place)
  }

  /// Whether `[[` stands there, with white space perhaps, for the first time in this text; nil where more is needed to tell.
  private mutating func beginsRoster(at place: Int) -> Bool? {
    if let inner { return inner.place == place }
    let bracket = UInt8(ascii: "[")
    guard held[place] == bracket else { return false }
    guard let next = held[(place + 1)...].first(where: { $0 > 0x20 }) else { return nil }
    if next == bracket { inner = (place, JSONExtent()) }
    return next == bracket
  }

  /// Where in the word before an offline notice the nick of somebody known begins; a whole word is somebody's text.
  private func nickStart(before mark: Int, _ isKnown: (String) -> Bool) -> Int? {
    let longest = 64
    var start = mark
    while start > ChatMark.text.count, mark - start < longest, held[start - 1] > 0x20 { start -= 1 }
    func isNick(_ first: Int) -> Bool {
      String(validating: held[first..<mark], as: UTF8.self).map(isKnown) ?? false
    }
    return start == mark || isNick(start) ? nil : (start + 1..<mark).first(where: isNick)
  }

  private func isStart(at place: Int) -> Bool {
    let rest = held[place...]
    return ChatMark.text.starts(with: rest) || ChatMark.offline.starts(with: rest)
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  private mutating func take(_ count: Int) throws(DialectError) -> ChatNotice {
    var bytes = Array(held[..<count])
    held.removeFirst(count)
    scanned = 0
    extent = JSONExtent()
    inner = nil
    if let roster = Self.roster(bytes) { return .roster(roster) }
    // A sender that ends its messages with line feeds means no blank line by them.
    while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    if bytes.starts(with: ChatMark.text) { return .text(String(text.dropFirst(ChatMark.text.count))) }
    if bytes.count > ChatMark.offline.count, bytes.suffix(ChatMark.offline.count).elementsEqual(ChatMark.offline) {
      return .offline(nick: String(text.dropLast(3)))
    }
    return .other(text)
  }

  /// The rows, where the bytes are a roster: an array of arrays that begin with three strings.
  private static func roster(_ bytes: [UInt8]) -> [ChatNotice.Member]? {
    guard bytes.first == UInt8(ascii: "["),
      let value = bytes.withUnsafeBytes({ try? JSONReader.read($0, limits: rosterLimits) }), let rows = value.array
    else { return nil }
    var members: [ChatNotice.Member] = []
    for row in rows {
      guard let fields = row.array, fields.count >= 3, let host = fields[0].string, let nick = fields[1].string,
        let state = fields[2].string
      else { return nil }
      members.append(ChatNotice.Member(host: host, nick: nick, isOnline: state == "1"))
    }
    return members
  }
}
