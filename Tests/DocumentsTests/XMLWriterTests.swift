import Documents
import KeyedArchive
import Testing

@Suite("Writing XML property lists")
struct XMLWriterTests {
  @Test("the form is Apple's, keys in their order")
  func form() throws {
    let list: PropertyList = .dictionary([
      "z": .integer(1), "a": .array([.bool(true), .data([0, 1, 2, 3])]), "<&>\r": .string(""), "e": .dictionary([:]),
    ])
    let expected = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>z</key>
      \t<integer>1</integer>
      \t<key>a</key>
      \t<array>
      \t\t<true/>
      \t\t<data>
      \t\tAAECAw==
      \t\t</data>
      \t</array>
      \t<key>&lt;&amp;&gt;&#13;</key>
      \t<string></string>
      \t<key>e</key>
      \t<dict/>
      </dict>
      </plist>

      """
    #expect(String(decoding: try list.xml(), as: UTF8.self) == expected)
  }

  @Test("every kind that XML has comes back equal", arguments: XMLReaderTests.values.map(\.1))
  func roundTrip(_ value: PropertyList) throws {
    #expect(try PropertyList(xml: value.xml(), limits: ample) == value)
  }

  @Test(
    "reals come back to the bit",
    arguments: [
      0.1, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, 1e16, 123456789.5,
    ])
  func reals(_ value: Double) throws {
    #expect(try PropertyList(xml: PropertyList.real(value).xml(), limits: ample) == .real(value))
  }

  @Test("a date before 2001 loses its fraction downward", arguments: [(0.75, 0.0), (-0.25, -1.0)])
  func fraction(_ date: Double, _ written: Double) throws {
    #expect(try PropertyList(xml: PropertyList.date(date).xml(), limits: ample) == .date(written))
  }

  @Test(
    "what XML cannot say is refused",
    arguments: [
      (PropertyList.null, XMLPropertyListWriteError.kind), (.uid(1), .kind), (.set([]), .kind),
      (.string("a\u{0}"), .character(0)), (.string("\u{1B}"), .character(0x1B)),
      (.string("\u{FFFE}"), .character(0xFFFE)),
      (.date(.infinity), .date(.infinity)), (.date(252_423_993_600), .date(252_423_993_600)),
      (.date(-63_145_526_401), .date(-63_145_526_401)),
    ])
  func refused(_ value: PropertyList, _ error: XMLPropertyListWriteError) {
    #expect(throws: error) { try PropertyList.array([value]).xml() }
  }

  @Test("a key that is no string is refused")
  func key() {
    var dictionary: PropertyListDictionary = [:]
    dictionary[.integer(1)] = .bool(true)
    #expect(throws: XMLPropertyListWriteError.key) { try PropertyList.dictionary(dictionary).xml() }
  }
}
