import Documents
import KeyedArchive
import TestSupport
import Testing

@Suite("Old-style property lists")
struct OpenStepTests {
  private static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 1 << 16, maximumDepth: 32, maximumNodes: 1 << 16)

  @Test(
    "dictionaries, arrays, strings, data and GNUstep's typed values are read",
    arguments: [
      ("{ age = 81; }", .dictionary(["age": .string("81")])), ("{}", .dictionary([:])), ("()", .array([])),
      ("(a, \"b c\", d/e.f-g,)", .array([.string("a"), .string("b c"), .string("d/e.f-g")])),
      ("<0fbd 77>", .data([0x0f, 0xbd, 0x77])), ("<>", .data([])), ("<*I81>", .integer(81)), ("<*R1.5>", .real(1.5)),
      ("<*BY>", .bool(true)), ("<*D2001-01-01 01:00:00 +0100>", .date(0)),
      (#""\U00e9\ud83c\udfb5\n\"\101""#, .string("é🎵\n\"A")),
      ("/* a */ {a=(b); // c\n }", .dictionary(["a": .array([.string("b")])])),
      ("{ \"k\" = { x = <*BN>; }; }", .dictionary(["k": .dictionary(["x": .bool(false)])])),
    ] as [(String, PropertyList)])
  func read(text: String, value: PropertyList) throws {
    #expect(try PropertyList(openStep: Array(text.utf8), limits: Self.limits) == value)
  }

  @Test(
    "what is none is refused",
    arguments: [
      ("{", .truncated), ("{a", .truncated), ("{a=1}", .unexpected), ("(a b)", .unexpected),
      ("{a=1;} x", .severalValues),
      ("<0f b>", .hexadecimal), ("<*Q1>", .hexadecimal), ("\"a", .truncated), ("/*", .truncated),
      (#""\Ud800""#, .string),
      ("=", .unexpected),
    ] as [(String, TextPropertyListError.Reason)])
  func refused(text: String, reason: TextPropertyListError.Reason) {
    #expect(throws: TextPropertyListError(reason, line: 1)) {
      try PropertyList(openStep: Array(text.utf8), limits: Self.limits)
    }
  }

  @Test("a million brackets cost no stack")
  func deep() {
    #expect(throws: TextPropertyListError(.tooDeep(limit: 32), line: 1)) {
      try PropertyList(openStep: [UInt8](repeating: UInt8(ascii: "("), count: 1 << 20), limits: Self.limits)
    }
  }

  @Test("damaged text is read or refused, never worse", arguments: 1...20 as ClosedRange<UInt64>)
  func damaged(seed: UInt64) {
    var mutator = Mutator(seed: seed)
    let text = Array(
      #"{ a = (1, "b\n\U00e9", <0f 11>, <*I5>, <*D2001-01-01 01:00:00 +0100>); /* c */ "d" = {}; }"#.utf8)
    for _ in 0..<200 { _ = try? PropertyList(openStep: mutator.mutation(of: text), limits: Self.limits) }
  }

  @Test("a file's form is told by its first bytes, a peer's is binary or XML alone")
  func forms() throws {
    let texts: [(String, PropertyListDocument.Format)] = [
      ("<plist><dict/></plist>", .xml), (#"{"a": 1}"#, .json), ("{a = 1;}", .openStep), (#"{"a" = 1;}"#, .openStep),
      ("{}", .json), ("// c\n{a=1;}", .openStep),
    ]
    for (text, format) in texts {
      #expect(try PropertyListDocument(anyForm: Array(text.utf8), limits: Self.limits).format == format)
      if format != .xml {
        #expect(throws: PropertyListDocumentError.unknownFormat) {
          try PropertyListDocument(Array(text.utf8), limits: Self.limits)
        }
      }
    }
    for text in ["", "garbage", "  \n", "\u{0}"] {
      #expect(throws: PropertyListDocumentError.unknownFormat) {
        try PropertyListDocument(anyForm: Array(text.utf8), limits: Self.limits)
      }
    }
    #expect(throws: PropertyListDocumentError.json(TextPropertyListError(.unexpected, line: 3))) {
      try PropertyListDocument(anyForm: Array("{\n\"a\": 1,\n\"b\": x}".utf8), limits: Self.limits)
    }
    #expect(throws: PropertyListDocumentWriteError.readOnly) {
      try PropertyListDocument(.array([]), format: .openStep).bytes()
    }
  }
}
