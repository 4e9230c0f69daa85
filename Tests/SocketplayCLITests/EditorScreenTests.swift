import Editor
import KeyedArchive
import SessionCore
import Sys
import Testing

@testable import SocketplayCLI

@Suite("The editor's screen")
struct EditorScreenTests {
  private static let keys: PropertyListDictionary = [
    "age": .integer(80), "空格のキー🙂": .string("Eve 空格 👨‍👩‍👧 \u{1B}[31m\u{9B}"), "": .bool(true),
    "window": .dictionary(["width": .real(1.5)]), "blob": .data([1, 2, 3]),
  ]

  private func screen(_ model: inout EditorModel, _ columns: Int, _ rows: Int) -> Screen {
    model.resize(rows: rows - EditorScreen.frame)
    return EditorScreen(model: model, title: "studio\u{1B}[2J", size: TerminalSize(columns: columns, rows: rows))
      .screen()
  }

  @Test("Every size gives its lines, none wider than the terminal, none with a control in it")
  func everySize() {
    var model = EditorModel(Self.keys)
    _ = model.press(.end)
    _ = model.press(.up)
    _ = model.press(.right)
    for columns in [1, 2, 7, 20, 39, 40, 80, 200] {
      for rows in [1, 2, 3, 4, 10, 24] {
        let screen = screen(&model, columns, rows)
        #expect(screen.lines.count == rows)
        for line in screen.lines {
          #expect(
            line.pieces.allSatisfy { $0.column < columns && $0.column + $0.text.columns <= columns }, "\(line.pieces)")
          #expect(!line.plainText.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        }
      }
    }
  }

  @Test("A row shows mark, key, type and value; wide characters push nothing aside")
  func row() throws {
    var model = EditorModel(Self.keys)
    for key in [Key.enter, .control("u"), .scalar("8"), .enter] { _ = model.press(key) }
    let lines = screen(&model, 80, 24).lines.map(\.plainText)
    #expect(lines[1] == "*   age                            int    8  was 80")
    #expect(lines[2].hasPrefix("    空格のキー🙂                   string \"Eve 空格 👨‍👩‍👧 \\u{1B}[31m\\u{9B}\""))
    #expect(lines[3] == "    \"\"                             bool   true")
    #expect(lines[4] == "  ▸ window                         dict   1 key")
    #expect(lines[5] == "    blob                           data   3 B")
    #expect(lines[0].hasSuffix("5 keys  1 not sent"))
  }

  @Test("The cursor stands where something is typed, in a field longer than its room too")
  func cursor() throws {
    var model = EditorModel(["text": .string(String(repeating: "空", count: 200))])
    #expect(screen(&model, 80, 24).cursor == nil)
    _ = model.press(.enter)
    for _ in 0..<250 {
      let cursor = try #require(screen(&model, 80, 24).cursor)
      #expect(cursor.row == 1)
      #expect(cursor.column < 80)
      _ = model.press(.left)
    }
    #expect(screen(&model, 80, 24).cursor?.column == EditorRow.Layout(columns: 80).value)
  }

  @Test("That a paste is too long is told wherever something is typed: a value, a key, a search")
  func tooLong() {
    for opening in [Key.enter, .scalar("a"), .scalar("/")] {
      var model = EditorModel(Self.keys)
      for key in [opening, .cutPaste] { _ = model.press(key) }
      let lines = screen(&model, 80, 24).lines.map(\.plainText)
      #expect(lines.contains { $0.contains("too long to type or paste here: prefs edit takes it") }, "\(opening)")
    }
  }

  @Test("The list of keys, hints and questions fit 80x24")
  func fits() {
    let lines = EditorText.help + [EditorText.hints, EditorText.searchHints, EditorText.typingHints]
    for line in lines { #expect(line.columns <= 79, "\(line)") }
    #expect(EditorText.help.count <= 24 - EditorScreen.frame)
    var model = EditorModel(["a": .integer(1)])
    for key in [Key.delete, .scalar("q")] { _ = model.press(key) }
    for question in [EditorModel.Question.leave, .overwrite] {
      #expect(EditorText.line(question, model).columns <= 79)
    }
  }

  @Test("Painted is only what is another than before")
  func painter() {
    var model = EditorModel(Self.keys)
    var painter = Painter(colors: true)
    #expect(painter.paint(screen(&model, 80, 24)).contains("\u{1B}[2J"))
    #expect(painter.paint(screen(&model, 80, 24)).isEmpty)
    _ = model.press(.down)
    let text = painter.paint(screen(&model, 80, 24))
    #expect(text.contains("\u{1B}[2;1H") && text.contains("\u{1B}[3;1H"))
    #expect(!text.contains("\u{1B}[4;1H") && !text.contains("\u{1B}[1;1H"))
    painter.forget()
    #expect(painter.paint(screen(&model, 80, 24)).contains("\u{1B}[2J"))
    var plain = Painter(colors: false)
    #expect(!plain.paint(screen(&model, 80, 24)).contains(";33m"))
  }
}
