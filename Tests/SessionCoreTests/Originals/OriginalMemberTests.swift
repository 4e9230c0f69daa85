import Dialects
import SessionCore
import Testing

@Suite("Clients of the original systems at a room")
struct OriginalMemberTests {
  static let here: Set = ["host", "alice", "bob", "10.0.0.7:5000"]
  static let isHere: @Sendable (String) -> Bool = { here.contains($0) }

  static func member(_ dialect: OriginalDialect, as nick: String? = nil) -> OriginalMember {
    var member = OriginalMember(dialect, address: "10.0.0.9:4000", limits: OriginalLimits(stream: 1 << 20))
    if let nick {
      if dialect == .chat { _ = try? Self.said(&member, "user:\(nick)") } else { _ = member.connected() }
      member.entered(as: nick)
    }
    return member
  }

  static func said(_ member: inout OriginalMember, _ bytes: [UInt8]) throws -> [OriginalMember.Act] {
    let acts = try bytes.withUnsafeBytes { bytes throws(Failure) in try member.receive(bytes, isHere: isHere) }
    return acts + (try member.settle(isLast: false, isHere: isHere))
  }

  static func said(_ member: inout OriginalMember, _ text: String) throws -> [OriginalMember.Act] {
    try said(&member, Array(text.utf8))
  }

  static func texts(_ writes: [SpacedWrite]) -> [String] {
    writes.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  static func message(_ content: RoomMessage.Content, from: String = "alice", to: String? = nil) -> RoomMessage {
    RoomMessage(number: 1, from: from, to: to, content: content)
  }

  @Test("a client of the chat comes in with its nick, and then talks to whom it names (001-2, 001-4, 001-11)")
  func chat() throws {
    var member = Self.member(.chat)
    #expect(member.connected().isEmpty)
    #expect(
      try Self.said(&member, "bob:hi") == [
        .answer([SpacedWrite(Array("msg:nick required: send user:NICK first".utf8))])
      ])
    #expect(try Self.said(&member, "user:carol") == [.enter(nick: "carol")])
    member.entered(as: "carol")
    #expect(try Self.said(&member, "bob:hi: there") == [.input(.text("hi: there", to: "bob"))])
    #expect(try Self.said(&member, "10.0.0.7:5000:hi") == [.input(.text("hi", to: "10.0.0.7:5000"))])
    #expect(try Self.said(&member, "hello all") == [.input(.text("hello all", to: nil))])
  }

  @Test("empty messages, unknown nicks and second nicks are answered, and nothing is said (001-3, 001-10)")
  func chatRefusals() throws {
    var member = Self.member(.chat, as: "carol")
    for (text, answer) in [
      ("bob:", "message is empty"), ("dan:hi", "there is no dan here"), ("msg:hi", "there is no msg here"),
      ("user:dan", "you are carol already"),
    ] {
      #expect(try Self.said(&member, text) == [.answer([SpacedWrite(Array("msg:\(answer)".utf8))])])
    }
    for nick in ["", "a:b", "msg", "user", " x", "a\u{1B}[2J"] {
      var member = Self.member(.chat)
      guard case .answer(let writes)? = try Self.said(&member, "user:\(nick)").first else {
        Issue.record("\(nick) was taken")
        continue
      }
      #expect(Self.texts(writes)[0].hasPrefix("msg:this nick is not taken"))
    }
    #expect(throws: Failure.self) { try Self.said(&member, [0x62, 0x3a, 0xff]) }
  }

