@testable import Editor
import KeyedArchive
import SessionCore
import Testing

@Suite("Rows of a tree")
struct RowsTests {
  private static let keys: PropertyListDictionary = [
    "a": .integer(1),
    "b": .dictionary([
      "x": .string("Hello"), "y": .dictionary(["deep": .bool(true)]), "z": .array([.integer(7), .integer(8)]),
    ]),
    "c": .array([.string("one"), .dictionary(["k": .string("wörld")])]),
    "d": .string("end"),
  ]

  private func all(_ rows: Rows) -> [String] { (0..<rows.count).compactMap { rows[$0]?.text } }

  private func paths(_ texts: [String]) throws -> Set<PreferencePath> {
    Set(try texts.map { try #require(PreferencePath(text: $0)) })
  }

  @Test("Only what is open is listed, in the store's order")
  func open() throws {
    let draft = Draft(Self.keys)
    #expect(all(Rows(draft, open: [])) == ["a", "b", "c", "d"])
    #expect(all(Rows(draft, open: try paths(["b"]))) == ["a", "b", "b.x", "b.y", "b.z", "c", "d"])
    let rows = Rows(draft, open: try paths(["b", "b.y", "b.z", "c", "c.1"]))
    #expect(
      all(rows) == ["a", "b", "b.x", "b.y", "b.y.deep", "b.z", "b.z.0", "b.z.1", "c", "c.0", "c.1", "c.1.k", "d"])
  }

  @Test("Row and path lead to each other, whatever is open")
  func bothWays() throws {
    let draft = Draft(Self.keys)
    let containers = ["b", "b.y", "b.z", "c", "c.1"]
    for choice in 0..<32 {
      let open = containers.enumerated().filter { choice >> $0.offset & 1 == 1 }.map(\.element)
      let rows = Rows(draft, open: try paths(open))
      for row in 0..<rows.count { #expect(rows[row].flatMap(rows.row(of:)) == row) }
      #expect(rows[rows.count] == nil)
      #expect(rows[-1] == nil)
    }
  }

  @Test("A search shows what matches by key or text, whatever its case, and what leads there")
  func search() throws {
    let draft = Draft(Self.keys)
    func found(_ text: String, open: [String] = []) throws -> [String] {
      all(Rows(draft, matching: try #require(Search(text)), open: try paths(open)))
    }
    #expect(try found("hELLO") == ["b", "b.x"])
    #expect(try found("DEEP") == ["b", "b.y", "b.y.deep"])
    #expect(try found("WÖRLD") == ["c", "c.1", "c.1.k"])
    #expect(try found("true") == ["b", "b.y", "b.y.deep"])
    #expect(try found("nothing such").isEmpty)
    // A container that matches by its key alone stays closed unless it was open.
    #expect(try found("z") == ["b", "b.z"])
    #expect(try found("z", open: ["b.z"]) == ["b", "b.z", "b.z.0", "b.z.1"])
  }

  @Test("A search finds what is edited, and what is to be removed")
  func searchInEdits() throws {
    var draft = Draft(Self.keys)
    try draft.set(.string("needle"), at: try #require(PreferencePath(text: "b.y.deep")))
    try draft.set(.string("needle"), at: PreferencePath(key: "new"))
    try draft.set(nil, at: PreferencePath(key: "d"))
    let rows = Rows(draft, matching: try #require(Search("needle")), open: [])
    #expect(all(rows) == ["b", "b.y", "b.y.deep", "new"])
    #expect(all(Rows(draft, matching: try #require(Search("end")), open: [])) == ["d"])
  }

  @Test("A hundred thousand keys: a row is found without listing them, a search looks at each once")
  func many() throws {
    let inner = PropertyListDictionary((0..<1_000).map { ("inner\($0)", .integer(Int128($0))) })
    let keys = PropertyListDictionary((0..<100).map { ("outer\($0)", .dictionary(inner)) })
    let draft = Draft(keys)
    let open = Set((0..<100).map { PreferencePath(key: "outer\($0)") })
    let rows = Rows(draft, open: open)
    #expect(rows.count == 100_100)
    #expect(rows[100_099]?.text == "outer99.inner999")
    #expect(rows[1_001]?.text == "outer1")
    let found = Rows(draft, matching: try #require(Search("INNER999")), open: [])
    #expect(found.count == 200)
  }
}
