/// What a client of the chat (001) says to its server.
public enum ChatSaying: Sendable, Hashable {
  /// `user:NICK`: what it wants to be called.
  case nick(String)
  /// `NICK:TEXT`: for the member of that nick; nil where no colon tells for whom.
  case text(String, to: String?)
}

/// Finds what a client of the chat says in a stream without framing.
///
/// An original takes one read for one message. Here a message ends where silence follows, at a line feed (which no original
/// sends), or where another one visibly begins: at `NICK:` of somebody who is there, in the middle of a word. The decoder
/// holds the bytes of the message that has not ended.
public struct ChatSayingDecoder: Sendable {
  /// Seconds of silence that end a message: less than senders leave between two, more than a network takes between the
  /// pieces of one.
  public static let settleTime = 0.025

  private let limit: Int
  private var held: [UInt8] = []
  private var scanned = 0

  /// A decoder at the start of a stream that takes messages of at most `maximumLength` bytes.
  public init(maximumLength: Int) {
    limit = maximumLength
  }

  /// Whether a message waits for its end, and so `settle` should be called after `settleTime` of silence.
  public var isHolding: Bool { !held.isEmpty }

  /// Takes what came and gives the messages that have ended; `isHere` tells whether somebody of a nick is there.
  public mutating func receive(
    _ bytes: some Sequence<UInt8>, isHere: (String) -> Bool
  ) throws(DialectError) -> [ChatSaying] {
    held.append(contentsOf: bytes)
    var sayings: [ChatSaying] = []
    while let end = nextEnd(isHere) {
      let line = Array(held[..<end])
      held.removeFirst(held[end] == UInt8(ascii: "\n") ? end + 1 : end)
      scanned = 0
      if let saying = try Self.saying(line) { sayings.append(saying) }
    }
    if held.count > limit { throw .tooLong(limit: limit) }
    return sayings
  }

  /// Nothing came for a while, or nothing will: the message that is held has ended.
  public mutating func settle() throws(DialectError) -> ChatSaying? {
    let line = held
    held = []
    scanned = 0
    return try Self.saying(line)
  }

  /// Where the first message ends: at a line feed, or before the first byte of the next; nil where that is not known.
  private mutating func nextEnd(_ isHere: (String) -> Bool) -> Int? {
    while scanned < held.count {
      switch held[scanned] {
      case UInt8(ascii: "\n"): return scanned
      case UInt8(ascii: ":"): if let start = nickStart(before: scanned, isHere) { return start }
      default: break
      }
      scanned += 1
    }
    return nil
  }

  /// Where in the word before a colon the nick of somebody begins who is there.
  ///
  /// The word must stand behind another colon, or this is the first word of its message, which names whom it is for. A
  /// whole word is somebody's text.
  private func nickStart(before colon: Int, _ isHere: (String) -> Bool) -> Int? {
    let longest = 64
    var start = colon
    while start > 0, colon - start < longest, !Self.endsWord(held[start - 1]) { start -= 1 }
    guard held[..<start].contains(UInt8(ascii: ":")) else { return nil }
    func isNick(_ first: Int) -> Bool {
      String(validating: held[first..<colon], as: UTF8.self).map(isHere) ?? false
    }
    return isNick(start) ? nil : (start + 1..<max(start + 1, colon)).first(where: isNick)
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: " ") || byte == UInt8(ascii: ":")
  }

  private static func saying(_ line: [UInt8]) throws(DialectError) -> ChatSaying? {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...]
    if line.isEmpty { return nil }
    guard let text = String(validating: line, as: UTF8.self) else { throw .notText }
    // By bytes: a colon that carries a combining mark is a colon still.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return .text(text, to: nil) }
    let (first, rest) = (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
    if first == "user" { return .nick(rest) }
    return .text(rest, to: first.isEmpty ? nil : first)
  }
}
