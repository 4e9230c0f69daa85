import KeyedArchive
import TestSupport
import Testing

@Suite struct MutationTests {
  static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 4096, maximumDepth: 64, maximumNodes: 500)

  /// Everything kept for the fuzzer, the hostile inputs, and a value of every type.
  static func seeds() throws -> [[UInt8]] {
    var seeds = try Fixtures.names(in: "hostile").map { try Fixtures.bytes("hostile/" + $0) }.filter { $0.count < 800 }
    seeds.append(try RoundTripTests.everything.binary())
    return seeds
  }

  /// Reads bytes in every way there is; nothing of it may trap.
  static func read(_ bytes: [UInt8]) {
    guard let value = try? PropertyList(binary: bytes, limits: limits) else { return }
    if let written = try? value.binary() {
      #expect((try? PropertyList(binary: written, limits: generous)) == value)
    }
    guard let archive = try? KeyedArchiveReader(value, limits: limits) else { return }
    _ = try? archive.rootValue()
    guard let root = try? archive.root() else { return }
    for entry in root.fields.entries {
      guard let key = entry.key.stringValue else { continue }
      _ = try? root.value(key)
      _ = try? root.object(key)
    }
  }

  /// Shared objects are written several times, so what is written may be larger than what was read.
  private static let generous = PropertyListLimits(
    maximumSize: 1 << 26, maximumObjects: 1 << 20, maximumDepth: 64, maximumNodes: 1 << 22)

  @Test("20,000 mutations of fixtures never trap, and what is read survives being written (000-28)")
  func mutations() throws {
    let seeds = try Self.seeds()
    var mutator = Mutator(seed: 28)
    for round in 0..<20_000 { Self.read(mutator.mutation(of: seeds[round % seeds.count])) }
  }

  @Test("what a fuzzer found or keeps is read without a trap", arguments: FuzzInputs.allCases)
  func replay(inputs: FuzzInputs) throws {
    for (_, bytes) in try inputs.of("PropertyList") + inputs.of("Archive") { Self.read(bytes) }
  }
}
