/// Lines of bytes from a descriptor that somebody else keeps open.
public struct LineReader: ~Copyable {
  /// A line without its end (LF or CR LF), or that one was longer than any may be.
  public enum Line: Sendable, Equatable {
    case bytes([UInt8])
    case tooLong
  }

  private let source: UnownedDescriptor
  private let maximumLength: Int
  private var buffer: [UInt8] = []
  private var ended = false
  private var isSkipping = false

  /// Reads lines from `source`.
  ///
  /// - Parameter maximumLength: the longest line in bytes; of a longer one nothing is given but that it was.
  public init(_ source: UnownedDescriptor, maximumLength: Int) {
    precondition(maximumLength > 0, "a line has room for at least one byte")
    self.source = source
    self.maximumLength = maximumLength
  }

  /// The next line; nil at the end.
  ///
  /// Blocks the thread until there is one.
  public mutating func next() throws(SystemError) -> Line? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        if let line = take(end, skipping: 1) { return line }
        searched = 0
        continue
      }
      if ended { return buffer.isEmpty && !isSkipping ? nil : take(buffer.count, skipping: 0) }
      // Behind the longest line there may be its CR.
      if buffer.count > maximumLength + 1 {
        let isFirst = !isSkipping
        isSkipping = true
        buffer = []
        if isFirst { return .tooLong }
      }
      searched = buffer.count
      try fill()
    }
  }

  /// The first `count` bytes as a line; nil where they are the end of one that is told as too long already.
  private mutating func take(_ count: Int, skipping: Int) -> Line? {
    var line = buffer[..<count]
    if skipping == 1, line.last == UInt8(ascii: "\r") { line.removeLast() }
    let isTold = isSkipping
    defer {
      buffer.removeFirst(count + skipping)
      isSkipping = false
    }
    if isTold { return nil }
    return line.count > maximumLength ? .tooLong : .bytes(Array(line))
  }

  private mutating func fill() throws(SystemError) {
    var piece = [UInt8](repeating: 0, count: 4096)
    while true {
      var span = piece.mutableSpan
      let count = try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in try source.read(into: bytes) }
      guard let count else {
        _ = try source.waitReadable(milliseconds: -1)
        continue
      }
      ended = count == 0
      buffer.append(contentsOf: piece[..<count])
      return
    }
  }
}
