import Documents
import KeyedArchive
import TestSupport
import Testing

/// Own reader and writer against those of others; each case is made from a seed that its failure names.
@Suite("XML property lists against other implementations")
struct XMLOracleTests {
  static let plistlib =
    Oracle.plistlib == nil
    ? nil : Oracle(["python3", Fixtures.packageRoot + "/Tests/Oracles/plistlib_xml_oracle.py"])

  /// Property lists that plistlib made, each with the line that says what is in it.
  static func samples(seed: Int) throws -> [(bytes: [UInt8], line: [UInt8])] {
    let items = try #require(plistlib).answers(to: [], "write", "200", "\(seed)")
    try #require(items.count == 400)
    return stride(from: 0, to: items.count, by: 2).map { (items[$0], items[$0 + 1]) }
  }

  @Test(
    "what plistlib writes is read as it means it, and written as it writes it",
    .enabled(if: plistlib != nil, "there is no python3"), arguments: 1...4)
  func both(_ seed: Int) throws {
    for sample in try Self.samples(seed: seed) {
      let value = try PropertyList(xml: sample.bytes, limits: ample)
      #expect(value.canonical == String(decoding: sample.line, as: UTF8.self))
      #expect(String(decoding: try value.xml(), as: UTF8.self) == String(decoding: sample.bytes, as: UTF8.self))
    }
  }

  @Test("plistlib reads what is written", .enabled(if: plistlib != nil, "there is no python3"))
  func plistlibReads() throws {
    let samples = try Self.samples(seed: 5)
    let written = try samples.map { try PropertyList(xml: $0.bytes, limits: ample).xml() }
    #expect(try #require(Self.plistlib).answers(to: written, "read") == samples.map(\.line))
  }

  @Test(
    "Foundation takes no date with a fraction: that is why none is written",
    .enabled(if: Oracle.foundation != nil, "there is no FoundationOracle"))
  func fractions() throws {
    func answer(_ date: String) throws -> String {
      let xml = Array("<plist version=\"1.0\"><date>\(date)</date></plist>".utf8)
      return String(decoding: try #require(Oracle.foundation?.answers(to: [xml], "read").first), as: UTF8.self)
    }
    #expect(try answer("2024-01-02T03:04:05.5Z").hasPrefix("error"))
    #expect(try !answer("2024-01-02T03:04:05Z").hasPrefix("error"))
    #expect(
      String(decoding: try PropertyList.date(0.5).xml(), as: UTF8.self).contains("<date>2001-01-01T00:00:00Z</date>"))
  }

  @Test(
    "Foundation reads what is written",
    .enabled(if: plistlib != nil && Oracle.foundation != nil, "there is no python3, or no FoundationOracle"))
  func foundationReads() throws {
    let samples = try Self.samples(seed: 6)
    let written = try samples.map { try PropertyList(xml: $0.bytes, limits: ample).xml() }
    #expect(try #require(Oracle.foundation).answers(to: written, "read") == samples.map(\.line))
  }
}
