import SessionCore
import Testing

@Suite("Patterns for names") struct GlobTests {
  @Test(
    "a pattern fits as a shell's does, ASCII letters in either case",
    arguments: [
      ("*.mp3", "song.mp3", true), ("*.mp3", "SONG.MP3", true), ("*.mp3", "song.mp3.exe", false), ("*", "", true),
      ("?.txt", "a.txt", true), ("?.txt", ".txt", false), ("?.txt", "嗯.txt", true), ("a*b*c", "aXbYbZc", true),
      ("a*b*c", "aXbY", false), ("[a-c]x", "Bx", true), ("[!a-c]x", "bx", false), ("[!a-c]x", "dx", true),
      ("[]]", "]", true), ("[x", "[x", true), ("[z-a]", "m", false), ("[-a]", "-", true), ("Ä*", "äb", false),
      ("**", "anything", true), ("", "", true), ("", "a", false), ("*.m4a", "m4a", false),
    ])
  func fits(_ pattern: String, _ name: String, _ expected: Bool) {
    #expect(Glob(pattern).matches(name) == expected)
  }

  @Test("a pattern of many stars costs no more than its length times the name's") func stars() {
    let pattern = Glob(String(repeating: "*a", count: 200) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 4_000)))
  }
}

@Suite("What is let in") struct AcceptRulesTests {
  private let rules = AcceptRules(patterns: [Glob("*.mp3"), Glob("*.m4a")], maximumSize: 100)

  @Test("names and sizes decide, folders of the path do not") func files() {
    #expect(rules.allows(.file, path: "album/one.mp3", size: 100))
    #expect(!rules.allows(.file, path: "album/one.mp3", size: 101))
    #expect(!rules.allows(.file, path: "x.mp3/one.txt", size: 1))
    #expect(rules.allows(.file, path: "one.m4a", size: nil))
    #expect(!rules.allows(.directory, path: "x.mp3", size: nil))
    #expect(AcceptRules().allows(.directory, path: "x", size: nil))
    #expect(AcceptRules().allows(.file, path: "x", size: .max))
  }

  @Test("a file of unknown size is held to the largest that is taken") func unknown() {
    var transfers = IncomingTransfers(role: .host)
    let id = TransferID(rawValue: 1)
    _ = transfers.offered(Offer(id: id, kind: .file, path: "x", size: nil), maximum: 100)
    transfers.accept(id, at: 0)
    _ = transfers.began(id, at: 0)
    let first = transfers.chunk(id, count: 60, isLast: false)
    let second = transfers.chunk(id, count: 41, isLast: false)
    #expect(first == .write(offset: 0) && second == .cancel(.notAllowed))
  }
}
