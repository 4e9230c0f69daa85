import KeyedArchive
import TestSupport
import Testing

/// Own reader and writer against those of others; each case is made from a seed that its failure names.
@Suite struct OracleTests {
  static let limits = PropertyListLimits(
    maximumSize: 1 << 24, maximumObjects: 1 << 20, maximumDepth: 64, maximumNodes: 1 << 20)

  static func samples(_ profile: PropertyListGenerator.Profile, count: UInt64 = 300) -> [(
    seed: UInt64, value: PropertyList
  )] {
    (1...count).map { seed in
      var generator = PropertyListGenerator(seed: seed, profile)
      return (seed, generator.value())
    }
  }

  static func text(_ item: [UInt8]) -> String { String(decoding: item, as: UTF8.self) }

  @Test("values made at random are read as they were written, and written as they were read")
  func own() throws {
    for (seed, value) in Self.samples(.everything, count: 400) {
      let bytes = try value.binary()
      let back = try PropertyList(binary: bytes, limits: Self.limits)
      #expect(back == value, "seed \(seed)")
      #expect(try back.binary() == bytes, "seed \(seed)")
    }
  }

  @Test("plain values made at random survive a keyed archive")
  func archives() throws {
    var profile = PropertyListGenerator.Profile.everything
    profile.hasNullAndUIDs = false
    for (seed, value) in Self.samples(profile, count: 200) {
      var writer = KeyedArchiveWriter()
      let root = try writer.add(value)
      let reader = try KeyedArchiveReader(writer.binary(root: root), limits: Self.limits)
      #expect(try reader.rootValue() == value, "seed \(seed)")
    }
  }

  @Test("plistlib reads what is written", .enabled(if: Oracle.plistlib != nil, "there is no python3"))
  func plistlibReads() throws {
    let oracle = try #require(Oracle.plistlib)
    let samples = Self.samples(.plistlib)
    let answers = try oracle.answers(to: samples.map { try $0.value.binary() }, "read")
    try #require(answers.count == samples.count)
    for (sample, answer) in zip(samples, answers) {
      #expect(Self.text(answer) == sample.value.canonical, "seed \(sample.seed)")
    }
  }

  @Test("what plistlib writes is read", .enabled(if: Oracle.plistlib != nil, "there is no python3"))
  func plistlibWrites() throws {
    let oracle = try #require(Oracle.plistlib)
    let answers = try oracle.answers(to: [], "write", "300", "1")
    try #require(answers.count == 600)
    for position in stride(from: 0, to: answers.count, by: 2) {
      let value = try PropertyList(binary: answers[position], limits: Self.limits)
      #expect(value.canonical == Self.text(answers[position + 1]), "value \(position / 2) of seed 1")
    }
  }

  @Test("Foundation reads what is written", .enabled(if: Oracle.foundation != nil, "FoundationOracle was not built"))
  func foundationReads() throws {
    let oracle = try #require(Oracle.foundation)
    let samples = Self.samples(.foundation)
    let answers = try oracle.answers(to: samples.map { try $0.value.binary() }, "read")
    try #require(answers.count == samples.count)
    for (sample, answer) in zip(samples, answers) {
      #expect(Self.text(answer) == sample.value.canonical, "seed \(sample.seed)")
    }
  }

  @Test("what Foundation writes is read", .enabled(if: Oracle.foundation != nil, "FoundationOracle was not built"))
  func foundationWrites() throws {
    let oracle = try #require(Oracle.foundation)
    let samples = Self.samples(.foundation)
    let answers = try oracle.answers(to: samples.map { try $0.value.binary() }, "rewrite")
    try #require(answers.count == samples.count)
    for (sample, answer) in zip(samples, answers) {
      let value = try PropertyList(binary: answer, limits: Self.limits)
      #expect(value.canonical == sample.value.canonical, "seed \(sample.seed)")
    }
  }
}
