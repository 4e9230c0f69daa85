import SessionCore
import Testing

@Suite("Key paths")
struct PreferencePathTests {
  @Test(
    "text and components stand for each other",
    arguments: [
      ("age", ["age"]), ("a.b.0.c", ["a", "b", "0", "c"]), (#"com\.apple\.x"#, ["com.apple.x"]),
      (#"a\\.b"#, [#"a\"#, "b"]), ("", [""]), ("a..b", ["a", "", "b"]), ("嗯.🎵", ["嗯", "🎵"]), ("a\nb", ["a\nb"]),
    ])
  func text(text: String, components: [String]) {
    #expect(PreferencePath(text: text)?.components == components)
    #expect(PreferencePath(components)?.text == text)
  }

  @Test(#"a character may be typed by its number, as it is shown"#)
  func number() {
    #expect(PreferencePath(text: #"a\u{A}b.\u{1F600}\u{2E}"#)?.components == ["a\nb", "😀."])
  }

  @Test(
    "a half escape is no path", arguments: [#"a\"#, #"\x"#, #"\u"#, #"\u{"#, #"\u{}"#, #"\u{D800}"#, #"\u{110000}"#])
  func refused(text: String) {
    #expect(PreferencePath(text: text) == nil)
  }

  @Test("a path leads 128 deep at most")
  func depth() {
    let deepest = String(repeating: "a.", count: 127)
    #expect(PreferencePath(text: deepest)?.components.count == 128)
    #expect(PreferencePath(text: deepest + ".") == nil)
    #expect(PreferencePath(text: deepest)?.appending("b") == nil)
    #expect(PreferencePath([]) == nil)
  }

  @Test("a composed and a decomposed é lead to different values")
  func codeUnits() {
    #expect(PreferencePath(key: "\u{e9}") != PreferencePath(key: "e\u{301}"))
    #expect(Set([PreferencePath(key: "\u{e9}"), PreferencePath(key: "e\u{301}")]).count == 2)
  }
}
