public import Framing

/// The framing of the request and answer system: 4 bytes of length, big-endian and not counting themselves, then the body.
public enum LengthPrefix {
  /// The length of the prefix in bytes.
  public static let length = 4

  /// The longest write, 32 KiB: an original reads so much at once, and was written with pieces of that size in mind.
  public static let maximumWrite = 32 << 10

  /// The prefix of a body of `count` bytes.
  ///
  /// A body of none is a caller's fault: an original that is sent one waits for ever.
  public static func of(count: Int) -> [UInt8] {
    precondition(count > 0 && count <= UInt32.max, "a body has 1 to 4,294,967,295 bytes")
    return (0..<length).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
  }
}

/// Finds length-prefixed bodies in a stream.
///
/// The decoder keeps no bytes. Show it all that was received since the last body's end; it gives one body or says how many
/// bytes are missing. Once it failed, it stays failed. A body of no bytes is taken, though nobody should send one.
public struct LengthPrefixDecoder: Sendable {
  private let maximumLength: Int
  private var hasFailed = false

  /// A decoder at the start of a stream that takes bodies of at most `maximumLength` bytes.
  public init(maximumLength: Int) {
    precondition(maximumLength > 0, "a body's limit is positive")
    self.maximumLength = maximumLength
  }

  /// Looks for one body in `bytes`, which begin where the last one ended.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer) throws(FrameError) -> FrameProgress {
    guard !hasFailed else { throw .failedBefore }
    guard bytes.count >= LengthPrefix.length else { return .incomplete(missing: LengthPrefix.length - bytes.count) }
    let declared = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
    guard declared <= maximumLength else { throw fail(.lengthExceedsLimit(UInt64(declared), limit: maximumLength)) }
    let end = LengthPrefix.length + Int(declared)
    guard bytes.count >= end else { return .incomplete(missing: end - bytes.count) }
    return .frame(body: LengthPrefix.length..<end)
  }

  /// Judges the end of the stream, at which `remaining` bytes did not make a body; none is a clean end.
  public mutating func finish(remaining: Int) throws(FrameError) {
    guard !hasFailed else { throw .failedBefore }
    switch remaining {
    case ...0: return
    case ..<LengthPrefix.length: throw fail(.truncatedHeader)
    default: throw fail(.truncatedBody)
    }
  }

  private mutating func fail(_ error: FrameError) -> FrameError {
    hasFailed = true
    return error
  }
}
