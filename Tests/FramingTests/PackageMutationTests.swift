import Framing
import TestSupport
import Testing

@Suite struct PackageMutationTests {
  /// Takes a stream apart as a peer's; nothing of it may trap, and a payload is always within its body.
  static func read(_ stream: [UInt8]) {
    var decoder = FrameDecoder(maximumLength: 1 << 20)
    stream.withUnsafeBytes { bytes in
      var start = 0
      while case .frame(let body)? = try? decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[start...])) {
        let range = (start + body.lowerBound)..<(start + body.upperBound)
        readBody(UnsafeRawBufferPointer(rebasing: bytes[range]))
        start += body.upperBound
      }
      try? decoder.finish(remaining: stream.count - start)
    }
  }

  static func readBody(_ body: UnsafeRawBufferPointer) {
    guard let package = try? Package.decode(body: body, limits: ProductLimits.package) else { return }
    if let data = package.data { #expect(data.lowerBound >= 8 && data.upperBound <= body.count - 32) }
    let copy = Package(package, body: body)
    #expect(PackageStream.arrival(Array(copy.frame()[8...])) == .package(copy, className: "socketG.Package"))
  }

  @Test("20,000 mutations of packets never trap, and what is read survives being sent (000-28)")
  func mutations() throws {
    let packets = try Fixtures.names(in: "", suffix: ".pkt").map { try Fixtures.bytes($0) }
    let streams = (packets + PackageFrameTests.samples.map { $0.frame() }).filter { $0.count < 1000 }
    var mutator = Mutator(seed: 28)
    for round in 0..<20_000 {
      let stream = mutator.mutation(of: streams[round % streams.count])
      Self.read(stream)
      // The header is seldom right then: the body again, as if it were.
      stream.withUnsafeBytes { Self.readBody(UnsafeRawBufferPointer(rebasing: $0.dropFirst(8))) }
    }
  }

  @Test("what a fuzzer found or keeps is read without a trap", arguments: FuzzInputs.allCases)
  func replay(inputs: FuzzInputs) throws {
    for (_, bytes) in try inputs.of("Package") { bytes.withUnsafeBytes { Self.readBody($0) } }
    for (_, bytes) in try inputs.of("Frame") { Self.read(bytes) }
  }
}
