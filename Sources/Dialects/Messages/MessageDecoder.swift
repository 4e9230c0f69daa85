/// How far the decoder of messages got with the bytes it was shown.
public enum MessageProgress: Sendable, Hashable {
  /// More bytes are needed.
  case incomplete
  /// A message begins; its header took `used` bytes.
  case begin(MessageHeader, used: Int)
  /// The next bytes of its body, all of them from the start of what was shown; the last ones where `isLast`.
  case body(count: Int, isLast: Bool)
}

/// What is accepted of the messages of the messenger; each limit is required.
public struct MessageLimits: Sendable, Hashable {
  /// The longest header, its CRLF not counted.
  public var header: Int
  /// The longest text, and the longest body of a kind that is not known.
  public var text: Int64
  /// The largest picture.
  public var picture: Int64
  /// The largest stream.
  public var stream: Int64

  /// Limits of the given values.
  public init(header: Int, text: Int64, picture: Int64, stream: Int64) {
    self.header = header
    self.text = text
    self.picture = picture
    self.stream = stream
  }
}

/// Finds the messages of the typed messenger (002) in a stream: a JSON header, CRLF, and a body of the size it tells.
///
/// The decoder keeps no bytes, and a body needs not be there as a whole: show it what was received and not used, take what it
/// gives, go on. Once it failed, it stays failed.
public struct MessageDecoder: Sendable {
  private enum State {
    case header(scanned: Int)
    case body(left: Int64)
    case failed
  }

  private let limits: MessageLimits
  private var state = State.header(scanned: 0)

  /// A decoder at the start of a stream.
  public init(limits: MessageLimits) {
    self.limits = limits
  }

  /// Looks for the next header or piece of a body at the start of `bytes`.
  public mutating func decode(_ bytes: UnsafeRawBufferPointer) throws(MessageError) -> MessageProgress {
    switch state {
    case .failed: throw .failedBefore
    case .header(let scanned): return try header(bytes, scanned: scanned)
    case .body(let left):
      // A body of no bytes, which no original sends, ends as soon as it has begun.
      if bytes.isEmpty, left > 0 { return .incomplete }
      let count = Int(min(Int64(bytes.count), left))
      let isLast = Int64(count) == left
      state = isLast ? .header(scanned: 0) : .body(left: left - Int64(count))
      return .body(count: count, isLast: isLast)
    }
  }

  /// Judges the end of the stream, at which `remaining` bytes were not used.
  public mutating func finish(remaining: Int) throws(MessageError) {
    switch state {
    case .failed: throw .failedBefore
    case .header where remaining == 0: return
    case .header, .body:
      state = .failed
      throw .truncated
    }
  }

  private mutating func header(_ bytes: UnsafeRawBufferPointer, scanned: Int) throws(MessageError) -> MessageProgress {
    var position = scanned
    while position + 1 < bytes.count, position <= limits.header {
      // LF alone is white space within the JSON; in its strings neither can stand.
      if bytes[position] == 0x0D, bytes[position + 1] == 0x0A {
        return try begin(UnsafeRawBufferPointer(rebasing: bytes[..<position]))
      }
      position += 1
    }
    if position > limits.header { throw fail(.headerTooLong) }
    state = .header(scanned: position)
    return .incomplete
  }

  private mutating func begin(_ json: UnsafeRawBufferPointer) throws(MessageError) -> MessageProgress {
    let header: MessageHeader
    do throws(MessageError) {
      header = try MessageHeader(parsing: json)
    } catch {
      throw fail(error)
    }
    let limit =
      switch header.kind {
      case .text, .other: limits.text
      case .picture: limits.picture
      case .stream: limits.stream
      }
    guard header.size <= limit else { throw fail(.tooLong(header.kind, size: header.size)) }
    state = .body(left: header.size)
    return .begin(header, used: json.count + 2)
  }

  private mutating func fail(_ error: MessageError) -> MessageError {
    state = .failed
    return error
  }
}
