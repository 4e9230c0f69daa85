import Dialects
import TestSupport
import Testing

@Suite("The chat (001)")
struct ChatTests {
  static let here: Set = ["alice", "bob", "b", "嗯"]

  /// What a server reads of a stream that comes in these pieces, silence only behind the last.
  static func sayings(_ pieces: [[UInt8]]) throws -> [ChatSaying] {
    var decoder = ChatSayingDecoder(maximumLength: 4_096)
    var sayings: [ChatSaying] = []
    for piece in pieces { sayings += try decoder.receive(piece) { here.contains($0) } }
    if let last = try decoder.settle() { sayings.append(last) }
    #expect(!decoder.isHolding)
    return sayings
  }

  static func notices(_ pieces: [[UInt8]]) throws -> [ChatNotice] {
    var decoder = ChatNoticeDecoder(maximumLength: 4_096)
    var notices: [ChatNotice] = []
    for piece in pieces { notices += try decoder.receive(piece) { here.contains($0) } }
    if let last = try decoder.settle(isLast: true) { notices.append(last) }
    #expect(!decoder.isHolding)
    return notices
  }

  static let clientStreams: [(String, [ChatSaying])] = [
    ("user:carol", [.nick("carol")]),
    // Two sends that glue: the second begins with somebody who is there.
    ("user:carolbob:hi", [.nick("carol"), .text("hi", to: "bob")]),
    ("bob:one bob:twobob:three", [.text("one bob:two", to: "bob"), .text("three", to: "bob")]),
    ("bob:at 10:30, see http://x/alice:", [.text("at 10:30, see http://x/", to: "bob"), .text("", to: "alice")]),
    (
      "user:dan\nbob:hi\r\nalice:嗯嗯:嗯\n",
      [.nick("dan"), .text("hi", to: "bob"), .text("嗯", to: "alice"), .text("嗯", to: "嗯")]
    ),
    ("hello", [.text("hello", to: nil)]), (":hi", [.text("hi", to: nil)]),
    // Nobody's nick: one message, whatever is in it.
    ("bigbob:hi", [.text("hi", to: "bigbob")]), ("user:a:b", [.nick("a:b")]),
    ("bob:bob:hi", [.text("bob:hi", to: "bob")]),
    ("msg:spoof", [.text("spoof", to: "msg")]), ("\n\r\n", []),
  ]

  @Test("what clients say is found however it is cut (001-2, 001-9)", arguments: clientStreams)
  func clients(stream: String, expected: [ChatSaying]) throws {
    let wrong = try cuttings(of: stream.utf8.count).first { cuts in
      try Self.sayings(pieces(of: stream.bytes, cutAt: cuts)) != expected
    }
    #expect(wrong == nil)
    #expect(try Self.sayings([stream.bytes]) == expected)
  }

  @Test("a thousand messages in one flood are a thousand messages in order (001-9)")
  func flood() throws {
    let stream = (0..<1000).map { "bob:message \($0)." }.joined().bytes
    let found = try Self.sayings(pieces(of: stream, cutAt: Array(stride(from: 1448, to: stream.count, by: 1448))))
    #expect(found == (0..<1000).map { .text("message \($0).", to: "bob") })
  }

  @Test("silence ends a message, so that the next one needs no mark")
  func silence() throws {
    var decoder = ChatSayingDecoder(maximumLength: 100)
    #expect(try decoder.receive("bob:o".bytes) { _ in false }.isEmpty)
    #expect(try decoder.receive("ne".bytes) { _ in false }.isEmpty)
    #expect(decoder.isHolding)
    #expect(try decoder.settle() == .text("one", to: "bob"))
    #expect(try decoder.settle() == nil)
  }

  @Test("bytes that are no UTF-8 and messages without end are refused (001-10)")
  func refused() throws {
    #expect(throws: DialectError.notText) { try Self.sayings([[0x62, 0x3a, 0xff, 0x0a]]) }
    #expect(throws: DialectError.notText) { try Self.sayings([[0xc3]]) }
    #expect(throws: DialectError.tooLong(limit: 4_096)) { try Self.sayings([.init(repeating: 0x61, count: 5_000)]) }
    #expect(throws: DialectError.tooLong(limit: 4_096)) { try Self.notices([.init(repeating: 0x5b, count: 5_000)]) }
    #expect(throws: DialectError.notText) { try Self.notices(["msg:".bytes + [0xff]]) }
  }

