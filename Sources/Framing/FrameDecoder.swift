/// How far a decoder got with the bytes it was shown.
public enum FrameProgress: Sendable, Hashable {
  /// No whole frame yet; at least `missing` more bytes are needed.
  case incomplete(missing: Int)
  /// One frame, whose body is at `body` in the bytes shown; `body.upperBound` bytes are used up.
  case frame(body: Range<Int>)
}

/// Finds frames in a stream: 8 bytes of length, little-endian and not counting themselves, then the body.
///
/// The decoder keeps no bytes. Show it all that was received since the last frame's end; it gives one frame or says how
/// many bytes are missing. Once it failed, it stays failed.
public struct FrameDecoder: Sendable {
  /// The length of a frame's header in bytes.
  public static let headerLength = 8

  private let maximumLength: Int
  private var hasFailed = false

  /// A decoder at the start of a stream that takes bodies of at most `maximumLength` bytes.
  public init(maximumLength: Int) {
    precondition(maximumLength > 0, "a frame's limit is positive")
    precondition(maximumLength <= Int.max - Self.headerLength, "a frame with its header has a length")
    self.maximumLength = maximumLength
  }

  /// Looks for one frame in `bytes`, which begin where the last frame ended.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer) throws(FrameError) -> FrameProgress {
    guard !hasFailed else { throw .failedBefore }
    guard bytes.count >= Self.headerLength else { return .incomplete(missing: Self.headerLength - bytes.count) }
    let declared = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    guard declared > 0 else { throw fail(.emptyFrame) }
    guard declared <= maximumLength else { throw fail(.lengthExceedsLimit(declared, limit: maximumLength)) }
    let end = Self.headerLength + Int(declared)
    guard bytes.count >= end else { return .incomplete(missing: end - bytes.count) }
    return .frame(body: Self.headerLength..<end)
  }

  /// Judges the end of the stream, at which `remaining` bytes did not make a frame; none is a clean end.
  public mutating func finish(remaining: Int) throws(FrameError) {
    guard !hasFailed else { throw .failedBefore }
    switch remaining {
    case ...0: return
    case ..<Self.headerLength: throw fail(.truncatedHeader)
    default: throw fail(.truncatedBody)
    }
  }

  private mutating func fail(_ error: FrameError) -> FrameError {
    hasFailed = true
    return error
  }
}
