import Dialects
import Framing
import SessionCore
import Sys
import Transport

/// A client that is answered: its requests one after the other, each by a run of the command.
struct AnswerConnection: ~Copyable {
  /// One request that was answered.
  struct Exchange {
    var request: Int
    var answer: Int
    var seconds: Double
  }

  private let stream: WaitingStream
  private let command: CommandRun
  private let stop: StopFlag
  private var buffer = StreamBuffer()
  private var decoder = LengthPrefixDecoder(maximumLength: RequestLimits.body)

  init(_ stream: WaitingStream, command: CommandRun, stop: StopFlag) {
    self.stream = stream
    self.command = command
    self.stop = stop
  }

  /// Answers until the client has closed the connection; fails where it breaks the framing or the command fails.
  ///
  /// A command's failure ends the connection: an original would wait for ever for an answer of no bytes.
  mutating func serve(_ tell: (Exchange) -> Void) throws(Failure) {
    while let request = try next() {
      let start = Time.monotonic()
      let answer = try command.answer(request, stop: stop)
      try send(answer)
      tell(Exchange(request: request.count, answer: answer.count, seconds: Time.monotonic() - start))
    }
    stream.finishSending()
  }

  /// The next request; nil at the end of the stream.
  private mutating func next() throws(Failure) -> [UInt8]? {
    var begun: Double?
    while true {
      if let request = try takeRequest() { return request }
      let count = try buffer.fill { [stream] (room) throws(Failure) in try stream.receive(into: room) }
      switch count {
      case 0?:
        try framing { (decoder, bytes) throws(FrameError) in try decoder.finish(remaining: bytes.count) }
        return nil
      case nil where buffer.count == 0: try stream.wait(seconds: RequestLimits.idle)
      case nil:
        let start = begun ?? Time.monotonic()
        begun = start
        try stream.wait(seconds: patience(since: start, moved: buffer.count))
      default: continue
      }
    }
  }

  /// Seconds to wait for the next byte: each byte earns a little time, so that one now and then does not keep a place.
  private func patience(since start: Double, moved bytes: Int) -> Double {
    let earned = stream.patience + Double(bytes) / RequestLimits.slowest
    return min(stream.patience, start + earned - Time.monotonic())
  }

  private mutating func takeRequest() throws(Failure) -> [UInt8]? {
    let (request, used) = try framing { (decoder, bytes) throws(FrameError) -> ([UInt8]?, Int) in
      guard case .frame(let body) = try decoder.decode(bytes) else { return (nil, 0) }
      return (Array(bytes[body]), body.upperBound)
    }
    buffer.remove(used)
    return request
  }

  private func send(_ answer: [UInt8]) throws(Failure) {
    let bytes = LengthPrefix.of(count: answer.count) + answer
    let start = Time.monotonic()
    var written = 0
    while written < bytes.count {
      let end = min(bytes.count, written + LengthPrefix.maximumWrite)
      let count = try bytes.span.withUnsafeBytes { (bytes) throws(Failure) in
        try stream.send(UnsafeRawBufferPointer(rebasing: bytes[written..<end]))
      }
      // The requests that come meanwhile stay in the kernel: this is one answer after the other.
      if let count {
        written += count
      } else {
        try stream.waitToWrite(seconds: patience(since: start, moved: written))
      }
    }
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
