import Editor
import SessionCore
import Sys
import Testing

@testable import SocketplayCLI

@Suite("A room's screen")
struct RoomScreenTests {
  private func screen(_ columns: Int = 80, _ rows: Int = 24) -> RoomScreen {
    RoomScreen(TerminalSize(columns: columns, rows: rows))
  }

  private func mouse(_ kind: MouseReport.Kind, _ column: Int, _ row: Int) -> Key {
    .mouse(MouseReport(kind: kind, column: column, row: row))
  }

  private func type(_ text: String, _ screen: inout RoomScreen) -> [RoomScreen.Act] {
    for scalar in text.unicodeScalars { _ = screen.press(.scalar(scalar)) }
    return screen.press(.enter)
  }

  @Test("A line is previewed while the button is down, and drawn once it is let go of (004-14, 004-2)")
  func drag() throws {
    var screen = screen()
    #expect(screen.press(mouse(.press, 10, 1)) == [.preview])
    let dot = try #require(screen.line)
    #expect(dot.points == [.init(x: 10.5, y: 1)])
    #expect(dot.screen == .init(width: 42, height: 42))
    #expect(screen.unfinished == [dot])
    // The same cell again is no new point.
    #expect(screen.press(mouse(.drag, 10, 1)).isEmpty)
    _ = screen.press(mouse(.drag, 11, 3))
    // What is beside the canvas counts as its edge.
    _ = screen.press(mouse(.drag, 79, 23))
    let acts = screen.press(mouse(.release, 79, 23))
    guard case .draw(let line)? = acts.first else {
      Issue.record("no line")
      return
    }
    #expect(line.points == [.init(x: 10.5, y: 1), .init(x: 11.5, y: 5), .init(x: 42, y: 42)])
    #expect(screen.unfinished.isEmpty)
    #expect(screen.press(mouse(.release, 3, 3)).isEmpty)
    #expect(screen.press(mouse(.drag, 3, 3)).isEmpty)
    // Not on the talk.
    #expect(screen.press(mouse(.press, 60, 5)).isEmpty)
  }

  @Test("A line that goes on for ever is drawn in pieces that hang together")
  func endless() {
    var screen = screen()
    _ = screen.press(mouse(.press, 0, 1))
    var drawn: [Stroke] = []
    for step in 1...(2 * RoomScreen.maximumPoints) {
      for act in screen.press(mouse(.drag, step % 2, 1)) { if case .draw(let line) = act { drawn.append(line) } }
    }
    #expect(drawn.count == 2)
    #expect(drawn[0].points.count == RoomScreen.maximumPoints)
    #expect(drawn[1].points.first == drawn[0].points.last)
  }

