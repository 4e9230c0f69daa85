import Security
import Testing

@Suite("A petname") struct PetnameTests {
  @Test("takes the set, 1 to 32, not starting with - or .") func form() {
    for good in ["a", "studio", "A.b_c-9", "_x", "9", String(repeating: "x", count: 32)] {
      #expect(Petname(good)?.text == good)
    }
    for bad in ["", "-x", ".x", "a b", "ä", "a/b", "a\n", "a\0", String(repeating: "x", count: 33), "e\u{301}"] {
      #expect(Petname(bad) == nil)
    }
  }

  @Test(
    "is made of any name: each character outside the set becomes -, and it is cut to 32",
    arguments: [
      ("studio", "studio"), ("My Mac #2", "My-Mac--2"), ("-rf", "rf"), ("..", "peer"), ("", "peer"),
      ("空格", "peer"), ("空格 studio", "studio"), ("Jo\u{1b}[2J", "Jo--2J"), ("a\u{202e}b", "a-b"),
      (String(repeating: "y", count: 63), String(repeating: "y", count: 32)), ("👨‍👩‍👧x", "x"), ("a👨‍👩‍👧x", "a-x"),
    ])
  func made(_ name: String, _ expected: String) {
    #expect(Petname(madeFrom: name).text == expected)
    #expect(Petname(Petname(madeFrom: name).text) != nil)
  }

  @Test("that is taken gets -2, then -3, and stays within 32") func unique() throws {
    let name = try #require(Petname("studio"))
    #expect(name.unique { _ in false } == name)
    #expect(name.unique { $0 == name }.text == "studio-2")
    #expect(name.unique { ["studio", "studio-2"].contains($0.text) }.text == "studio-3")
    let long = try #require(Petname(String(repeating: "z", count: 32)))
    #expect(long.unique { $0 == long }.text == String(repeating: "z", count: 30) + "-2")
  }

  @Test("rights are read in either order and written in one", arguments: ["prefs", "files", "prefs,files", "none"])
  func rights(_ text: String) {
    #expect(Rights(text)?.description == text)
  }

  @Test("anything else is no right", arguments: ["", "all", "prefs,", ",prefs", "prefs,prefs", "Prefs", "prefs files"])
  func badRights(_ text: String) {
    #expect(Rights(text) == nil)
  }

  @Test("files,prefs means prefs,files") func order() {
    #expect(Rights("files,prefs") == .all)
  }
}
