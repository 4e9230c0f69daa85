import Security
import Testing

@Suite("sha-256")
struct SHA256Tests {
  private func text(_ digest: [UInt8]) -> String {
    digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  // The first two from FIPS 180-2, appendix B; the last printed by `sha256sum` of coreutils.
  @Test(
    "the digest of known bytes is the published one",
    arguments: [
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ])
  func knownDigests(bytes: String, digest: String) {
    #expect(text(SHA256.digest(of: Array(bytes.utf8))) == digest)
  }

  @Test("bytes in pieces have the digest of the bytes in one piece", arguments: [1, 63, 64, 1000, 204_800])
  func pieces(size: Int) {
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    var digest = SHA256()
    for start in stride(from: 0, to: bytes.count, by: size) {
      digest.update(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(digest.finish() == SHA256.digest(of: bytes))
  }

  @Test("a digest that was looked at goes on, a copy goes its own way, and one that was reset starts again")
  func goesOn() {
    var digest = SHA256()
    digest.update(Array("socket".utf8))
    #expect(digest.finish() == SHA256.digest(of: Array("socket".utf8)))
    var copy = digest.copy()
    copy.update(Array("s".utf8))
    digest.update(Array("play".utf8))
    #expect(digest.finish() == SHA256.digest(of: Array("socketplay".utf8)))
    #expect(copy.finish() == SHA256.digest(of: Array("sockets".utf8)))
    digest.reset()
    #expect(digest.finish() == SHA256.digest(of: []))
  }
}
