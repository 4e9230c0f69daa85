import Dialects
import SessionCore
import Testing

@Suite("Clients of original servers")
struct OriginalClientTests {
  static func heard(_ client: inout OriginalClient, _ text: String) throws -> [OriginalClient.Act] {
    let acts = try Array(text.utf8).withUnsafeBytes { bytes throws(Failure) in try client.receive(bytes) }
    return acts + (try client.settle(isLast: false))
  }

  static func chat() throws -> OriginalClient {
    var client = OriginalClient(.chat, nick: "bob")
    #expect(client.connected().map(\.bytes) == [Array("user:bob".utf8)])
    _ = try heard(&client, "[[\"h\",\"alice\",\"0\"],[\"h\",\"bob\",\"1\"],[\"h\",\"alice\",\"1\"]]")
    return client
  }

  @Test("a roster has one row for each nick, and tells who came and went since the last (001-6, 001-8)")
  func roster() throws {
    var client = try Self.chat()
    let both = [RosterEntry(nick: "alice", online: true), RosterEntry(nick: "bob", online: true)]
    #expect(try client.say(.who) == .tell(.roster(both, changes: [])))
    let gone = RosterEntry(nick: "alice", online: false)
    #expect(
      try Self.heard(&client, "alice已下线") == [
        .news(.roster([RosterEntry(nick: "bob", online: true), gone], changes: [gone]))
      ])
    let carol = RosterEntry(nick: "carol", online: true)
    #expect(
      try Self.heard(&client, "[[\"h\",\"carol\",\"1\"]]") == [
        .news(.roster([carol], changes: [carol, RosterEntry(nick: "bob", online: false)]))
      ])
  }

  @Test("at a room's chat port the nick in front of a text is its sender; at an original server nobody is (001-4)")
  func sender() throws {
    func sender(_ text: String, at client: inout OriginalClient) throws -> String? {
      guard case .news(.text(let from, to: nil, text: text, number: nil))? = try Self.heard(&client, "msg:" + text).last
      else {
        Issue.record("no text: \(text)")
        return nil
      }
      return from
    }
    var room = OriginalClient(.chat, nick: "bob")
    _ = room.connected()
    let rows = [("", "op", 1), ("10.0.0.7:1", "ann", 1), ("10.0.0.7:2", "ann: b", 1), ("", "eve", 0)]
    let roster = rows.map { #"["\#($0.0)","\#($0.1)","\#($0.2)"]"# }.joined(separator: ",")
    _ = try Self.heard(&room, "[" + roster + "]")
    #expect(try sender("ann: hello", at: &room) == "ann")
    #expect(try sender("ann: b: hello", at: &room) == "ann: b")
    #expect(try sender("from the operator", at: &room) == nil)
    #expect(try sender("zed: hello", at: &room) == nil)
    #expect(try sender("ann drew a line of 2 points", at: &room) == nil)
    var original = try Self.chat()
    #expect(try sender("alice: hello", at: &original) == nil)
    // A member of an original server says what looks like a room's roster.
    _ = try Self.heard(&original, #"msg:look [["","op","1"],["10.0.0.7:1","alice","1"]]"#)
    #expect(try sender("alice: hello", at: &original) == nil)
    // A connection anew may be to another server.
    _ = original.connected()
    _ = try Self.heard(&original, "[" + roster + "]")
    #expect(try sender("ann: hello", at: &original) == "ann")
  }

  @Test("plain lines go to whom /msg went last, and to nobody before (001-3, 001-4)")
  func contact() throws {
    var client = try Self.chat()
    #expect(throws: Failure(.noContact)) { try client.say(.text("hi")) }
    #expect(throws: Failure(.noSuchNick, "carol")) { try client.say(.message(to: "carol", text: "hi")) }
    #expect(try client.say(.message(to: "alice", text: "hi")) == .send(ChatEncoder.text("hi", to: "alice")))
    #expect(try client.say(.text("more")) == .send(ChatEncoder.text("more", to: "alice")))
    #expect(throws: Failure(.noSuchNick, "carol")) { try client.say(.message(to: "carol", text: "hi")) }
    #expect(try client.say(.text("still")) == .send(ChatEncoder.text("still", to: "alice")))
  }

  @Test("what a server has no form for is refused and says nothing", arguments: OriginalDialect.allCases)
  func refused(dialect: OriginalDialect) {
    var client = OriginalClient(dialect, nick: "bob")
    for line in [RoomLine.undo, .clear, .erase(path: nil), .kick(nick: "x")] {
      #expect(throws: Failure.self) { try client.say(line) }
    }
    // Only where lines are drawn is there something to save.
    let saved = try? client.say(.save(path: "x", asSVG: true))
    #expect(saved == (dialect == .draw ? .save(path: "x", asSVG: true) : nil))
  }

  @Test("signs of life are no texts, and files come in pieces (002-8)")
  func messenger() throws {
    var client = OriginalClient(.im)
    #expect(client.connected().isEmpty)
    let beat = String(decoding: OriginalClient.heartbeat(at: 0).bytes, as: UTF8.self)
    #expect(
      try Self.heard(&client, beat + "{\"messageType\":0,\"size\":\"2\"}\r\nhi") == [
        .heartbeat, .news(.text(from: nil, to: nil, text: "hi", number: nil)),
      ])
    #expect(throws: Failure.self) { try Self.heard(&client, "nonsense\r\n") }
  }

  @Test("an object that is no line is told, and the relay goes on (004-17)")
  func relay() throws {
    var client = OriginalClient(.draw)
    _ = client.connected()
    let acts = try Self.heard(&client, "{}hello")
    #expect(acts.count == 2)
    #expect(acts.last == .news(.text(from: nil, to: nil, text: "hello", number: nil)))
    #expect(throws: Failure(.looksLikeLine)) { try client.say(.text("{}")) }
    #expect(throws: Failure(.emptyText)) { try client.say(.text("")) }
  }
}
