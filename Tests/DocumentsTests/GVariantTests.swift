import Documents
import KeyedArchive
import Testing

@Suite("GVariant's text form")
struct GVariantTests {
  /// As `dconf dump` printed them, with the property list's value.
  private static let printed: [(text: String, type: String, value: PropertyList)] = [
    ("5", "i", .integer(5)), ("-7", "i", .integer(-7)), ("uint32 7", "u", .integer(7)),
    ("byte 0x0a", "y", .integer(10)),
    ("uint64 18446744073709551615", "t", .integer(18_446_744_073_709_551_615)), ("int64 -5", "x", .integer(-5)),
    ("true", "b", .bool(true)), ("1.0", "d", .real(1)), ("1e+300", "d", .real(1e300)), ("inf", "d", .real(.infinity)),
    ("'line\\nbreak 空 \\u00e9'", "s", .string("line\nbreak 空 é")), ("\"it's\"", "s", .string("it's")),
    ("objectpath '/a'", "o", .string("/a")), ("b'hi\\001'", "ay", .data([0x68, 0x69, 1, 0])),
    ("[byte 0x01, 0x02]", "ay", .data([1, 2])), ("[1, 2]", "ai", .array([.integer(1), .integer(2)])),
    ("@as []", "as", .array([])), ("@a{sv} {}", "a{sv}", .dictionary([:])),
    ("{'a': <1>, 'b': <'x'>}", "a{sv}", .dictionary(["a": .integer(1), "b": .string("x")])),
    ("(1, 'x', true)", "(isb)", .array([.integer(1), .string("x"), .bool(true)])),
    ("('one',)", "(s)", .array([.string("one")])),
    ("@mi nothing", "mi", .array([])), ("@mi 5", "mi", .array([.integer(5)])),
    ("@ms 'x'", "ms", .array([.string("x")])), ("@mas ['x']", "mas", .array([.array([.string("x")])])),
    ("@mv <'x'>", "mv", .array([.string("x")])),
    ("@a{smv} {'k': <1>}", "a{smv}", .dictionary(["k": .array([.integer(1)])])),
    ("<uint16 3>", "v", .integer(3)),
    (
      "{1: [(2, {'a': <@as []>})]}", "a{ia(ia{sv})}",
      .array([.array([.integer(1), .array([.array([.integer(2), .dictionary(["a": .array([])])])])])])
    ),
  ]

  @Test("What dconf prints is read with its type, and written so that it reads back", arguments: printed.indices)
  func reads(_ index: Int) throws {
    let (text, type, value) = Self.printed[index]
    let variant = try GVariantValue(text: Array(text.utf8))
    #expect(variant.type.text == type)
    #expect(variant.propertyList == value)
    #expect(try GVariantValue(text: Array(variant.text.utf8)) == variant)
    // The same value, in its place, keeps the type.
    #expect(GVariantValue(value, like: variant) == variant)
  }

  @Test("Another value keeps the type that is there where it fits, in variants and elements too")
  func keepsTypes() throws {
    func new(_ value: PropertyList, over text: String) throws -> String? {
      GVariantValue(value, like: try GVariantValue(text: Array(text.utf8)))?.text
    }
    #expect(try new(.integer(9), over: "uint32 7") == "@u 9")
    #expect(try new(.integer(-9), over: "uint32 7") == nil)
    #expect(try new(.bool(true), over: "uint32 7") == "@b true")
    #expect(try new(.integer(1), over: "1.0") == "@i 1")
    #expect(try new(.array([]), over: "['a']") == "@as []")
    #expect(try new(.array([.integer(1)]), over: "['a']") == "@ai [1]")
    #expect(
      try new(.dictionary(["a": .integer(2), "b": .bool(true)]), over: "{'a': <byte 0x01>}")
        == "@a{sv} {'a': <@y 2>, 'b': <@b true>}")
    #expect(try new(.array([.integer(2), .string("y")]), over: "(uint16 1, 'x')") == "@(qs) (2, 'y')")
    #expect(try new(.integer(4), over: "<uint16 3>") == "@v <@q 4>")
  }

  @Test("A new value has the smallest type that holds it, and what GVariant has no type for is refused")
  func ownTypes() {
    func text(_ value: PropertyList) -> String? { GVariantValue(value, like: nil)?.text }
    #expect(text(.integer(1 << 40)) == "@x 1099511627776")
    #expect(text(.array([.integer(1), .integer(1 << 40)])) == "@ax [1, 1099511627776]")
    #expect(text(.array([.integer(1), .string("a")])) == "@av [<@i 1>, <@s 'a'>]")
    #expect(text(.string("it's\n\u{9B}\\")) == "@s 'it\\'s\\u000a\\u009b\\\\'")
    for value in [PropertyList.date(0), .integer(1 << 70), .string("\0"), .uid(1), .array([.date(0)])] {
      #expect(text(value) == nil)
    }
  }

  @Test("What is no GVariant is an error, and nothing deep is followed")
  func malformed() {
    for text in [
      "", "[", "]", "@", "@a", "@zz 1", "[]", "{}", "{'a': }", "'a", "'\\u12'", "'\\ud800'", "b'\\777'", "(", "nothing",
      "uint32 -1", "byte 256",
      "300000000000", "1 2", "<1", "@i 'x", "just", "xyz", "0x", "--1", "@ay [300]", "\u{FF}",
      "'a\\u0000'", "'a\0'",
      "[byte 0x01, int32 300]", "@ay [int32 300]", "@as [int32 1]",
      // What is there must be of the type that is named.
      "@ai ['x']", "@i 'x'", "@i true", "@i [1]", "@as {'a': 'b'}", "@a{ss} ['a']", "@(i) [1]", "@(i) (1, 2)",
      "@(ii) (1,)",
      "@v 'x'", "@i <1>", "@s b'x'", "@ai b'x'", "@b 1", "uint32 'x'", "@as @ai [1]", "@i just 1", "@ms 1", "@mi 'x'",
    ] {
      #expect(throws: GVariantError.self, "\(text)") { try GVariantValue(text: Array(text.utf8)) }
    }
    for deep in ["[", "(", "<", "@v <", "@m" + String(repeating: "m", count: 10_000) + "i ", "just ", "uint32 "] {
      let text = Array(String(repeating: deep, count: 10_000).utf8)
      #expect(throws: GVariantError.self) { try GVariantValue(text: text) }
    }
  }
}
