/// Lines of text from a descriptor that somebody else keeps open.
public struct LineReader: ~Copyable {
  private let source: UnownedDescriptor
  private let maximumLength: Int
  private var buffer: [UInt8] = []
  private var ended = false

  /// Reads lines from `source`.
  ///
  /// - Parameter maximumLength: the longest line in bytes; a longer one comes in pieces of that length.
  public init(_ source: UnownedDescriptor, maximumLength: Int) {
    precondition(maximumLength > 0, "a line has room for at least one byte")
    self.source = source
    self.maximumLength = maximumLength
  }

  /// The next line without its end (LF or CR LF); nil at the end.
  ///
  /// Bytes that are not UTF-8 become U+FFFD.
  ///
  /// Blocks the thread until there is one.
  public mutating func next() throws(SystemError) -> String? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")), end <= maximumLength {
        return take(end, skipping: 1)
      }
      searched = buffer.count
      if searched > maximumLength { return take(maximumLength, skipping: 0) }
      if ended { return buffer.isEmpty ? nil : take(buffer.count, skipping: 0) }
      try fill()
    }
  }

  private mutating func take(_ count: Int, skipping: Int) -> String {
    var line = buffer[..<count]
    if skipping == 1, line.last == UInt8(ascii: "\r") { line.removeLast() }
    let text = String(decoding: line, as: UTF8.self)
    buffer.removeFirst(count + skipping)
    return text
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
