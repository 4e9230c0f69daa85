import Security
import TestSupport
import Testing

@Suite("Files of known peers that a fuzzer found or keeps") struct KnownPeersReplayTests {
  @Test("one that can be read is written as the very same bytes", arguments: FuzzInputs.allCases)
  func replay(inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("KnownPeers") {
      let peers = try? KnownPeers(text: bytes)
      if inputs == .corpus, name == "two" { #expect(peers?.all.count == 2) }
      if let peers { #expect(peers.text == bytes, "\(name)") }
    }
  }
}
