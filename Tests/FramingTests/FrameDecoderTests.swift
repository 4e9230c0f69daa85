import Framing
import TestSupport
import Testing

@Suite struct FrameDecoderTests {
  static func frame(_ body: [UInt8]) -> [UInt8] { header(UInt64(body.count)) + body }

  static func header(_ length: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(8 * $0)) }
  }

  /// A verifier of frames as such; each look checks that the number of missing bytes is honest.
  static let verifier = verifier(maximumLength: 1000)
  static let largeVerifier = verifier(maximumLength: 1 << 20)

  static func verifier(maximumLength: Int) -> StreamVerifier<[UInt8]> {
    StreamVerifier {
      var decoder = FrameDecoder(maximumLength: maximumLength)
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
  }

  @Test("frames cut anywhere give the same bodies (000-5, 000-25)")
  func cut() throws {
    let bodies = [[1], Array(repeating: 2, count: 300), [0, 0, 0, 0, 0, 0, 0, 0], [3, 4]] as [[UInt8]]
    #expect(try Self.verifier.mismatches(of: bodies.flatMap(Self.frame), with: bodies).isEmpty)
  }

  @Test("as many bytes as are missing make the frame")
  func missing() throws {
    var decoder = FrameDecoder(maximumLength: 1000)
    let stream = Self.frame(Array(repeating: 7, count: 100))
    var shown = 0
    var looks = 0
    while case .incomplete(let missing) = try stream.withUnsafeBytes({
      try decoder.decode(.init(rebasing: $0[..<shown]))
    }) {
      shown += missing
      looks += 1
    }
    #expect(shown == stream.count)
    #expect(looks == 2)
  }

  @Test(
    "a header beyond the limit fails at once, whatever it says (000-27)",
    arguments: [1001, UInt64(Int64.max), UInt64(Int64.max) + 1, .max])
  func tooLong(length: UInt64) {
    var decoder = FrameDecoder(maximumLength: 1000)
    let bytes = Self.header(length)
    #expect(throws: FrameError.lengthExceedsLimit(length, limit: 1000)) {
      try bytes.withUnsafeBytes { try decoder.decode($0) }
    }
    #expect(throws: FrameError.failedBefore) { try Self.frame([1]).withUnsafeBytes { try decoder.decode($0) } }
    #expect(throws: FrameError.failedBefore) { try decoder.finish(remaining: 0) }
  }

  @Test("a body as long as the limit is taken")
  func exact() throws {
    let body = [UInt8](repeating: 1, count: 1000)
    #expect(try Self.verifier.messages(of: Self.frame(body), cutAt: []).messages == [body])
  }

  @Test("a header of the largest number is refused by the largest limit too")
  func largestLimit() {
    var decoder = FrameDecoder(maximumLength: Int.max - 8)
    #expect(throws: FrameError.lengthExceedsLimit(.max, limit: Int.max - 8)) {
      try Self.header(.max).withUnsafeBytes { try decoder.decode($0) }
    }
  }

  @Test("a frame of no bytes is an error, for an original would wait for ever")
  func empty() {
    var decoder = FrameDecoder(maximumLength: 1000)
    #expect(throws: FrameError.emptyFrame) { try Self.header(0).withUnsafeBytes { try decoder.decode($0) } }
  }

  @Test("the end of a stream is clean between frames only")
  func end() throws {
    var decoder = FrameDecoder(maximumLength: 1000)
    try decoder.finish(remaining: 0)
    for remaining in 1...7 {
      var decoder = decoder
      #expect(throws: FrameError.truncatedHeader) { try decoder.finish(remaining: remaining) }
    }
    for remaining in [8, 9, 500] {
      var decoder = decoder
      #expect(throws: FrameError.truncatedBody) { try decoder.finish(remaining: remaining) }
      #expect(throws: FrameError.failedBefore) { try decoder.finish(remaining: 0) }
    }
  }
}