  /// As wire.md 1.1 has it, printed by Foundation.
  static let roster = """
    [
      [
        "127.0.0.1",
        "alice",
        "1"
      ],
      [
        "127.0.0.1",
        "b\\"]b",
        "0"
      ]
    ]
    """
  static let members: ChatNotice = .roster([
    .init(host: "127.0.0.1", nick: "alice", isOnline: true), .init(host: "127.0.0.1", nick: "b\"]b", isOnline: false),
  ])

  static let serverStreams: [(String, [ChatNotice])] = [
    ("msg:hello", [.text("hello")]), (roster, [members]), ("bob已下线", [.offline(nick: "bob")]),
    (roster + roster + "msg:hi" + roster, [members, members, .text("hi"), members]),
    ("msg:onemsg:twomsg:three", [.text("one"), .text("two"), .text("three")]),
    ("msg:one\nmsg:two", [.text("one"), .text("two")]), ("msg:see msg: there", [.text("see msg: there")]),
    ("bob已下线alice已下线msg:hi", [.offline(nick: "bob"), .offline(nick: "alice"), .text("hi")]),
    ("msg:he said 已下线", [.text("he said 已下线")]), ("msg:bob已下线", [.text("bob已下线")]),
    ("msg:look [[1]] and [[\"a\"", [.text("look [[1]] and [[\"a\"")]),
    ("msg:bye.bob已下线", [.text("bye."), .offline(nick: "bob")]), ("msg:a bob已下线", [.text("a bob已下线")]),
    ("msg:xdan已下线", [.text("xdan已下线")]), ("msg:[1] [ 2", [.text("[1] [ 2")]),
    ("something else", [.other("something else")]), ("msg:", [.text("")]),
    ("[1,2]", [.other("[1,2]")]), ("[]", [.roster([])]), ("[broken]", [.other("[broken]")]),
    ("msg:two\nlines", [.text("two\nlines")]),
  ]

  @Test("what a server says is found however it is cut (001-2, 001-5, 001-6)", arguments: serverStreams)
  func servers(stream: String, expected: [ChatNotice]) throws {
    let wrong = try cuttings(of: stream.utf8.count).first { cuts in
      try Self.notices(pieces(of: stream.bytes, cutAt: cuts)) != expected
    }
    #expect(wrong == nil)
    #expect(try Self.notices([stream.bytes]) == expected)
  }

  @Test("a roster is printed as an original prints it")
  func encodeRoster() {
    guard case .roster(let members) = Self.members else { return }
    #expect(ChatEncoder.roster(members).bytes == Self.roster.bytes)
    #expect(ChatEncoder.offline("bob").bytes == "bob已下线".bytes)
    #expect(ChatEncoder.nick("bob").map(\.bytes) == ["user:bob".bytes])
  }

  @Test("texts share a write, each within a segment, and none looks like the next (001-9, 001-10)")
  func encodeTexts() throws {
    let texts = (0..<300).map { "text \($0) himsg:spoof" } + ["two\nlines", String(repeating: "嗯", count: 1_000)]
    let writes = ChatEncoder.texts(texts)
    #expect(writes.count < 20)
    #expect(writes.allSatisfy { $0.bytes.count <= SpacedWrite.segment && $0.gap >= 0.05 })
    let found = try writes.flatMap { try Self.notices([$0.bytes]) }
    #expect(found.count == 300 + 1 + 3)
    #expect(found[7] == .text("text 7 hi msg:spoof"))
    #expect(found[300] == .text("two lines"))
    #expect(ChatEncoder.text("hi", to: "bob").map(\.bytes) == ["bob:hi".bytes])
  }

  @Test("whatever comes, the decoders give something or an error, and never hold more than they may")
  func mutations() {
    var mutator = Mutator(seed: 5)
    for (stream, _) in Self.serverStreams {
      for _ in 0..<200 { _ = try? Self.notices([mutator.mutation(of: stream.bytes)]) }
    }
    for (stream, _) in Self.clientStreams {
      for _ in 0..<200 { _ = try? Self.sayings([mutator.mutation(of: stream.bytes)]) }
    }
  }
}
