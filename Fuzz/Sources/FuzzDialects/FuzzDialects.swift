import Dialects
import Framing
import FuzzDriver

@main enum FuzzDialects {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a stream of each system, whole and byte by byte: both ways must give the same messages, or both fail.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  for (name, read) in [
    ("prefixed", prefixed), ("messages", messages), ("sayings", sayings), ("notices", notices), ("drawing", drawing),
  ] {
    guard read(bytes, max(1, count)) == read(bytes, 1) else { fatalError("the cut changes the \(name)") }
  }
  return 0
}

private func pieces(_ bytes: [UInt8], _ step: Int) -> [ArraySlice<UInt8>] {
  stride(from: 0, to: bytes.count, by: step).map { bytes[$0..<min(bytes.count, $0 + step)] }
}

private let here: Set = ["alice", "bob", "b", "嗯"]

private func prefixed(_ bytes: [UInt8], _ step: Int) -> [String]? {
  var decoder = LengthPrefixDecoder(maximumLength: 1 << 16)
  var found: [String] = []
  var held: [UInt8] = []
  for piece in pieces(bytes, step) {
    held += piece
    while true {
      guard let progress = try? held.withUnsafeBytes({ try decoder.decode($0) }) else { return nil }
      guard case .frame(let body) = progress else { break }
      found.append("\(held[body])")
      held.removeFirst(body.upperBound)
    }
  }
  return found
}

private func messages(_ bytes: [UInt8], _ step: Int) -> [String]? {
  var decoder = MessageDecoder(limits: MessageLimits(header: 1 << 20, text: 1 << 20, picture: 1 << 20, stream: 1 << 20))
  var found: [String] = []
  var body: [UInt8] = []
  var held: [UInt8] = []
  for piece in pieces(bytes, step) {
    held += piece
    reading: while true {
      guard let progress = try? held.withUnsafeBytes({ try decoder.decode($0) }) else { return nil }
      switch progress {
      case .incomplete: break reading
      case .begin(let header, let used):
        found.append("\(header)")
        held.removeFirst(used)
      case .body(let count, let isLast):
        body += held[..<count]
        held.removeFirst(count)
        if isLast {
          found.append("\(body)")
          body = []
        }
      }
    }
  }
  return found
}

private func sayings(_ bytes: [UInt8], _ step: Int) -> [String]? {
  var decoder = ChatSayingDecoder(maximumLength: 1 << 20)
  var found: [String] = []
  do {
    for piece in pieces(bytes, step) { found += try decoder.receive(piece) { here.contains($0) }.map { "\($0)" } }
    if let last = try decoder.settle() { found.append("\(last)") }
  } catch {
    return nil
  }
  return found
}

private func notices(_ bytes: [UInt8], _ step: Int) -> [String]? {
  var decoder = ChatNoticeDecoder(maximumLength: 1 << 20)
  var found: [String] = []
  do {
    for piece in pieces(bytes, step) { found += try decoder.receive(piece) { here.contains($0) }.map { "\($0)" } }
    if let last = try decoder.settle(isLast: true) { found.append("\(last)") }
  } catch {
    return nil
  }
  return found
}

private func drawing(_ bytes: [UInt8], _ step: Int) -> [String]? {
  var decoder = DrawingDecoder(limits: DrawingLimits(text: 1 << 20, line: 1 << 20, picture: 1 << 20))
  var found: [String] = []
  do {
    for piece in pieces(bytes, step) { found += try decoder.receive(piece).map { "\($0)" } }
    if let last = try decoder.settle(isLast: true) { found.append("\(last)") }
  } catch {
    return nil
  }
  return found
}
