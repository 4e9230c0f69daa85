import Editor
import KeyedArchive
import SessionCore
import Testing

@Suite("Edits that are not sent yet")
struct DraftTests {
  private static let keys: PropertyListDictionary = [
    "age": .integer(80), "name": .string("x"), "list": .array([.integer(1), .integer(2), .integer(3)]),
    "window": .dictionary(["width": .integer(640), "size": .dictionary(["w": .real(1)])]),
  ]

  private func path(_ text: String) throws -> PreferencePath { try #require(PreferencePath(text: text)) }

  /// The store after what is to be sent was made there.
  private func sent(_ draft: Draft) throws -> PropertyListDictionary {
    var keys = draft.keys
    _ = try keys.apply(draft.toSend.edits)
    return keys
  }

  @Test("A nested value is edited alone, with what was there as its base (000-32)")
  func nested() throws {
    var draft = Draft(Self.keys)
    try draft.set(.integer(800), at: try path("window.width"))
    #expect(draft.toSend.edits == [PreferenceEdit(try path("window.width"), to: .integer(800))])
    #expect(draft.toSend.base[try path("window.width")] == .some(.integer(640)))
    #expect(draft.value(at: try path("window"))?.dictionaryValue?["width"] == .integer(800))
    #expect(draft.shallowValue(at: try path("window")) == Self.keys["window"])
    #expect(draft.mark(at: try path("window")) == .below)
    #expect(draft.mark(at: try path("window.width")) == .changed)
    #expect(draft.mark(at: try path("window.size")) == .none)
  }

  @Test("An edit that is taken back by hand is none")
  func back() throws {
    var draft = Draft(Self.keys)
    try draft.set(.integer(81), at: try path("age"))
    try draft.set(.integer(80), at: try path("age"))
    #expect(draft.edits.isEmpty)
    try draft.set(.integer(1), at: try path("new"))
    try draft.set(nil, at: try path("new"))
    #expect(draft.edits.isEmpty)
  }

  @Test("1 is not true, and 1.0 is not 1: another type is an edit")
  func types() throws {
    for value in [PropertyList.bool(true), .real(80), .string("80"), .real32(80)] {
      var draft = Draft(Self.keys)
      try draft.set(value, at: try path("age"))
      #expect(draft.toSend.edits.map(\.value) == [value])
    }
  }

  @Test("A key that is to be removed stays to be seen, and one that is new stands behind the others")
  func names() throws {
    var draft = Draft(Self.keys)
    try draft.set(nil, at: try path("age"))
    try draft.set(.integer(1), at: try path("zeta"))
    try draft.set(.integer(1), at: try path("beta"))
    #expect(draft.names(below: nil) == ["age", "name", "list", "window", "beta", "zeta"])
    #expect(draft.mark(at: try path("age")) == .removed)
    #expect(draft.mark(at: try path("beta")) == .added)
    #expect(draft.value(at: try path("age")) == nil)
  }

  @Test("What is added in something new is part of it: one edit")
  func added() throws {
    var draft = Draft(Self.keys)
    try draft.set(.dictionary([:]), at: try path("new"))
    try draft.set(.dictionary([:]), at: try path("new.inner"))
    try draft.set(.integer(1), at: try path("new.inner.a"))
    #expect(draft.edits.count == 1)
    #expect(draft.names(below: try path("new.inner")) == ["a"])
    #expect(try sent(draft)["new"] == .dictionary(["inner": .dictionary(["a": .integer(1)])]))
    try draft.set(nil, at: try path("new.inner"))
    #expect(try sent(draft)["new"] == .dictionary([:]))
  }

  @Test("An element that goes or comes makes the array one edit, with what was edited in it before")
  func arrays() throws {
    var draft = Draft(Self.keys)
    try draft.set(.integer(20), at: try path("list.1"))
    #expect(draft.edits.keys.map(\.text) == ["list.1"])
    try draft.set(nil, at: try path("list.0"))
    #expect(draft.edits.keys.map(\.text) == ["list"])
    #expect(draft.value(at: try path("list")) == .array([.integer(20), .integer(3)]))
    try draft.set(.string("end"), at: try path("list.2"))
    #expect(try sent(draft)["list"] == .array([.integer(20), .integer(3), .string("end")]))
  }

  @Test("Removing a container takes the edits in it along")
  func containers() throws {
    var draft = Draft(Self.keys)
    try draft.set(.real(2), at: try path("window.size.w"))
    try draft.set(.real(2), at: try path("window.size.h"))
    #expect(draft.count(at: try path("window.size")) == 2)
    try draft.set(nil, at: try path("window"))
    #expect(draft.toSend.edits == [PreferenceEdit(try path("window"), to: nil)])
  }

  @Test("A dictionary typed in a dictionary's place is edits of what differs")
  func dictionaries() throws {
    var draft = Draft(Self.keys)
    try draft.set(
      .dictionary(["width": .integer(640), "size": .dictionary(["h": .real(3)])]), at: try path("window"))
    #expect(Set(draft.edits.keys.map(\.text)) == ["window.size.w", "window.size.h"])
    try draft.set(.string("none"), at: try path("window"))
    #expect(draft.edits.keys.map(\.text) == ["window"])
  }

  @Test("A change of somebody else under an edit is a conflict, until one of both gives way")
  func conflicts() throws {
    var draft = Draft(Self.keys)
    try draft.set(.integer(81), at: try path("age"))
    let fits1 = draft.heard([KeyChange(key: "age", from: .integer(80), to: .integer(90))])
    #expect(fits1)
    #expect(draft.conflicts == [try path("age")])
    #expect(draft.mark(at: try path("age")) == .conflict)
    #expect(draft.toSend.base[try path("age")] == .some(.integer(80)))
    draft.believeWhatIsThere()
    #expect(draft.conflicts.isEmpty)
    #expect(draft.toSend.base[try path("age")] == .some(.integer(90)))
    // The others came to the same.
    let fits2 = draft.heard([KeyChange(key: "age", from: .integer(90), to: .integer(81))])
    #expect(fits2)
    #expect(draft.edits.isEmpty)
  }

  @Test("A change that does not fit what is known asks for all of it")
  func unfit() {
    var draft = Draft(Self.keys)
    let fits3 = draft.heard([KeyChange(key: "age.b", from: nil, to: .integer(1))])
    #expect(!fits3)
    let fits4 = draft.heard([KeyChange(key: "list.9", from: nil, to: .integer(1))])
    #expect(!fits4)
    let fits5 = draft.heard([KeyChange(key: #"\x"#, from: nil, to: .integer(1))])
    #expect(!fits5)
  }

  @Test("Keys with dots, nothing, line breaks and two forms of one letter are told apart")
  func oddKeys() throws {
    let odd = ["a.b", "", "line\nbreak", "\u{E9}", "e\u{301}", "空格", "👨‍👩‍👧"]
    var draft = Draft(PropertyListDictionary(odd.map { ($0, .integer(0)) }))
    for (number, key) in odd.enumerated() { try draft.set(.integer(Int128(number + 1)), at: PreferencePath(key: key)) }
    #expect(draft.edits.count == odd.count)
    let after = try sent(draft)
    for (number, key) in odd.enumerated() { #expect(after[key] == .integer(Int128(number + 1))) }
  }
}
