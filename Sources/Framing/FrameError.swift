/// Why a stream is no longer a stream of frames.
public enum FrameError: Error, Sendable, Hashable {
  /// A header declares a body that is longer than allowed.
  case lengthExceedsLimit(UInt64, limit: Int)
  /// A header declares a body of no bytes, for which an original would wait for ever.
  case emptyFrame
  /// The stream ended within a header.
  case truncatedHeader
  /// The stream ended within a body, or right behind a header.
  case truncatedBody
  /// The decoder had failed before; what follows a broken frame has no meaning.
  case failedBefore

  /// Whether the stream ended too early, as that of an end which was killed does, and what came of it was as it should be.
  public var isTruncation: Bool { self == .truncatedHeader || self == .truncatedBody }
}
