import Digest
import SessionCore
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("Checks of what is there") struct PrefixCheckTests {
  private static let step = 1_000_003

  /// Bytes of a pattern, and honest marks each `step` of them.
  private static func made(_ count: Int) -> (bytes: [UInt8], marks: [Mark]) {
    let pattern = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += pattern.prefix(count - bytes.count) }
    let marks = stride(from: step, through: count, by: step).map { end in
      Mark(offset: Int64(end), digest: XXH3.digest(of: Array(bytes[..<end])))
    }
    return (bytes, marks)
  }

  private func check(_ bytes: [UInt8], _ marks: [Mark]) throws -> PrefixCheck.Outcome {
    let scratch = try TemporaryDirectory()
    let path = scratch.path + "/part"
    try WholeFile.replace(path, with: bytes, mode: 0o600)
    return PrefixCheck(
      try WholeFile.openForReading(path), marks: marks, in: .journal, digest: FileDigest(.xxh3)
    ).finishNow()
  }

  @Test("all marks of sound bytes hold, and the digest goes on from the last") func sound() throws {
    let (bytes, marks) = Self.made(9_500_000)
    let outcome = try check(bytes, marks)
    #expect(outcome.offset == 9_000_027)
    #expect(outcome.agreed == marks)
    guard var digest = outcome.digest?.take() else {
      Issue.record("there is no digest to go on with")
      return
    }
    Array(bytes[9_000_027...]).withUnsafeBytes { digest.update($0) }
    #expect(digest.finish() == XXH3.digest(of: bytes))
  }

  @Test("a byte that differs leaves what is before it, wherever it is (000-21)") func damagedPart() throws {
    let (bytes, marks) = Self.made(5_000_015)
    var random = SeededGenerator(seed: 51)
    for _ in 0..<20 {
      var damaged = bytes
      let place = Int.random(in: 0..<bytes.count, using: &random)
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let outcome = try check(damaged, marks)
      #expect(outcome.offset == Int64(place / Self.step * Self.step))
    }
  }

  @Test("a mark that lies counts for nothing, and takes nothing from the one behind it") func lyingMark() throws {
    let (bytes, marks) = Self.made(5_000_015)
    var lying = marks
    lying[1].digest[3] ^= 1
    let outcome = try check(bytes, lying)
    #expect(outcome.offset == marks[4].offset)
    #expect(outcome.agreed == [marks[0], marks[2], marks[3], marks[4]])
    var last = marks
    last[4].digest[0] ^= 1
    #expect(try check(bytes, last).offset == marks[3].offset)
    #expect(try check(bytes, marks.map { Mark(offset: $0.offset, digest: []) }).offset == 0)
  }

  @Test("bytes that are not there prove nothing") func short() throws {
    let (bytes, marks) = Self.made(5_000_015)
    #expect(try check(Array(bytes[..<2_500_000]), marks).offset == 2_000_006)
    #expect(try check([], marks).offset == 0)
    #expect(try check(bytes, []).offset == 0)
  }

  @Test("a check that is cancelled comes to nothing") func cancelled() throws {
    let scratch = try TemporaryDirectory()
    let (bytes, marks) = Self.made(3_000_009)
    try WholeFile.replace(scratch.path + "/part", with: bytes, mode: 0o600)
    let check = PrefixCheck(
      try WholeFile.openForReading(scratch.path + "/part"), marks: marks, in: .journal, digest: FileDigest(.xxh3))
    check.cancel()
    #expect(check.finishNow().offset == 0)
  }
}
