import Framing

/// What one chunk of a file costs, beside the bytes themselves, against what Foundation takes for it.
@main enum CodecBenchmark {
  /// What the documentation promises for each of the two.
  static let promised = 2.0

  static func main() {
    print("one chunk of \(ProductLimits.chunkLength) bytes; microseconds, the best of many rounds")
    let encoding = microseconds(rounds: 300, of: 1000) { keep(encode(payloadCount: ProductLimits.chunkLength)) }
    let body = body(payloadCount: ProductLimits.chunkLength)
    let decoding = microseconds(rounds: 300, of: 1000) { keep(decode(body)) }
    let foundation = FoundationChunk(payloadCount: ProductLimits.chunkLength)
    let archiving = microseconds(rounds: 2, of: 1) { keep(foundation.archive()) }
    let unarchiving = microseconds(rounds: 2, of: 1) { keep(foundation.unarchive()) }
    report("encode", encoding, foundation: archiving)
    report("decode", decoding, foundation: unarchiving)

    print("the same for other lengths, as a ratio to that of one chunk; 1 is: nothing grows with the payload")
    for count in [2_000, 2_000_000, 15_000_000] {
      let other = Self.body(payloadCount: count)
      let encode = microseconds(rounds: 300, of: 1000) { keep(Self.encode(payloadCount: count)) }
      let decode = microseconds(rounds: 300, of: 1000) { keep(Self.decode(other)) }
      print("  \(count) bytes: encode \(tenths(encode / encoding)), decode \(tenths(decode / decoding))")
    }
  }

  static func report(_ name: String, _ time: Double, foundation: Double) {
    let verdict = time <= promised ? "within" : "BEYOND"
    print("  \(name): \(tenths(time)) us, \(verdict) the promised \(tenths(promised)) us; ", terminator: "")
    print("Foundation \(tenths(foundation)) us, a ratio of \(tenths(foundation / time))")
  }

  @inline(never) static func encode(payloadCount: Int) -> ChunkFrame {
    ChunkFrame(
      kind: .file, intent: .data, word: "12", name: "a song é.mp3", isLast: false, payloadCount: payloadCount,
      className: ChunkFrame.defaultClassName)
  }

  @inline(never) static func decode(_ body: [UInt8]) -> Range<Int> {
    body.withUnsafeBytes { bytes in
      guard let package = try? Package.decode(body: bytes, limits: ProductLimits.package), let data = package.data
      else {
        fatalError("a chunk just made is not read")
      }
      return data
    }
  }

  static func body(payloadCount: Int) -> [UInt8] {
    let frame = encode(payloadCount: payloadCount)
    return frame.prefix.dropFirst(FrameDecoder.headerLength) + [UInt8](repeating: 0x5a, count: payloadCount)
      + frame.suffix
  }

  /// The mean of one call in the best of some rounds.
  static func microseconds(rounds: Int, of count: Int, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    var best = Duration.seconds(3600)
    for _ in 0..<rounds {
      best = min(best, clock.measure { for _ in 0..<count { body() } })
    }
    let (seconds, attoseconds) = best.components
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count)
  }

  /// A result that the compiler must not take for unused.
  @inline(never) static func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }

  static func tenths(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
