import SessionCore
import Testing

@Suite struct RoomLineTests {
  @Test(
    "A line asks for what its command says",
    arguments: [
      ("hi there", RoomLine.text("hi there")), ("//msg is no command", .text("/msg is no command")),
      ("/msg bob hi  there", .message(to: "bob", text: "hi  there")),
      ("/msg Ann Lee hi", .message(to: "Ann Lee", text: "hi")),
      ("/picture a b.jpg", .picture(path: "a b.jpg")), ("/stream x.pcm", .stream(path: "x.pcm")),
      ("/draw s.json", .draw(path: "s.json")), ("/erase", .erase(path: nil)), ("/erase s.json", .erase(path: "s.json")),
      ("/undo", .undo), ("/clear", .clear), ("/who", .who), ("/quit", .quit), ("/kick bob", .kick(nick: "bob")),
      ("/save out.png", .save(path: "out.png", asSVG: false)), ("/save out.svg", .save(path: "out.svg", asSVG: true)),
      ("/save --svg out", .save(path: "out", asSVG: true)), ("/game start", .game(.start(rounds: 1))),
      ("/game start 3", .game(.start(rounds: 3))), ("/game hint", .game(.hint)),
    ])
  func asks(line: String, meaning: RoomLine) throws {
    #expect(try RoomLine(line, nicks: ["Ann", "Ann Lee"]) == meaning)
  }

  @Test(
    "A line that asks for nothing says why",
    arguments: [
      ("", RoomLine.Problem.emptyText), ("/msg bob", .emptyText), ("/msg bob ", .emptyText),
      ("/msg", .nickMissing(command: "/msg")),
      ("/kick", .nickMissing(command: "/kick")),
      ("/picture", .fileMissing(command: "/picture")), ("/save", .fileMissing(command: "/save")),
      ("/undo 3", .operand(command: "/undo")), ("/game start 99", .operand(command: "/game")),
      ("/game", .operand(command: "/game")), ("/dance", .unknown(command: "/dance")),
    ])
  func problems(line: String, problem: RoomLine.Problem) {
    #expect(throws: problem) { try RoomLine(line) }
  }
}
