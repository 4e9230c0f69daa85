import Documents
import KeyedArchive
import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("What is wrong with a property list, in words")
struct PropertyListTextTests {
  private static let limits = PropertyListLimits(
    maximumSize: 200, maximumObjects: 100, maximumDepth: 4, maximumNodes: 50)

  /// Documents, and the words for what is wrong with them.
  static let documents: [(String, String)] = [
    ("garbage", "it is no property list"),
    ("<plist><dict><key>a</key></dict></plist>", #"line 1: the key "a" has no value"#),
    ("<plist>\n<dict><key>a</key><int>1</int></dict></plist>", #"line 2: an element "int" has no place there"#),
    ("<plist><dict>\n</array></plist>", #"line 2: the end tag "array" does not fit the element that is open"#),
    ("<plist><integer>x\u{1b}</integer></plist>", "line 1: there is a character that XML does not allow"),
    ("<plist><integer>x</integer></plist>", #"line 1: "x" is no integer"#),
    ("<!DOCTYPE plist [<!ENTITY a 'b'>]>", "line 1: it declares entities of its own, which no property list has"),
    ("<plist><array><array><array><array><array/></array>", "line 1: values are nested deeper than 4"),
    ("<plist><dict>", "line 1: it ends in the middle"), (#"{"a": tru}"#, "line 1: something else is expected there"),
    (#"{"a": {"$date": "x"}}"#, #"line 1: what "$date" stands for is not one of its kind"#),
    ("bplist00", "it ends in the middle"),
    (String(repeating: " ", count: 200) + "{}", "line 1: it has more than 200 bytes"),
  ]

  @Test("no Swift name reaches a person, and lines are told", arguments: documents)
  func words(document: String, words: String) throws {
    let error = #expect(throws: PropertyListDocumentError.self) {
      try PropertyListDocument(anyForm: Array(document.utf8), limits: Self.limits)
    }
    let text = FailureText(Failure(.malformed, "p", detail: try #require(error).code))
    #expect(text.message == "\"p\" is malformed: \(words)")
  }

  @Test(
    "what cannot be written is told by what it is",
    arguments: [
      (PropertyList.uid(1), "XML has no form for one of the values, which only keyed archives have"),
      (.string("\u{1}"), "XML has no form for the character \\u{1} in one of the texts"),
      (.date(1e300), "XML has no form for a date before the year 0 or behind 9999"),
    ])
  func writing(value: PropertyList, words: String) throws {
    let error = #expect(throws: PropertyListDocumentWriteError.self) {
      try PropertyListDocument(value, format: .xml).bytes()
    }
    #expect(PropertyListText.words(try #require(error).code) == words)
  }

  @Test(
    "any other text is none of these codes",
    arguments: ["", "plist:", "plist:xml:1:new:", "xml:1:2:3:text", "Is a directory"])
  func others(text: String) {
    #expect(PropertyListText.words(text) == nil)
  }
}
