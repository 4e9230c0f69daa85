import Security
import TestSupport
import Testing

@Suite("Files of known peers that a fuzzer found or keeps") struct KnownPeersReplayTests {
  @Test("one that can be read is written as the very same bytes", arguments: ["corpus", "failures"])
  func replay(folder: String) throws {
    let path = "Fuzz/\(folder)/KnownPeers"
    for name in Fixtures.names(inPackageFolder: path) {
      let bytes = try Fixtures.file("\(Fixtures.packageRoot)/\(path)/\(name)")
      let peers = try? KnownPeers(text: bytes)
      if folder == "corpus", name == "two" { #expect(peers?.all.count == 2) }
      if let peers { #expect(peers.text == bytes, "\(name)") }
    }
  }
}
