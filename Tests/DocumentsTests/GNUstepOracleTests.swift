import Documents
import KeyedArchive
import TestSupport
import Testing

/// Own writers against GNUstep's reader, and its writer against the own reader.
@Suite("Property lists against GNUstep")
struct GNUstepOracleTests {
  static let plser: Oracle? =
    (try? Fixtures.file("/usr/bin/plser")) != nil
    ? Oracle(["python3", Fixtures.packageRoot + "/Tests/Oracles/gnustep_oracle.py"]) : nil

  @Test(
    "100 generated values pass through it as binary, and 100 as XML, each with its type",
    .enabled(if: plser != nil, "there is no plser"))
  func types() throws {
    let oracle = try #require(Self.plser)
    // It carries what libplist does.
    let values = PlistutilOracleTests.values(1...200)
    let written = try values.enumerated().map { try $0.offset < 100 ? $0.element.binary() : $0.element.xml() }
    let answers = try oracle.answers(to: written)
    try #require(answers.count == values.count)
    for (position, answer) in answers.enumerated() {
      let expected = position < 100 ? values[position] : values[position].heldInXML
      let meant = try PropertyList(binary: answer, limits: PlistutilOracleTests.limits)
      #expect(meant.heldInXML == expected?.heldInXML, "seed \(position + 1)")
    }
  }
}
