import Documents
import KeyedArchive
import TestSupport
import Testing

/// Own writers against libplist's reader, and its writers against own readers.
@Suite("Property lists against libplist")
struct PlistutilOracleTests {
  static let plistutil: Oracle? =
    ["/usr/bin/plistutil", "/usr/local/bin/plistutil"].contains { (try? Fixtures.file($0)) != nil }
    ? Oracle(["python3", Fixtures.packageRoot + "/Tests/Oracles/plistutil_oracle.py"]) : nil

  static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 1 << 16, maximumDepth: 32, maximumNodes: 1 << 16)

  /// What libplist carries: no sets, no integer beyond 64 bits, no text that XML has not.
  static func values(_ seeds: ClosedRange<UInt64>) -> [PropertyList] {
    seeds.map { seed in
      var generator = PropertyListGenerator(seed: seed, .libplist)
      return .dictionary(["value": generator.value(depth: 5)])
    }
  }

  @Test(
    "200 generated values pass through it as binary, each with its type",
    .enabled(if: plistutil != nil, "there is no plistutil"))
  func binary() throws {
    let values = Self.values(1...200)
    let written = try values.map { try $0.binary() }
    let answers = try #require(Self.plistutil).answers(to: written, "bin")
    try #require(answers.count == values.count)
    for (value, answer) in zip(values, answers) {
      #expect(try PropertyList(binary: answer, limits: Self.limits) == value)
    }
  }

  @Test("and are read from its XML as it means them", .enabled(if: plistutil != nil, "there is no plistutil"))
  func xml() throws {
    let values = Self.values(201...400)
    let answers = try #require(Self.plistutil).answers(to: try values.map { try $0.xml() }, "bin")
    try #require(answers.count == values.count)
    for (value, answer) in zip(values, answers) {
      // It writes a real that 32 bits hold in 32, where XML has one width: compared as XML has them.
      let meant = try PropertyList(binary: answer, limits: Self.limits)
      #expect(try Self.held(meant) == Self.held(value))
    }
  }

  private static func held(_ value: PropertyList) throws -> PropertyList {
    try PropertyList(xml: value.xml(), limits: xmlLimits)
  }

  private static let xmlLimits = XMLPropertyListLimits(maximumSize: 1 << 20, maximumDepth: 32, maximumNodes: 1 << 16)
}
