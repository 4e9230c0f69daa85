import Framing
import TestSupport
import Testing

/// Packages against independent archivers, both ways.
@Suite struct PackageOracleTests {
  /// Kind, type, word, name, toTheEnd and data: texts and data in hex, `-` for nil.
  static func line(_ package: Package) -> String {
    func hex(_ bytes: (some Sequence<UInt8>)?) -> String {
      bytes.map { $0.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined() } ?? "-"
    }
    return [
      "\(package.kind.rawValue)", "\(package.intent.rawValue)", hex(package.word?.utf8), hex(package.name?.utf8),
      "\(package.isLast)", hex(package.data),
    ].joined(separator: "|")
  }

  static func text(_ item: [UInt8]) -> String { String(decoding: item, as: UTF8.self) }

  /// Checks that the archives among `items` are the packages of the lines behind each of them.
  static func expectPackages(_ items: [[UInt8]], className: String) throws {
    try #require(items.count > 2 && items.count.isMultiple(of: 2))
    for position in stride(from: 0, to: items.count, by: 2) {
      guard case .package(let package, let name) = PackageStream.arrival(items[position]) else {
        Issue.record("package \(position / 2): \(PackageStream.arrival(items[position]))")
        continue
      }
      #expect(line(package) == text(items[position + 1]))
      #expect(name == className)
    }
  }

  static func expectLines(_ answers: [[UInt8]], of packages: [Package]) throws {
    try #require(answers.count == packages.count)
    for (answer, package) in zip(answers, packages) { #expect(text(answer) == line(package)) }
  }

  static func body(_ package: Package) -> [UInt8] { Array(package.frame()[8...]) }

  @Test("bpylist2's packets, kept, are read")
  func keptBpylist2() throws {
    let stream = try Fixtures.bytes("bpylist2/packages-and-lines.bin")
    let items = try FrameDecoderTests.largeVerifier.messages(of: stream, cutAt: []).messages
    try Self.expectPackages(items, className: "socketG.Package")
  }

  @Test("bpylist2's packets, fresh, are read", .enabled(if: Oracle.bpylist2 != nil, "bpylist2 cannot be installed"))
  func freshBpylist2() throws {
    let items = try #require(Oracle.bpylist2).answers(to: [], "write")
    try Self.expectPackages(items, className: "socketG.Package")
  }

  @Test("bpylist2 reads what is sent", .enabled(if: Oracle.bpylist2 != nil, "bpylist2 cannot be installed"))
  func bpylist2Reads() throws {
    let samples = PackageFrameTests.samples
    try Self.expectLines(#require(Oracle.bpylist2).answers(to: samples.map(Self.body), "read"), of: samples)
  }

  @Test("Foundation reads what is sent", .enabled(if: Oracle.foundation != nil, "FoundationOracle was not built"))
  func foundationReads() throws {
    // Foundation takes the text "$null" for nil wherever it is.
    let samples = PackageFrameTests.samples.filter { $0.name != "$null" }
    try Self.expectLines(#require(Oracle.foundation).answers(to: samples.map(Self.body), "packages"), of: samples)
  }

  @Test("Foundation's packets are read", .enabled(if: Oracle.foundation != nil, "FoundationOracle was not built"))
  func foundationWrites() throws {
    let items = try #require(Oracle.foundation).answers(to: [], "archive")
    try Self.expectPackages(items, className: "FoundationOracle.Package")
  }
}
