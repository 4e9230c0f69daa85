import Documents
import KeyedArchive
import TestSupport
import Testing

@Suite("JSON that keeps types")
struct TypedJSONTests {
  private static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 1 << 16, maximumDepth: 32, maximumNodes: 1 << 16)

  private func read(_ text: String) throws(TextPropertyListError) -> PropertyList {
    try PropertyList(json: Array(text.utf8), limits: Self.limits)
  }

  @Test("generated values come back the same, each with its type", arguments: 1...200 as ClosedRange<UInt64>)
  func generated(seed: UInt64) throws {
    var generator = PropertyListGenerator(seed: seed, .stringKeys)
    let value = generator.value(depth: 6)
    #expect(try PropertyList(json: value.typedJSON(), limits: Self.limits) == value)
    #expect(try PropertyList(json: value.typedJSONLine(), limits: Self.limits) == value)
  }

  @Test(
    "each value has one form",
    arguments: [
      (.integer(1), "1"), (.real(1), "1.0"), (.bool(true), "true"), (.integer(.max), "\(Int128.max)"),
      (.integer(.min), "\(Int128.min)"), (.real32(0.1), #"{"$real32":0.1}"#), (.real(.nan), #"{"$real":"nan"}"#),
      (.real(-.infinity), #"{"$real":"-inf"}"#),
      (.real(Double(bitPattern: 0x7ff8_0000_0000_0001)), #"{"$real":"7ff8000000000001"}"#),
      (.real32(.infinity), #"{"$real32":"inf"}"#), (.date(0.25), #"{"$date":"2001-01-01T00:00:00.25Z"}"#),
      (.date(1e300), #"{"$date":1e+300}"#), (.data([0, 1, 2]), #"{"$data":"AAEC"}"#), (.uid(7), #"{"$uid":7}"#),
      (.set([.integer(1)]), #"{"$set":[1]}"#), (.null, "null"), (.real(-0.0), "-0.0"),
      (.dictionary(["$data": .string("x")]), #"{"$dict":{"$data":"x"}}"#),
      (.dictionary(["$dict": .integer(1), "a": .integer(2)]), #"{"$dict":{"$dict":1,"a":2}}"#),
      (.dictionary(["$date": .integer(1), "a": .integer(2)]), #"{"$date":1,"a":2}"#),
    ] as [(PropertyList, String)])
  func forms(value: PropertyList, text: String) throws {
    #expect(String(decoding: try value.typedJSONLine(), as: UTF8.self) == text)
    #expect(try read(text) == value)
  }

  @Test(
    "what people write is read",
    arguments: [
      (" [ 1 , 2 ]\n", .array([.integer(1), .integer(2)])), ("\u{FEFF}{}", .dictionary([:])), ("-0", .integer(0)),
      (#""\u00e9\ud83c\udfb5\/""#, .string("é🎵/")), ("1e2", .real(100)), (#"{"$date":0}"#, .date(0)),
      (#"{"$date":"2001-01-01T01:00:00+01:00"}"#, .date(0)), (#"{"a":1,"a":2}"#, .dictionary(["a": .integer(2)])),
    ] as [(String, PropertyList)])
  func read(text: String, value: PropertyList) throws {
    #expect(try PropertyList(json: Array(text.utf8), limits: Self.limits) == value)
  }

  @Test(
    "what is no JSON is refused with its line",
    arguments: [
      ("", .truncated), ("[1", .truncated), ("{\"a\"", .truncated), ("\"a", .truncated), ("[1,]", .unexpected),
      ("{a:1}", .unexpected), ("01", .number), ("1.", .number), ("1e", .number), ("1e999", .number), ("-", .number),
      ("\(UInt128.max)", .number), ("1 2", .severalValues), ("\"\u{1}\"", .string), (#""\ud800""#, .string),
      (#""\udc00""#, .string), (#""\x""#, .string), ("tru", .unexpected), (#"{"$date":"today"}"#, .typed("$date")),
      (#"{"$data":"!"}"#, .typed("$data")), (#"{"$uid":-1}"#, .typed("$uid")),
      (#"{"$dict":{},"a":1}"#, .typed("$dict")),
    ] as [(String, TextPropertyListError.Reason)])
  func refused(text: String, reason: TextPropertyListError.Reason) {
    #expect(throws: TextPropertyListError(reason, line: 2)) { try read("\n" + text) }
  }

  @Test("depth, nodes and size are bounded, and a million brackets cost no stack")
  func bounds() {
    #expect(throws: TextPropertyListError(.tooDeep(limit: 32), line: 1)) {
      try read(String(repeating: "[", count: 1_000_000))
    }
    #expect(throws: TextPropertyListError(.tooManyNodes(limit: 1 << 16), line: 1)) {
      try read("[" + String(repeating: "1,", count: 1 << 16) + "1]")
    }
    #expect(throws: TextPropertyListError(.tooLarge(limit: 1 << 20), line: 1)) {
      try read(String(repeating: " ", count: 1 << 20) + "1")
    }
  }

  @Test("damaged text is read or refused, never worse", arguments: 1...20 as ClosedRange<UInt64>)
  func damaged(seed: UInt64) throws {
    var generator = PropertyListGenerator(seed: seed, .stringKeys)
    var mutator = Mutator(seed: seed)
    let text = try generator.value(depth: 6).typedJSON()
    for _ in 0..<100 {
      if let value = try? PropertyList(json: mutator.mutation(of: text), limits: Self.limits) {
        #expect(try PropertyList(json: value.typedJSON(), limits: Self.limits) == value)
      }
    }
  }
}
