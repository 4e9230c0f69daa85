/// Shows a stream to a decoder in every way in which a network may cut it, and compares what comes out.
///
/// A decoder is a closure that looks at all bytes since the last message's end, and gives a message with the number of bytes
/// it took, or nil where the message is not complete.
public struct StreamVerifier<Message: Equatable>: Sendable {
  /// One look at the bytes that are there.
  public typealias Step = (UnsafeRawBufferPointer) throws -> (message: Message, used: Int)?

  private let makeDecoder: @Sendable () -> Step

  /// A verifier of the decoders that `makeDecoder` makes, one for each way of cutting.
  public init(_ makeDecoder: @escaping @Sendable () -> Step) {
    self.makeDecoder = makeDecoder
  }

  /// The messages of a stream that arrives cut at the given positions, and how many bytes were left over.
  public func messages(
    of stream: [UInt8], cutAt cuts: some Sequence<Int>
  ) throws -> (messages: [Message], rest: Int) {
    let decode = makeDecoder()
    var messages: [Message] = []
    var start = 0
    try stream.withUnsafeBytes { bytes in
      for end in Array(cuts) + [stream.count] {
        while let (message, used) = try decode(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) {
          messages.append(message)
          start += used
        }
      }
    }
    return (messages, stream.count - start)
  }

  /// What is wrong with the messages of `stream`, which should be `expected`: empty where nothing is.
  ///
  /// The stream is shown whole, byte by byte, in two pieces cut at every position, and in 100 ways at random.
  public func mismatches(of stream: [UInt8], with expected: [Message], seed: UInt64 = 1) throws -> [String] {
    var mismatches: [String] = []
    func check(_ way: String, _ cuts: some Sequence<Int>) throws {
      let (messages, rest) = try self.messages(of: stream, cutAt: cuts)
      if messages != expected { mismatches.append("\(way): \(messages.count) messages, \(expected.count) expected") }
      if rest != 0 { mismatches.append("\(way): \(rest) bytes left over") }
    }
    try check("whole", [])
    try check("byte by byte", 0...stream.count)
    for cut in 0...stream.count { try check("cut at \(cut)", [cut]) }
    var generator = SeededGenerator(seed: seed)
    for round in 0..<100 {
      let cuts = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        Int.random(in: 0...stream.count, using: &generator)
      }
      try check("random \(round) of seed \(seed)", cuts.sorted())
    }
    return mismatches
  }
}
