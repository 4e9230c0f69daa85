import Dialects
import TestSupport
import Testing

@Suite("The typed messenger (002)")
struct MessageTests {
  static let limits = MessageLimits(header: 200, text: 100, picture: 1_000, stream: 1 << 40)

  enum Message: Equatable {
    case begin(MessageHeader)
    case byte(UInt8)
  }

  /// Bodies are compared byte by byte, for the pieces they come in are nobody's business.
  static let verifier = StreamVerifier<Message> {
    var decoder = MessageDecoder(limits: limits)
    var body = 0
    return { bytes in
      if body == 0 {
        switch try decoder.decode(bytes) {
        case .incomplete: return nil
        case .begin(let header, let used): return (.begin(header), used)
        case .body(let count, _): body = count
        }
      }
      guard body > 0, let first = bytes.first else { return nil }
      body -= 1
      return (.byte(first), 1)
    }
  }

  /// As wire.md 1.2 has it: what Foundation prints, LF within, CRLF behind.
  static let text = "{\n  \"messageType\" : 0,\n  \"size\" : \"5\"\n}\r\nhello".bytes
  static let picture = "{\n  \"size\" : \"3\",\n  \"messageType\" : 1\n}\r\n".bytes + [0xFF, 0x0D, 0x0A]
  static let compact = "{\"messageType\":2,\"size\":4,\"name\":\"x\\r\\n\"}\r\n\r\n\r\n".bytes

  @Test("messages cut anywhere give the same headers and bodies (002-1, 002-2)")
  func cut() throws {
    let expected: [Message] =
      [.begin(MessageHeader(kind: .text, size: 5))] + "hello".bytes.map { .byte($0) }
      + [.begin(MessageHeader(kind: .picture, size: 3)), .byte(0xFF), .byte(0x0D), .byte(0x0A)]
      + [.begin(MessageHeader(kind: .stream, size: 4))] + [0x0D, 0x0A, 0x0D, 0x0A].map { .byte($0) }
    #expect(try Self.verifier.mismatches(of: Self.text + Self.picture + Self.compact, with: expected).isEmpty)
  }

  @Test("a header is written as an original writes it")
  func header() {
    #expect(MessageHeader(kind: .text, size: 5).bytes + "hello".bytes == Self.text)
  }

  @Test("a body of no bytes begins and ends, and the next message follows (002-11)")
  func empty() throws {
    var decoder = MessageDecoder(limits: Self.limits)
    let stream = "{\"messageType\":0,\"size\":\"0\"}\r\n".bytes
    try stream.withUnsafeBytes { bytes in
      #expect(try decoder.decode(bytes) == .begin(MessageHeader(kind: .text, size: 0), used: bytes.count))
      #expect(
        try decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[bytes.count...])) == .body(count: 0, isLast: true))
      try decoder.finish(remaining: 0)
    }
  }

  @Test(
    "a header that is none ends the stream at once (002-10)",
    arguments: [
      "hello\r\n", "[]\r\n", "{}\r\n", "{\"messageType\":\"0\",\"size\":\"5\"}\r\n", "{\"messageType\":0}\r\n",
      "{\"messageType\":0.5,\"size\":\"5\"}\r\n", "{\"messageType\":-1,\"size\":\"5\"}\r\n",
      "{\"messageType\":0,\"size\":\"-5\"}\r\n", "{\"messageType\":0,\"size\":\"5 \"}\r\n", "\r\n",
      "{\"messageType\":0,\"size\":\"\"}\r\n", "{\"messageType\":1e99,\"size\":\"5\"}\r\n",
      "{\"messageType\":0,\"size\":1e99}\r\n",
    ])
  func malformed(stream: String) {
    var decoder = MessageDecoder(limits: Self.limits)
    #expect(throws: MessageError.malformedHeader) { try stream.bytes.withUnsafeBytes { try decoder.decode($0) } }
    #expect(throws: MessageError.failedBefore) { try Self.text.withUnsafeBytes { try decoder.decode($0) } }
    #expect(throws: MessageError.failedBefore) { try decoder.finish(remaining: 0) }
  }

  @Test("sizes beyond a kind's limit are refused before a byte of the body is read (002-12)")
  func tooLong() {
    let sizes: [(Int, String, MessageHeader.Kind, Int64)] = [
      (0, "101", .text, 101), (1, "1001", .picture, 1001), (7, "101", .other(7), 101),
      (2, "1000000000000000000", .stream, 1_000_000_000_000_000_000),
      (2, "99999999999999999999999", .stream, .max),
    ]
    for (number, digits, kind, size) in sizes {
      var decoder = MessageDecoder(limits: Self.limits)
      let stream = "{\"messageType\":\(number),\"size\":\"\(digits)\"}\r\n"
      #expect(throws: MessageError.tooLong(kind, size: size)) {
        try stream.bytes.withUnsafeBytes { try decoder.decode($0) }
      }
    }
  }

  @Test("a header without an end is refused at its limit (002-12)")
  func headerTooLong() throws {
    var decoder = MessageDecoder(limits: Self.limits)
    let flood = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    for count in stride(from: 0, to: 200, by: 7) {
      let progress = try flood.withUnsafeBytes { try decoder.decode(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      #expect(progress == .incomplete)
    }
    #expect(throws: MessageError.headerTooLong) { try flood.withUnsafeBytes { try decoder.decode($0) } }
  }

  @Test("the end of a stream is clean between messages only")
  func end() throws {
    var decoder = MessageDecoder(limits: Self.limits)
    try decoder.finish(remaining: 0)
    #expect(throws: MessageError.truncated) { try decoder.finish(remaining: 1) }
    var other = MessageDecoder(limits: Self.limits)
    _ = try Self.text.withUnsafeBytes { try other.decode($0) }
    #expect(throws: MessageError.truncated) { try other.finish(remaining: 0) }
  }

  @Test("a heartbeat is what an original sends, and known as one (002-3, 002-8)")
  func heartbeat() {
    #expect(Heartbeat.text(at: 1_480_579_200.7) == "cheater connected...2016-12-01 08:00:00 +0000")
    #expect(Heartbeat.text(at: 0) == "cheater connected...1970-01-01 00:00:00 +0000")
    #expect(Heartbeat.text(at: 1_709_251_199) == "cheater connected...2024-02-29 23:59:59 +0000")
    #expect(Heartbeat.text(at: -1) == "cheater connected...1969-12-31 23:59:59 +0000")
    #expect(Heartbeat.isOne("cheater connected...2016-12-01 08:00:00 +0000"))
    #expect(!Heartbeat.isOne("a cheater connected..."))
  }
}
