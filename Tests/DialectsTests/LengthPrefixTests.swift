import Dialects
import Framing
import TestSupport
import Testing

@Suite("Request and answer: the length prefix (003)")
struct LengthPrefixTests {
  static let verifier = StreamVerifier<[UInt8]> {
    var decoder = LengthPrefixDecoder(maximumLength: 1000)
    return { bytes in
      switch try decoder.decode(bytes) {
      case .incomplete(let missing):
        #expect(missing > 0)
        return nil
      case .frame(let body):
        return (Array(bytes[body]), body.upperBound)
      }
    }
  }

  @Test("two glued answers, an empty one and a header in four pieces are all fine (003-2, 003-12)")
  func cut() throws {
    // `login` and 300 bytes, as wire.md 1.3 has it: length big-endian, not counting itself.
    let stream =
      [0, 0, 0, 5] + Array("login".utf8) + [0, 0, 0, 0] + [0, 0, 1, 44] + [UInt8](repeating: 0x24, count: 300)
      + [0, 0, 0, 1, 0]
    let bodies = [Array("login".utf8), [], [UInt8](repeating: 0x24, count: 300), [0]]
    #expect(try Self.verifier.mismatches(of: stream, with: bodies).isEmpty)
  }

  @Test("a mark that ends strings elsewhere is part of a body like any other bytes (003-7)")
  func marks() throws {
    let body = Array("one<EOF>two<EOF>".utf8)
    #expect(try Self.verifier.mismatches(of: [0, 0, 0, 16] + body, with: [body]).isEmpty)
  }

  @Test(
    "a length beyond the limit fails at once and for good (003-15)",
    arguments: [[0xff, 0xff, 0xff, 0xff], [0x80, 0, 0, 0], [0, 0, 3, 0xe9]] as [[UInt8]])
  func tooLong(header: [UInt8]) {
    var decoder = LengthPrefixDecoder(maximumLength: 1000)
    let length = header.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    #expect(throws: FrameError.lengthExceedsLimit(length, limit: 1000)) {
      try header.withUnsafeBytes { try decoder.decode($0) }
    }
    #expect(throws: FrameError.failedBefore) {
      try ([0, 0, 0, 1, 1] as [UInt8]).withUnsafeBytes { try decoder.decode($0) }
    }
    #expect(throws: FrameError.failedBefore) { try decoder.finish(remaining: 0) }
  }

  @Test("the end of a stream is clean between bodies only")
  func end() throws {
    var decoder = LengthPrefixDecoder(maximumLength: 1000)
    try decoder.finish(remaining: 0)
    for (remaining, error) in [(1, FrameError.truncatedHeader), (3, .truncatedHeader), (4, .truncatedBody)] {
      var decoder = decoder
      #expect(throws: error) { try decoder.finish(remaining: remaining) }
    }
  }

  @Test("a prefix is the four bytes of wire.md")
  func prefix() {
    #expect(LengthPrefix.of(count: 5) == [0, 0, 0, 5])
    #expect(LengthPrefix.of(count: 0x0102_0304) == [1, 2, 3, 4])
  }
}
