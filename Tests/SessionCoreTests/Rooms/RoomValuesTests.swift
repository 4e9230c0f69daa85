import Documents
import KeyedArchive
import SessionCore
import Testing

@Suite struct RoomValuesTests {
  @Test(
    "A nick that would be a command, a terminal escape or nothing is refused with its reason (001-10)",
    arguments: [
      ("", Nick.Refusal.empty), ("a:b", .colon), ("msg", .command), ("User", .command), ("/quit", .command),
      ("a\u{1B}[31m", .character), ("a\u{202E}b", .character), (" a", .character), ("a ", .character),
      ("a\u{0}", .character), (String(repeating: "a", count: 65), .tooLong),
    ])
  func refusedNick(nick: String, refusal: Nick.Refusal) {
    #expect(throws: refusal) { try Nick.check(nick) }
  }

  @Test(
    "Nicks of any script and with inner blanks are taken", arguments: ["bob", "小明", "Ann Lee", "🦊", "msgs", "o'neil"])
  func takenNick(nick: String) throws {
    try Nick.check(nick)
  }

  @Test("A numbered nick stays within bounds and whole characters")
  func numberedNick() {
    let long = String(repeating: "明", count: 21)
    let numbered = Nick.numbered(long, 2)
    #expect(numbered.hasSuffix("-2"))
    #expect(numbered.utf8.count <= Nick.maximumBytes)
    #expect(numbered.dropLast(2).allSatisfy { $0 == "明" })
    #expect(Nick.numbered("bob", 2) == "bob-2")
  }

  @Test(
    "A stroke without points, with a screen of no size or with a coordinate that is no number is refused (004-17)",
    arguments: [
      ([], 1.0, 375.0, Stroke.Refusal.noPoints), ([0.0], 1, 0, .screen), ([0], 1, -1, .screen), ([0], 1, .nan, .screen),
      ([.nan], 1, 375, .coordinate), ([.infinity], 1, 375, .coordinate), ([1e9], 1, 375, .coordinate),
      ([0], 0, 375, .width), ([0], .nan, 375, .width), ([0], 1e9, 375, .width),
    ])
  func refusedStroke(xs: [Double], width: Double, screen: Double, refusal: Stroke.Refusal) {
    #expect(throws: refusal) {
      try Stroke(
        points: xs.map { .init(x: $0, y: 0) }, width: width, color: .red, screen: .init(width: screen, height: 667))
    }
  }

  @Test("A stroke's event has its points, screen, width and colour as the sender gave them (004-2)")
  func strokeEvent() throws {
    let stroke = try Stroke(
      points: [.init(x: 1, y: 2.5), .init(x: 3, y: 4)], width: 5.5, color: .blue,
      screen: .init(width: 375, height: 667))
    let line = PropertyList.dictionary(Event.room(.stroke(stroke, from: "bob", number: 7)).fields).json()
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"event":"stroke","from":"bob","points":[[1,2.5],[3,4]],"screen":[375,667],"width":5.5,"color":2,"seq":7,"erase":false}"#
    )
  }

  @Test("A text's event says from whom, to whom and its number, null where there is none")
  func textEvent() {
    let line = PropertyList.dictionary(Event.room(.text(from: "bob", to: nil, text: "hi", number: nil)).fields).json()
    #expect(String(decoding: line, as: UTF8.self) == #"{"event":"text","from":"bob","to":null,"text":"hi","seq":null}"#)
  }
}
