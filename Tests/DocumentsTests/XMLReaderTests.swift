import Documents
import KeyedArchive
import TestSupport
import Testing

@Suite("Reading XML property lists")
struct XMLReaderTests {
  static let values: [(String, PropertyList)] = [
    ("<string>嗯 &lt;&gt;&amp;&quot;&apos; &#233;&#xe9;&#x1F3B5;</string>", .string("嗯 <>&\"' éé🎵")),
    ("<string>a\r\nb</string>", .string("a\r\nb")),
    ("<string/>", .string("")),
    ("<string>a<!-- <b> -->c<?pi d?>e<![CDATA[<&amp;]]></string>", .string("ace<&amp;")),
    ("<integer>-5</integer>", .integer(-5)),
    ("<integer> +0x1F\n</integer>", .integer(31)),
    ("<integer>-0XfF</integer>", .integer(-255)),
    ("<integer>18446744073709551616</integer>", .integer(1 << 64)),
    ("<integer>170141183460469231731687303715884105727</integer>", .integer(.max)),
    ("<integer>-170141183460469231731687303715884105728</integer>", .integer(.min)),
    ("<real>2.5</real>", .real(2.5)),
    ("<real>-.5e-3</real>", .real(-0.0005)),
    ("<real>+infinity</real>", .real(.infinity)),
    ("<real>-INF</real>", .real(-.infinity)),
    ("<real>NaN</real>", .real(.nan)),
    ("<true/>", .bool(true)),
    ("<false></false>", .bool(false)),
    ("<date>2001-01-01T00:00:00Z</date>", .date(0)),
    ("<date>2024-01-02T03:04:05Z</date>", .date(725_857_445)),
    ("<date>2024-02-29T23:59:59Z</date>", .date(730_943_999)),
    ("<date>0000-12-30T00:00:00Z</date>", .date(-63_114_076_800)),
    ("<date>9999-12-31T23:59:59Z</date>", .date(252_423_993_599)),
    ("<data>\n\tAAEC\n\tAw==\n</data>", .data([0, 1, 2, 3])),
    ("<data/>", .data([])),
    ("<array><true/><array/><array></array></array>", .array([.bool(true), .array([]), .array([])])),
    ("<dict/>", .dictionary([:])),
    (
      "<dict><key>a</key><integer>1</integer><key/><dict/></dict>",
      .dictionary(["a": .integer(1), "": .dictionary([:])])
    ),
    ("<dict><key>a</key><integer>1</integer><key>a</key><true/></dict>", .dictionary(["a": .bool(true)])),
  ]

  @Test("every element gives its value", arguments: values)
  func value(_ body: String, _ value: PropertyList) throws {
    #expect(try read(body) == value)
  }

  @Test(
    "Apple's document types, comments and instructions before and after the list change nothing",
    arguments: [
      "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
      "<?xml version='1.0'?><!-- a -- b --><!DOCTYPE plist SYSTEM \"file://localhost/System/Library/DTDs/P.dtd\" >",
      "  \n<?pi?>",
    ])
  func prolog(_ prolog: String) throws {
    let text = prolog + "<plist version=\"1.0\" a = 'b' ><!-- c --><true/><?d?></plist>\n<!-- e -->\n"
    #expect(try PropertyList(xml: Array(text.utf8), limits: ample) == .bool(true))
  }

  @Test("UTF-16 is read in both byte orders", arguments: [true, false])
  func wide(_ bigEndian: Bool) throws {
    let text = "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><string>é嗯🎵</string></plist>"
    let bytes = text.utf16.flatMap {
      let pair = [UInt8($0 >> 8), UInt8($0 & 0xFF)]
      return bigEndian ? pair : pair.reversed()
    }
    #expect(try PropertyList(xml: bytes, limits: ample) == .string("é嗯🎵"))
    let cut = bytes.dropLast()
    #expect(throws: TextPropertyListError(.truncated, line: 1)) { try PropertyList(xml: Array(cut), limits: ample) }
  }

  @Test("a wide list is read in linear time: each value is added in place")
  func linear() throws {
    let count = 50_000
    let list = try read("<array>" + String(repeating: "<true/>", count: count) + "</array>")
    #expect(list.arrayValue?.count == count)
    let pairs = (0..<count).map { "<key>\($0)</key><true/>" }.joined()
    #expect(try read("<dict>\(pairs)</dict>").dictionaryValue?.count == count)
  }

  @Test("what Foundation writes is read and written back byte by byte")
  func foundation() throws {
    let bytes = try Fixtures.bytes("xml/foundation.plist")
    #expect(try PropertyList(xml: bytes, limits: ample).xml() == bytes)
  }

  @Test("preferences of an original app are read")
  func original() throws {
    let packet = String(decoding: try Fixtures.bytes("prefs-socketG.pkt"), as: UTF8.self)
    let start = try #require(packet.firstRange(of: "<?xml")).lowerBound
    let end = try #require(packet.firstRange(of: "</plist>")).upperBound
    let list = try PropertyList(xml: Array(packet[start..<end].utf8), limits: ample)
    #expect(list == .dictionary(["_age_": .integer(80), "name": .string("嗯嗯"), "vip": .bool(true)]))
  }
}
