import Framing
import FuzzDriver

@main enum FuzzFrame {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a stream, whole and byte by byte: both ways must give the same frames and the same end.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  guard take(bytes, step: max(1, count)) == take(bytes, step: 1) else { fatalError("the cut changes the frames") }
  return 0
}

/// The frames of a stream that arrives in pieces of `step` bytes, and how it ends.
private func take(_ bytes: UnsafeRawBufferPointer, step: Int) -> (frames: [Range<Int>], end: FrameError?) {
  var decoder = FrameDecoder(maximumLength: 1 << 16)
  var frames: [Range<Int>] = []
  var start = 0
  do throws(FrameError) {
    for end in stride(from: min(step, bytes.count), through: bytes.count, by: step) {
      while case .frame(let body) = try decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) {
        frames.append((start + body.lowerBound)..<(start + body.upperBound))
        start += body.upperBound
      }
    }
    try decoder.finish(remaining: bytes.count - start)
    return (frames, nil)
  } catch {
    return (frames, error)
  }
}

private func == (left: ([Range<Int>], FrameError?), right: ([Range<Int>], FrameError?)) -> Bool {
  left.0 == right.0 && left.1 == right.1
}
