import Documents
import KeyedArchive
import TestSupport
import Testing

@Suite("What is no XML property list (000-28)")
struct XMLErrorTests {
  typealias Reason = TextPropertyListError.Reason

  static let bodies: [(String, Reason)] = [
    ("", .empty),
    ("hello", .text),
    ("<![CDATA[x]]>", .text),
    ("<true/><true/>", .severalValues),
    ("<widget/>", .element("widget")),
    ("<key>a</key>", .element("key")),
    ("<array><key>a</key></array>", .element("key")),
    ("<dict><true/></dict>", .missingKey),
    ("<dict><key>a</key></dict>", .missingValue("a")),
    ("<dict><key>a</key><key>b</key></dict>", .missingValue("a")),
    ("<dict></array>", .endTag("array")),
    ("<true></false>", .endTag("false")),
    ("<array>", .endTag("plist")),
    ("<string><b/></string>", .element("b")),
    ("<string>&nbsp;</string>", .reference("nbsp")),
    ("<string>a & b</string>", .reference("")),
    ("<string>&#0;</string>", .reference("#0")),
    ("<string>&#x1;</string>", .reference("#x1")),
    ("<string>&#xD800;</string>", .reference("#xD800")),
    ("<string>&#x110000;</string>", .reference("#x110000")),
    ("<string>&#99999999999999999999;</string>", .reference("#99999999999999999999")),
    ("<string>&#-1;</string>", .reference("#-1")),
    ("<string>&#x;</string>", .reference("#x")),
    ("<string>\u{1}</string>", .character),
    ("<string>\u{FFFF}</string>", .character),
    ("<true>x</true>", .text),
    ("<integer/>", .integer("")),
    ("<integer>1.0</integer>", .integer("1.0")),
    ("<integer>0x</integer>", .integer("0x")),
    ("<integer>--1</integer>", .integer("--1")),
    ("<integer>170141183460469231731687303715884105728</integer>", .integer("170141183460469231731687303715884105728")),
    ("<real>1,5</real>", .real("1,5")),
    ("<real>0x10</real>", .real("0x10")),
    ("<real>1e999</real>", .real("1e999")),
    ("<date>2024-02-30T00:00:00Z</date>", .date("2024-02-30T00:00:00Z")),
    ("<date>2023-02-29T00:00:00Z</date>", .date("2023-02-29T00:00:00Z")),
    ("<date>2024-13-01T00:00:00Z</date>", .date("2024-13-01T00:00:00Z")),
    ("<date>2024-01-01T24:00:00Z</date>", .date("2024-01-01T24:00:00Z")),
    ("<date>2024-01-01</date>", .date("2024-01-01")),
    ("<date>12024-01-01T00:00:00Z</date>", .date("12024-01-01T00:00:00Z")),
    ("<data>A</data>", .data),
    ("<data>AA</data>", .data),
    ("<data>AA=A</data>", .data),
    ("<data>====</data>", .data),
    ("<data>AA-_</data>", .data),
    ("< true/>", .markup),
    ("<true/ >", .markup),
    ("<true a/>", .markup),
    ("<true a=b/>", .markup),
    ("<true a=\"<\"/>", .markup),
  ]

  @Test("a wrong body gives one exact error", arguments: bodies)
  func body(_ body: String, _ reason: Reason) {
    #expect(throws: TextPropertyListError(reason, line: 1)) { try read(body) }
  }

  static let documents: [(String, Reason)] = [
    ("", .empty),
    ("bplist00", .text),
    ("<dict/>", .element("dict")),
    ("<plist/>", .empty),
    ("<plist><true/></plist>x", .text),
    ("<plist><true/></plist><plist/>", .text),
    ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><true/></plist>", .encoding),
    ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>", .encoding),
    ("<!DOCTYPE html><plist><true/></plist>", .documentType),
    ("<!DOCTYPE plist><plist><true/></plist>", .documentType),
    ("<!DOCTYPE plist PUBLIC \"a\"><plist><true/></plist>", .documentType),
    ("<!DOCTYPE plist SYSTEM 'a'><!DOCTYPE plist SYSTEM 'a'><plist><true/></plist>", .documentType),
    ("<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>", .internalSubset),
    ("<!DOCTYPE plist PUBLIC 'a' 'b' []><plist><true/></plist>", .internalSubset),
    ("<!ENTITY a 'b'><plist><true/></plist>", .markup),
  ]

  @Test("a wrong document gives one exact error", arguments: documents)
  func document(_ text: String, _ reason: Reason) {
    #expect(throws: TextPropertyListError(reason, line: 1)) { try PropertyList(xml: Array(text.utf8), limits: ample) }
  }

