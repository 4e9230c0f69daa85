import Digest
import Testing

@Suite("xxh3-128")
struct XXH3Tests {
  // Printed by a C program over libxxhash 0.8, most significant digit first, as `xxh128sum` does.
  @Test(
    "the digest of known bytes is the one the C library gives",
    arguments: [
      ("", "99aa06d3014798d86001c324468d497f"),
      ("a", "a96faf705af16834e6c632b61e964e1f"),
      ("socketplay", "7ec81a1595ad59337bd26208d41e9402"),
    ])
  func knownDigests(text: String, digest: String) {
    #expect(XXH3.hexadecimal(XXH3.digest(of: Array(text.utf8))) == digest)
  }

  @Test("bytes in pieces have the digest of the bytes in one piece", arguments: [1, 63, 64, 1000, 204_800])
  func pieces(size: Int) {
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    var digest = XXH3()
    var start = 0
    while start < bytes.count {
      let end = min(start + size, bytes.count)
      digest.update(Array(bytes[start..<end]))
      start = end
    }
    #expect(digest.finish() == XXH3.digest(of: bytes))
  }

  @Test("a digest that was looked at goes on, and one that was reset starts again")
  func goesOn() {
    var digest = XXH3()
    digest.update(Array("socket".utf8))
    #expect(digest.finish() == XXH3.digest(of: Array("socket".utf8)))
    digest.update(Array("play".utf8))
    #expect(digest.finish() == XXH3.digest(of: Array("socketplay".utf8)))
    digest.reset()
    #expect(digest.finish() == XXH3.digest(of: []))
  }
}
