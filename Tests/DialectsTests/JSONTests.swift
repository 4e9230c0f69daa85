import Dialects
import TestSupport
import Testing

@Suite("JSON of a peer's")
struct JSONTests {
  static func read(_ text: String, depth: Int = 8, values: Int = 100) throws -> JSONValue {
    try text.bytes.withUnsafeBytes { try JSONReader.read($0, limits: JSONLimits(depth: depth, values: values)) }
  }

  @Test("every kind of value is read, with white space anywhere")
  func values() throws {
    let value = try Self.read(" { \"a\" : [ 1 , -2.5e2, true,false , null ] ,\"b\":{},\"c\":\"x\"} \n")
    #expect(value["a"] == .array([.number(1), .number(-250), .bool(true), .bool(false), .null]))
    #expect(value["b"] == .object([]))
    #expect(value["c"]?.string == "x")
    #expect(value["d"] == nil)
    #expect(try Self.read("[[],[[]]]") == .array([.array([]), .array([.array([])])]))
    #expect(try Self.read("0") == .number(0))
    #expect(try Self.read("{\"a\":1,\"a\":2}")["a"] == .number(2))
  }

  @Test("escapes are resolved, surrogate pairs too")
  func escapes() throws {
    #expect(try Self.read(#""\"\\\/\b\f\n\r\t\u55ef\ud83d\ude00嗯""#) == .string("\"\\/\u{8}\u{C}\n\r\t嗯😀嗯"))
  }

  @Test(
    "what is not JSON is refused",
    arguments: [
      "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "1e", "-",
      "+1", "nul", "truex", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ud83dx\"", "\"\u{1}\"", "1 2", "]",
      "1e999",
      "NaN", "[1}", "{\"a\":1]",
    ])
  func malformed(text: String) {
    #expect(throws: JSONError.self) { try Self.read(text) }
  }

  @Test("bytes that are no UTF-8 are refused")
  func invalid() {
    #expect(throws: JSONError.malformed(at: 0)) {
      try ([0x22, 0xFF, 0x22] as [UInt8]).withUnsafeBytes {
        try JSONReader.read($0, limits: JSONLimits(depth: 1, values: 1))
      }
    }
  }

  @Test("depth and number of values are bounded, and a bomb takes no stack")
  func limits() throws {
    _ = try Self.read("[[[]]]", depth: 3)
    #expect(throws: JSONError.tooDeep) { try Self.read("[[[]]]", depth: 2) }
    #expect(throws: JSONError.tooDeep) {
      try Self.read(String(repeating: "[", count: 1_000_000), depth: 1_000, values: 10_000)
    }
    #expect(throws: JSONError.tooManyValues) { try Self.read("[1,2,3]", values: 3) }
    let deep = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
    _ = try Self.read(deep, depth: 1_000, values: 1_000)
  }

  @Test("whatever a peer changes, the reader gives a value or an error")
  func mutations() {
    var mutator = Mutator(seed: 3)
    let seed = "{\"path\":[{\"x\":1.5,\"y\":-2},{\"x\":0,\"y\":1e3}],\"s\":\"a\\u00e4\\n\",\"n\":null,\"t\":[true,{}]}"
      .bytes
    for _ in 0..<20_000 {
      mutator.mutation(of: seed).withUnsafeBytes { bytes in
        _ = try? JSONReader.read(bytes, limits: JSONLimits(depth: 8, values: 100))
      }
    }
  }
}
