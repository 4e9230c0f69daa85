import SessionCore
import Testing

@Suite("Names from a peer")
struct NameRulesTests {
  /// What a peer may try, and what each is refused for, wherever it stands (000-29).
  static let hostile: [(String, NameRules.Refusal)] = [
    ("", .empty), (".", .dots), ("..", .dots), ("/", .separator), ("//", .separator), ("../x", .separator),
    ("../../etc/passwd", .separator), ("/etc/x", .separator), ("a/b", .separator), ("a/", .separator),
    ("/a", .separator), ("./a", .separator), ("a/..", .separator), ("a/../../b", .separator), ("..//", .separator),
    ("/\u{301}", .separator), ("a/\u{338}b", .separator), (".\0", .control), ("..\0", .control), ("\0", .control),
    ("a\0", .control), ("a\0.mp3", .control), ("\0/etc/passwd", .control), ("a\nb", .control), ("a\r", .control),
    ("\t", .control), ("\u{1b}[31mred", .control), ("\u{1b}]0;title\u{7}", .control), ("\u{7}", .control),
    ("\u{8}\u{8}x", .control), ("a\u{7f}", .control), ("\u{80}", .control), ("a\u{85}b", .control),
    ("\u{9b}31m", .control), ("\u{9d}0;x", .control), ("\u{9f}", .control), ("\u{1f}", .control),
    ("\u{feff}song.mp3", .control), ("song\u{feff}.mp3", .control), ("a\u{202a}b", .direction),
    ("a\u{202b}b", .direction), ("a\u{202c}b", .direction), ("a\u{202d}b", .direction),
    ("song\u{202e}3pm.exe", .direction), ("\u{2066}", .direction), ("a\u{2067}b", .direction),
    ("a\u{2068}b", .direction), ("a\u{2069}b", .direction), ("\u{202e}", .direction),
    (String(repeating: "x", count: 201), .tooLong), (String(repeating: "x", count: 256), .tooLong),
    (String(repeating: "é", count: 101), .tooLong), (String(repeating: "空", count: 67), .tooLong),
    (String(repeating: "🎵", count: 51), .tooLong), ("a" + String(repeating: "\u{301}", count: 100), .tooLong),
    (String(repeating: "../", count: 100), .separator), ("C:/x", .separator), ("~/x", .separator),
    ("file:///etc/passwd", .separator), ("a/\u{200d}", .separator), (".\u{0}.", .control), (" /x", .separator),
  ]

  @Test("sixty names that no file may have are refused, each for its reason (000-29)", arguments: hostile)
  func refused(name: String, reason: NameRules.Refusal) {
    #expect(throws: reason) { try NameRules.top(name, longNames: .refused) }
    #expect(throws: reason) { try NameRules.component(name, longNames: .refused) }
  }

  @Test("the table has sixty names and no name twice")
  func table() {
    #expect(Self.hostile.count >= 60)
    #expect(Set(Self.hostile.map { Array($0.0.utf8) }).count == Self.hostile.count)
  }

  @Test(
    "a name that looks odd and harms nothing is kept, byte by byte",
    arguments: [
      "song.mp3", "空 格.mp3", "ge's \"Mac\"; 🎵", "a\\b", "...", "..a", " ", "~", "CON", "a:b", "$(id)", "`id`",
      "e\u{301}.mp3", "é.mp3", "👨‍👩‍👧.txt", "a\u{200d}b", "a\u{200e}b", "*?", String(repeating: "x", count: 200),
      String(repeating: "é", count: 100),
    ])
  func kept(name: String) throws {
    #expect(Array(try NameRules.component(name, longNames: .refused).utf8) == Array(name.utf8))
  }

  @Test(
    "a name at the top that is an option or hidden gets an underscore, inside a tree it does not",
    arguments: ["-rf", ".bashrc", "--", ".song.mp3.7.part", "...", "..a"])
  func leading(name: String) throws {
    #expect(try NameRules.top(name, longNames: .refused) == "_" + name)
    #expect(try NameRules.component(name, longNames: .refused) == name)
    #expect(try NameRules.path(name + "/" + name, maximumDepth: 2, longNames: .refused) == ["_" + name, name])
  }

  @Test(
    "a long name is shortened before its extension, between characters",
    arguments: [
      (String(repeating: "x", count: 250) + ".mp3", String(repeating: "x", count: 196) + ".mp3"),
      (String(repeating: "空", count: 80) + ".mp3", String(repeating: "空", count: 65) + ".mp3"),
      (String(repeating: "x", count: 300), String(repeating: "x", count: 200)),
      ("." + String(repeating: "x", count: 300), "." + String(repeating: "x", count: 199)),
      ("a." + String(repeating: "x", count: 300), "a." + String(repeating: "x", count: 198)),
      (String(repeating: "x", count: 300) + ".", String(repeating: "x", count: 200)),
      ("a" + String(repeating: "\u{301}", count: 200), "a" + String(repeating: "\u{301}", count: 99)),
    ])
  func shortened(name: String, short: String) throws {
    let result = try NameRules.component(name, longNames: .shortened)
    #expect(Array(result.utf8) == Array(short.utf8))
    #expect(result.utf8.count <= NameRules.maximumBytes)
  }

  @Test("what is refused for another reason is not saved by being too long")
  func notSaved() {
    #expect(throws: NameRules.Refusal.separator) {
      try NameRules.component(String(repeating: "x", count: 300) + "/..", longNames: .shortened)
    }
  }

  @Test("a path is its components, as deep as allowed")
  func path() throws {
    #expect(try NameRules.path("a/.b/-c/d e", maximumDepth: 4, longNames: .refused) == ["a", ".b", "-c", "d e"])
    #expect(throws: NameRules.Refusal.tooDeep) {
      try NameRules.path("a/.b/-c/d e", maximumDepth: 3, longNames: .refused)
    }
  }

  @Test(
    "a path with one bad component is refused as a whole",
    arguments: [
      ("", NameRules.Refusal.empty), ("/a", .empty), ("a//b", .empty), ("a/", .empty), ("a/../b", .dots),
      ("./a", .dots),
      ("a/.", .dots), ("a/b\0", .control), ("a/\u{202e}b", .direction),
      ("a/" + String(repeating: "x", count: 201), .tooLong),
      ("a/\u{301}b/..", .dots),
    ])
  func badPath(path: String, reason: NameRules.Refusal) {
    #expect(throws: reason) { try NameRules.path(path, maximumDepth: 9, longNames: .refused) }
  }

  @Test(
    "a number goes before the extension and the name still fits a file system",
    arguments: [
      ("song.mp3", 2, "song (2).mp3"), ("song", 3, "song (3)"), (".hidden", 2, ".hidden (2)"),
      ("a.tar.gz", 2, "a.tar (2).gz"), ("空 格.m4a", 12, "空 格 (12).m4a"), ("a.", 2, "a. (2)"),
      (String(repeating: "x", count: 251) + ".mp3", 2, String(repeating: "x", count: 247) + " (2).mp3"),
    ])
  func numbered(name: String, number: Int, result: String) {
    #expect(NameRules.numbered(name, number) == result)
    #expect(NameRules.numbered(name, number).utf8.count <= 255)
  }
}