  @Test("a client of the messenger or of the relay is its address, and what it says is for all (002-6)")
  func others() throws {
    for dialect in [OriginalDialect.im, .draw] {
      var member = Self.member(dialect)
      #expect(member.connected() == [.enter(nick: "10.0.0.9:4000")])
    }
    var member = Self.member(.im, as: "x")
    let text = "{\"messageType\":0,\"size\":\"2\"}\r\nhi"
    let beat = "{\"messageType\":0,\"size\":\"20\"}\r\ncheater connected..."
    let file = "{\"messageType\":1,\"size\":\"3\"}\r\nabc{\"messageType\":2,\"size\":\"1\"}\r\nd"
    #expect(
      try Self.said(&member, beat + text + file) == [
        .input(.text("hi", to: nil)), .fileBegin(.picture, size: 3), .filePiece(Array("abc".utf8)), .fileEnd,
        .fileBegin(.stream, size: 1), .filePiece(Array("d".utf8)), .fileEnd,
      ])
    #expect(throws: Failure.self) { try Self.said(&member, "{\"messageType\":2,\"size\":\"9999999\"}\r\n") }
  }

  @Test(
    "a line of the relay is a stroke on its drawer's screen; one without a screen ends the connection (004-2, 004-17)")
  func lines() throws {
    var member = Self.member(.draw, as: "x")
    let line = "{\"path\":[{\"x\":1,\"y\":2}],\"width\":3,\"color\":2,\"screenW\":375,\"screenH\":667}"
    let stroke = try Stroke(
      points: [.init(x: 1, y: 2)], width: 3, color: .blue, screen: .init(width: 375, height: 667))
    #expect(try Self.said(&member, line + line) == [.input(.stroke(stroke)), .input(.stroke(stroke))])
    #expect(throws: Failure.self) { try Self.said(&member, line.replacing("375", with: "0")) }
    #expect(throws: Failure.self) { try Self.said(&member, line.replacing("\"x\":1", with: "\"x\":1e300")) }
  }

  @Test("what the room says reaches each client in a form it knows, and nobody hears himself (004-1)")
  func outputs() throws {
    let stroke = try Stroke(
      points: [.init(x: 1, y: 2)], width: 3, color: .blue, screen: .init(width: 375, height: 667))
    let file = RoomFile(number: 1, kind: .picture, bytes: 4)
    let contents: [RoomMessage.Content] = [.text("hi"), .stroke(stroke), .file(file), .undo(of: nil), .clear]
    func heard(_ dialect: OriginalDialect) -> [[UInt8]] {
      let member = Self.member(dialect, as: "x")
      return contents.flatMap { content in
        member.writes(of: Self.message(content), host: "host").map(\.bytes)
      }
    }
    let notices = ["alice took the last one back", "alice cleared the canvas"]
    #expect(
      heard(.chat).map { String(decoding: $0, as: UTF8.self) }
        == (["alice: hi", "alice drew a line of 1 point", "alice sent a picture of 4 bytes"] + notices).map {
          "msg:" + $0
        })
    #expect(heard(.draw)[1] == DrawingEncoder.line(stroke.line)[0].bytes)
    #expect(heard(.draw)[2] == Array("alice sent a picture of 4 bytes".utf8))
    #expect(heard(.draw)[3] == Array(notices[0].utf8))
    #expect(heard(.im)[0] == MessageHeader(kind: .text, size: 9).bytes + Array("alice: hi".utf8))
    for dialect in OriginalDialect.allCases {
      let member = Self.member(dialect, as: "alice")
      #expect(member.writes(of: Self.message(.text("hi")), host: "host").isEmpty)
    }
  }

  @Test(
    "a picture goes to who draws or writes messages, a stream to the latter alone, and none that is too large (002-1, 004-3)"
  )
  func files() {
    func form(_ dialect: OriginalDialect, _ kind: RoomFile.Kind, _ bytes: Int64) -> OriginalFileForm? {
      Self.member(dialect, as: "x").form(of: RoomFile(number: 1, kind: kind, bytes: bytes))
    }
    let largest = Int64(OriginalLimits.picture)
    #expect(form(.draw, .picture, largest) == .drawn)
    #expect(form(.im, .picture, largest) == .behind(MessageHeader(kind: .picture, size: largest).bytes))
    #expect(form(.im, .stream, 1 << 30) == .behind(MessageHeader(kind: .stream, size: 1 << 30).bytes))
    for (dialect, kind, bytes) in [
      (.draw, .picture, largest + 1), (.im, .picture, largest + 1), (.draw, .stream, 1), (.chat, .picture, 1),
      (.chat, .stream, 1),
    ] as [(OriginalDialect, RoomFile.Kind, Int64)] {
      #expect(form(dialect, kind, bytes) == nil)
    }
  }

  @Test("each piece of a long text stands behind its sender's nick, and none looks like another's (001-4)")
  func longText() throws {
    let member = Self.member(.chat, as: "carol")
    // What follows the cut would be bob's.
    let filling = String(repeating: "x", count: SpacedWrite.segment - "msg:alice: ".utf8.count)
    let spoof = String(filling.dropLast()) + "xbob: I agree"
    for text in [spoof, String(filling.dropLast(4)) + " msg:bob: so do I"] {
      let texts = Self.texts(member.writes(of: Self.message(.text(text)), host: "host"))
      #expect(texts.count == 2 && texts.allSatisfy { $0.hasPrefix("msg:alice: ") && $0.utf8.count <= 1_400 })
    }
    // A nick that ends as the mark does is no mark either.
    let texts = Self.texts(member.writes(of: Self.message(.text("hi"), from: "xmsg"), host: "host"))
    #expect(texts == ["msg:x msg: hi"])
  }

  @Test("the operator's texts stand without a nick, but never as what they are not (001-5, 004-10)")
  func operators() {
    let chat = Self.member(.chat, as: "x")
    #expect(
      Self.texts(chat.writes(of: Self.message(.text("hi"), from: "host"), host: "host")) == ["msg:hi"])
    let draw = Self.member(.draw, as: "x")
    let texts = draw.writes(of: Self.message(.text("{\"path\":[]}"), from: "host"), host: "host")
    #expect(Self.texts(texts) == ["host: {\"path\":[]}"])
  }

  @Test("a client of the chat is told who left, and then who is there; the others know no roster (001-6, 001-8)")
  func roster() {
    let roster = [RosterEntry(nick: "alice", online: true), RosterEntry(nick: "bob", online: false)]
    let writes = Self.member(.chat, as: "x").writes(of: roster, left: ["bob"]) { _ in "h" }
    #expect(Self.texts(writes)[0] == "bob已下线")
    #expect(Self.texts(writes)[1].contains("\"bob\",\n    \"0\""))
    #expect(Self.member(.chat).writes(of: roster, left: []) { _ in "h" }.isEmpty)
    #expect(Self.member(.draw, as: "x").writes(of: roster, left: ["bob"]) { _ in "h" }.isEmpty)
  }
}
