import Testing

@testable import SocketplayCLI

@Suite("Answers for a person")
struct AnswerTextTests {
  @Test(
    "lines stay lines, and what a terminal would act on is written out (003-10)",
    arguments: [
      ("TWO\n", "TWO\n", "7: TWO"), ("TWO", "TWO", "7: TWO"), ("", "", "7: "), ("\n", "\n", "7: "),
      ("a\nb\n", "a\nb\n", "7: a\n   b"), ("a\r\nb", "a\nb", "7: a\n   b"),
      ("a\n\n8: b", "a\n\n8: b", "7: a\n   \n   8: b"),
      ("a\tb\rc", "a\tb\\u{D}c", "7: a\tb\\u{D}c"),
      ("\u{1b}[2J\u{9b}m\u{7}", "\\u{1B}[2J\\u{9B}m\\u{7}", "7: \\u{1B}[2J\\u{9B}m\\u{7}"),
      ("嗯\u{202e}x", "嗯\\u{202E}x", "7: 嗯\\u{202E}x"),
    ])
  func shown(answer: String, whole: String, numbered: String) {
    #expect(AnswerText.whole(Array(answer.utf8)) == whole)
    #expect(AnswerText.numbered(Array(answer.utf8), 7) == numbered)
  }

  @Test("bytes that are no UTF-8 are written out")
  func bytes() {
    #expect(AnswerText.whole([0x61, 0xFF, 0x0A, 0xC3]) == "a\\u{FF}\n\\u{C3}")
  }
}
