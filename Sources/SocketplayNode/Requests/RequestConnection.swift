import Dialects
import Framing
import SessionCore
import Sys
import Transport

/// A connection to a server of requests and answers: one request in flight, each answer the next one's in order.
struct RequestConnection: ~Copyable {
  private let stream: WaitingStream
  private var buffer = StreamBuffer()
  private var decoder = LengthPrefixDecoder(maximumLength: RequestLimits.body)
  private var isAtEnd = false

  init(_ stream: WaitingStream) {
    self.stream = stream
    stream.waitInCalls()
  }

  /// Whether the server has closed the connection and no answer is left in it: the next request needs another one.
  mutating func isOver() throws(Failure) -> Bool {
    while !isAtEnd, try read() {}
    return isAtEnd && buffer.count == 0
  }

  /// Whether nothing has come of the answer that is waited for.
  var owesWholeAnswer: Bool { buffer.count == 0 }

  /// The answer to the request that was sent: the next whole body of the stream, also one that has come before.
  mutating func answer() throws(Failure) -> [UInt8] {
    while true {
      if let answer = try takeAnswer() { return answer }
      if isAtEnd {
        // It may end between two bodies, and still owes this answer.
        try framing { (decoder, bytes) throws(FrameError) in try decoder.finish(remaining: bytes.count) }
        throw Failure(.lost, stream.name, detail: "it closed the connection without an answer")
      }
      if try !read(waiting: true) { try stream.wait() }
    }
  }

  /// Sends a request, whose answer is to be taken before the next.
  ///
  /// Prefix and body are written as one stream of pieces, reading what comes meanwhile so that neither end waits for the other.
  mutating func send(_ body: [UInt8]) throws(Failure) {
    // The prefix goes with the first bytes: an original closes the stream at a part of one.
    let bytes = LengthPrefix.of(count: body.count) + body
    var written = 0
    while written < bytes.count {
      let end = min(bytes.count, written + LengthPrefix.maximumWrite)
      let count = try bytes.span.withUnsafeBytes { (bytes) throws(Failure) in
        try stream.send(UnsafeRawBufferPointer(rebasing: bytes[written..<end]))
      }
      if let count {
        written += count
      } else if isAtEnd || buffer.count > RequestLimits.body {
        // What came ahead is kept, but not without end.
        throw Failure(.lost, stream.name, detail: "it does not read the request")
      } else if try !read() {
        try stream.wait(writing: true)
      }
    }
  }

  /// Reads what has come; false where nothing has.
  private mutating func read(waiting: Bool = false) throws(Failure) -> Bool {
    if isAtEnd { return false }
    let count = try buffer.fill { [stream] (room) throws(Failure) in
      try waiting ? stream.receiveWaiting(into: room) : stream.receive(into: room)
    }
    isAtEnd = count == 0
    return count != nil
  }

  private mutating func takeAnswer() throws(Failure) -> [UInt8]? {
    let (answer, used) = try framing { (decoder, bytes) throws(FrameError) -> ([UInt8]?, Int) in
      guard case .frame(let body) = try decoder.decode(bytes) else { return (nil, 0) }
      return (Array(bytes[body]), body.upperBound)
    }
    buffer.remove(used)
    return answer
  }

  private mutating func framing<R>(
    _ body: (inout LengthPrefixDecoder, UnsafeRawBufferPointer) throws(FrameError) -> R
  ) throws(Failure) -> R {
    do throws(FrameError) {
      return try buffer.withBytes { (bytes) throws(FrameError) in try body(&decoder, bytes) }
    } catch {
      throw Failure(frame: error, peer: stream.name)
    }
  }
}
