import KeyedArchive
import SessionCore
import TestSupport
import Testing

@Suite("Edits of preferences")
struct PreferenceEditTests {
  private static let keys: PropertyListDictionary = [
    "age": .integer(80), "window": .dictionary(["width": .real32(1.5), "when": .date(0.25)]),
    "list": .array([.string("a"), .dictionary(["b": .bool(true)]), .data([1])]),
  ]

  private func edited(
    _ text: String, _ value: PropertyList?
  ) throws -> (keys: PropertyListDictionary, change: KeyChange?) {
    var keys = Self.keys
    let change = try keys.apply(PreferenceEdit(try #require(PreferencePath(text: text)), to: value))
    return (keys, change)
  }

  @Test("a nested set touches that leaf alone, and every other value keeps its type (000-8)")
  func leaf() throws {
    let (keys, change) = try edited("window.width", .real(2))
    #expect(change == KeyChange(key: "window.width", from: .real32(1.5), to: .real(2)))
    #expect(keys["window"] == .dictionary(["width": .real(2), "when": .date(0.25)]))
    #expect(keys["list"] == Self.keys["list"])
    #expect(try edited("list.1.b", .bool(false)).keys["list"]?.child("1") == .dictionary(["b": .bool(false)]))
  }

  @Test("dictionaries that are made on the way are what changed, and go when it is taken back (000-32)")
  func madeOnTheWay() throws {
    for (path, key) in [("new.a.b", "new"), ("window.at.x", "window.at"), ("new", "new")] {
      var (keys, change) = try edited(path, .integer(1))
      let made = try #require(change)
      let top = try #require(PreferencePath(text: key))
      #expect(made == KeyChange(key: key, from: nil, to: keys[top]))
      _ = try keys.apply(try #require(PreferenceEdit(undoing: made)))
      #expect(keys == Self.keys)
    }
  }

  @Test("what is as it should be is no change, and 1, 1.0 and true are three values")
  func unchanged() throws {
    #expect(try edited("age", .integer(80)).change == nil)
    #expect(try edited("age", .real(80)).change != nil)
    #expect(try edited("age.x", nil).change == nil)
    #expect(try edited("none", nil).change == nil)
  }

  @Test("removing a key is not emptying it (000-32)")
  func removal() throws {
    #expect(try edited("age", nil).keys["age"] == nil)
    #expect(try edited("age", .string("")).keys["age"] == .string(""))
    let (keys, change) = try edited("window.when", nil)
    #expect(change == KeyChange(key: "window.when", from: .date(0.25), to: nil))
    #expect(keys["window"] == .dictionary(["width": .real32(1.5)]))
  }

  @Test("missing dictionaries are made on the way, arrays grow at their end alone")
  func missing() throws {
    #expect(try edited("a.b", .integer(1)).keys["a"] == .dictionary(["b": .integer(1)]))
    #expect(try edited("list.3", .integer(1)).keys["list"]?.arrayValue?.count == 4)
    for text in ["list.4", "list.-1", "list.01", "list.x", "list.3.x"] {
      #expect(throws: PreferenceEditError.noSuchPosition(try #require(PreferencePath(text: text)))) {
        try edited(text, .integer(1))
      }
    }
    #expect(throws: PreferenceEditError.self) { try edited("age.x", .integer(1)) }
  }

  @Test("an element removed from an array is a change of the array, so that it can be taken back")
  func element() throws {
    let (keys, change) = try edited("list.0", nil)
    let rest = Array((Self.keys["list"]?.arrayValue ?? []).dropFirst())
    #expect(change == KeyChange(key: "list", from: Self.keys["list"], to: .array(rest)))
    var back = keys
    _ = try back.apply(try #require(change.flatMap(PreferenceEdit.init(undoing:))))
    #expect(back == Self.keys)
  }

  @Test("100,000 keys are removed one by one in no time")
  func many() throws {
    var keys = PropertyListDictionary((0..<100_000).map { ("key \($0)", .integer(1)) })
    for number in 0..<99_999 { _ = try keys.apply(PreferenceEdit(PreferencePath(key: "key \(number)"), to: nil)) }
    #expect(keys == ["key 99999": .integer(1)])
    #expect(keys.entries.count == 1)
  }

  @Test(
    "the difference of two generated dictionaries makes one into the other, and back",
    arguments: 1...100 as ClosedRange<UInt64>)
  func difference(seed: UInt64) throws {
    var generator = PropertyListGenerator(seed: seed, .stringKeys)
    func generated() -> PropertyListDictionary {
      PropertyListDictionary((0..<8).map { ("\($0)", generator.value(depth: 5)) })
    }
    let old = generated()
    var new = generated()
    // Some of it is equal.
    for key in ["1", "3", "5"] { new[key] = old[key] }
    new["2"] = .dictionary(["same": old["2"] ?? .null, "a": .integer(1)])
    new["7"] = nil
    let changes = PreferencesDiff.changes(from: old, to: new)
    var there = old
    #expect(try there.apply(PreferencesDiff.edits(from: old, to: new)) == changes)
    #expect(there == new)
    _ = try there.apply(changes.reversed().compactMap(PreferenceEdit.init(undoing:)))
    #expect(there == old)
    #expect(PreferencesDiff.changes(from: old, to: old).isEmpty)
  }

  @Test("positions of one array are in order from its end, and those within an element before it")
  func behind() {
    let texts = ["list.1", "list.10", "list.1.x.2", "list.0", "other.3", "list.2"]
    let order = texts.compactMap { PreferencePath(text: $0) }.sorted { $0.isBehind($1) }.map(\.text)
    #expect(order == ["other.3", "list.10", "list.2", "list.1.x.2", "list.1", "list.0"])
  }
}