  @Test("an error names its line")
  func line() {
    #expect(throws: TextPropertyListError(.integer("x"), line: 4)) {
      try read("\n<array>\n\n<integer>x</integer></array>")
    }
    #expect(throws: TextPropertyListError(.missingKey, line: 2)) { try read("<dict>\n<true/></dict>") }
  }

  @Test("a peer's text reaches an error cut at 64 characters")
  func excerpt() {
    let long = String(repeating: "x", count: 100_000)
    let cut = String(long.prefix(64))
    #expect(throws: TextPropertyListError(.element(cut), line: 1)) { try read("<\(long)/>") }
    #expect(throws: TextPropertyListError(.integer(cut), line: 1)) { try read("<integer>\(long)</integer>") }
    #expect(throws: TextPropertyListError(.reference(cut), line: 1)) { try read("<string>&\(long);</string>") }
  }

  @Test("bytes that are no UTF-8 are refused in strings and keys")
  func utf8() {
    for element in ["string", "key"] {
      let bytes = Array("<plist><dict><key>a</key><\(element)>".utf8) + [0xC3, 0x28] + Array("</\(element)>".utf8)
      #expect(throws: TextPropertyListError.self) { try PropertyList(xml: bytes, limits: ample) }
    }
    let string = Array("<plist><string>".utf8) + [0xED, 0xA0, 0x80] + Array("</string></plist>".utf8)
    #expect(throws: TextPropertyListError(.character, line: 1)) { try PropertyList(xml: string, limits: ample) }
  }

  @Test("each limit is refused one beyond it, and not at it")
  func limits() throws {
    let body = "<array><array><true/></array><true/></array>"
    let size = plist(body).count
    let exact = XMLPropertyListLimits(maximumSize: size, maximumDepth: 3, maximumNodes: 4)
    #expect(try read(body, limits: exact).arrayValue?.count == 2)
    for (limits, reason) in [
      (
        XMLPropertyListLimits(maximumSize: size - 1, maximumDepth: 3, maximumNodes: 4), Reason.tooLarge(limit: size - 1)
      ),
      (XMLPropertyListLimits(maximumSize: size, maximumDepth: 2, maximumNodes: 4), .tooDeep(limit: 2)),
      (XMLPropertyListLimits(maximumSize: size, maximumDepth: 3, maximumNodes: 3), .tooManyNodes(limit: 3)),
    ] {
      #expect(throws: TextPropertyListError(reason, line: 1)) { try read(body, limits: limits) }
    }
  }

  @Test(
    "hostile lists give one error each",
    arguments: [
      ("xmldeep500.plist", Reason.tooDeep(limit: 64)), ("xmldeep5000.plist", .tooDeep(limit: 64)),
      ("xmlent.plist", .internalSubset), ("openstep.plist", .text), ("laughs.plist", .text),
    ])
  func hostile(_ name: String, _ reason: Reason) throws {
    let bytes = try Fixtures.bytes("hostile/\(name)")
    #expect(throws: TextPropertyListError(reason, line: 1)) { try PropertyList(xml: bytes, limits: ample) }
  }

  @Test("a list cut anywhere is an error, never a value and never a crash")
  func cut() throws {
    let bytes = try Fixtures.bytes("xml/foundation.plist")
    for end in stride(from: 0, to: bytes.count - 1, by: 7) {
      #expect(throws: TextPropertyListError.self) { try PropertyList(xml: Array(bytes[..<end]), limits: ample) }
    }
  }

  @Test("any byte changed gives a value or an error, never a crash")
  func changed() throws {
    let bytes = try Fixtures.bytes("xml/foundation.plist")
    var outcomes = Set<Bool>()
    for position in stride(from: 0, to: bytes.count, by: 5) {
      for byte in [0x00, 0x26, 0x3C, 0x3E, 0x5B, 0xFF] as [UInt8] {
        var changed = bytes
        changed[position] = byte
        outcomes.insert((try? PropertyList(xml: changed, limits: ample)) != nil)
      }
    }
    #expect(outcomes == [true, false])
  }

  @Test(
    "what fuzzing started from, and what it found, is read and written back, or refused",
    arguments: FuzzInputs.allCases)
  func fuzzed(_ inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("XML") {
      guard let value = try? PropertyList(xml: bytes, limits: ample) else { continue }
      #expect(try PropertyList(xml: value.xml(), limits: ample) == value, "\(name)")
    }
  }
}