  @Test("Pens are chosen by mouse and by command, and the eraser is told to the room too (004-5, 004-11)")
  func pens() {
    var screen = screen()
    for pen in RoomScreen.pens {
      let acts = screen.press(mouse(.press, pen.column, 22))
      #expect(acts == (pen.color == nil ? [.say("/erase")] : []))
      if let color = pen.color { #expect(screen.pen.color == color) }
    }
    #expect(screen.pen.erases)
    #expect(screen.press(mouse(.press, RoomScreen.pens[1].column + 1, 22)) == [.say("/erase")])
    #expect(screen.pen == Pen(color: .red))
    #expect(type("/color blue", &screen).isEmpty)
    #expect(type("/width 12", &screen).isEmpty)
    #expect(screen.pen == Pen(color: .blue, width: 12))
    #expect(type("/erase", &screen) == [.say("/erase")])
    #expect(screen.pen.erases)
    #expect(type("/color", &screen).isEmpty)
    #expect(type("/width nan", &screen).isEmpty)
    #expect(screen.log.lines.suffix(2).allSatisfy { $0.hasPrefix("! /color") })
    #expect(screen.pen.width == 12)
  }

  @Test("What others draw meanwhile is seen until the line is whole (004-14)")
  func previews() throws {
    var screen = screen()
    let line = try Stroke(
      points: [.init(x: 1, y: 1)], width: 1, color: .green, screen: .init(width: 10, height: 10))
    let before = screen.canvasRevision
    screen.hear(.room(.preview(line, from: "eve")))
    #expect(screen.unfinished == [line])
    #expect(screen.canvasRevision > before)
    screen.hear(.room(.stroke(line, from: "eve", number: 3)))
    #expect(screen.unfinished.isEmpty)
    for number in 0..<100 { screen.hear(.room(.preview(line, from: "m\(number)"))) }
    #expect(screen.unfinished.count == 64)
    screen.hear(.disconnected(peer: "den", reason: "lost", partial: []))
    #expect(screen.unfinished.isEmpty)
    #expect(screen.state == .away)
  }

  @Test("Lines are said, kept for another time, and a pasted text is one of them")
  func lines() {
    var screen = screen()
    #expect(type("hello", &screen) == [.say("hello")])
    #expect(screen.press(.enter).isEmpty)
    _ = screen.press(.paste("two\nlines"))
    #expect(screen.press(.enter) == [.say("two lines")])
    _ = screen.press(.up)
    _ = screen.press(.up)
    #expect(screen.press(.enter) == [.say("hello")])
    #expect(screen.press(.control("d")) == [.say("/quit")])
    #expect(screen.press(.control("c")) == [.interrupt])
    #expect(screen.press(.control("z")) == [.suspend])
  }

  @Test("A text that has no room is not taken in part, and it is told")
  func tooLong() {
    for key in [Key.cutPaste, .paste(String(repeating: "x", count: Field.maximumSize))] {
      var screen = screen()
      _ = screen.press(.scalar("a"))
      _ = screen.press(key)
      #expect(screen.log.lines.contains { $0.contains("too long") })
      #expect(screen.press(.enter) == [.say("a")])
    }
  }

  @Test("Whatever the terminal's size, the screen fits it", arguments: [1, 2, 3, 10, 24, 200])
  func sizes(rows: Int) {
    for columns in [1, 5, 20, 47, 48, 80, 300] {
      var screen = screen(columns, rows)
      screen.hear(.room(.text(from: "bob", to: nil, text: "空格 and a long line of words", number: 1)))
      let layout = screen.layout
      #expect(layout.canvasColumns == 0 || layout.talkColumns >= 30)
      #expect(layout.talkColumn + layout.talkColumns <= max(columns, 1))
      #expect(layout.canvasColumns <= 2 * layout.bodyRows)
      let window = screen.log.window(columns: layout.talkColumns, height: layout.bodyRows)
      #expect(window.count <= layout.bodyRows)
      // A character of two columns has no room in one.
      if layout.talkColumns > 1 { #expect(window.allSatisfy { $0.columns <= layout.talkColumns }) }
      var painter = RoomPainter(colors: .any)
      let text = painter.paint(screen, .none)
      #expect(!text.isEmpty)
      #expect(painter.paint(screen, .none).isEmpty)
    }
  }

  @Test("Talk is broken at blanks, and moves back as far as there is something to see")
  func talk() {
    #expect(ChatLog.wrapped("one two three", columns: 7) == ["one two", "three"])
    #expect(ChatLog.wrapped("abcdefghij", columns: 4) == ["abcd", "efgh", "ij"])
    #expect(ChatLog.wrapped("空格空格", columns: 5) == ["空格", "空格"])
    #expect(ChatLog.wrapped("", columns: 5) == [""])
    var log = ChatLog()
    for number in 1...10 { log.append("\(number)") }
    #expect(log.window(columns: 5, height: 3) == ["8", "9", "10"])
    log.move(by: 2, columns: 5, height: 3)
    #expect(log.window(columns: 5, height: 3) == ["6", "7", "8"])
    log.move(by: 100, columns: 5, height: 3)
    #expect(log.window(columns: 5, height: 3) == ["1", "2", "3"])
    log.move(by: -100, columns: 5, height: 3)
    #expect(log.window(columns: 5, height: 3) == ["8", "9", "10"])
    for number in 0..<5_000 { log.append("\(number)") }
    #expect(log.lines.count <= ChatLog.limit + ChatLog.limit / 4)
    #expect(log.lines.last == "4999")
  }
}
