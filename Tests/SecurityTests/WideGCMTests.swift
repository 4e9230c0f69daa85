import COpenSSL
import Testing

@testable import Security

/// Without libIPSec_MB, or on a processor without VAES, OpenSSL's own cipher is used, and there is nothing to try.
@Suite(
  "AES-128-GCM by wide instructions", .enabled(if: WideGCM() != nil, "no libIPSec_MB, or a processor without VAES"))
struct WideGCMTests {
  private static let sizes = [
    0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1_023, 4_096, 16_383, 16_384, 16_385, 40_000,
  ]

  private func noise(_ count: Int, _ seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 197 &+ $0 >> 7) }
  }

  @Test("it encrypts as OpenSSL's own code does, and each reads what the other made", arguments: sizes)
  func equal(size: Int) throws {
    for (seed, authenticated) in [0, 1, 5, 16, 63, 64].enumerated() {
      let message = GCMMessage(
        key: noise(16, seed), nonce: noise(12, seed + 1), authenticated: noise(authenticated, 3),
        text: noise(size, seed))
      let made = try #require(message.encrypted(by: .wide))
      #expect(made == message.encrypted(by: .own))
      #expect(message.decrypted(made, by: .wide) == message.text)
      #expect(message.decrypted(made, by: .own) == message.text)
    }
  }

  @Test("a message may come in pieces of any size", arguments: [1, 7, 16, 100, 4_097])
  func pieces(size: Int) throws {
    let message = GCMMessage(key: noise(16, 1), nonce: noise(12, 2), authenticated: noise(5, 3), text: noise(10_000, 4))
    let made = try #require(message.encrypted(by: .own))
    #expect(message.encrypted(by: .wide, piece: size) == made)
    #expect(message.decrypted(made, by: .wide, piece: size) == message.text)
  }

  @Test("a bit changed anywhere is found")
  func changed() throws {
    let message = GCMMessage(key: noise(16, 1), nonce: noise(12, 2), authenticated: noise(5, 3), text: noise(100, 4))
    let made = try #require(message.encrypted(by: .wide))
    for index in made.indices {
      for bit in 0..<8 {
        var other = made
        other[index] ^= 1 << bit
        #expect(message.decrypted(other, by: .wide) == nil)
      }
    }
    for part in [\GCMMessage.key, \.nonce, \.authenticated] {
      var other = message
      other[keyPath: part][0] ^= 1
      #expect(other.decrypted(made, by: .wide) == nil)
    }
  }

  @Test("what is out of order, or of another size, is refused")
  func refused() throws {
    func told(_ bytes: [UInt8], _ call: (UnsafeRawBufferPointer) -> Bool) -> Bool { bytes.withUnsafeBytes(call) }
    var byte: UInt8 = 0
    let cipher = try #require(WideGCM())
    cipher.setDirection(isEncrypting: true)
    #expect(!told(noise(12, 1), cipher.begin), "no key yet")
    #expect(!told(noise(32, 1), cipher.setKey))
    #expect(told(noise(16, 1), cipher.setKey))
    #expect(!told([1], { cipher.work($0, into: &byte) }), "no nonce yet")
    #expect(!cipher.end())
    #expect(!told(noise(16, 1), cipher.begin))
    #expect(told(noise(12, 1), cipher.begin))
    #expect(told(noise(WideGCM.authenticatedLimit, 1), cipher.authenticate))
    #expect(!told([1], cipher.authenticate), "more than there is room for")
    #expect(told([1], { cipher.work($0, into: &byte) }))
    #expect(!told([1], cipher.authenticate), "behind what is encrypted")
    #expect(!told(noise(16, 1), cipher.expect), "a tag is made")
    #expect(cipher.madeTag == nil)
    #expect(cipher.end())
    #expect(cipher.madeTag?.count == 16)
    #expect(!told([1], { cipher.work($0, into: &byte) }), "the same nonce again")
    cipher.setDirection(isEncrypting: false)
    #expect(cipher.madeTag == nil)
    #expect(told(noise(12, 1), cipher.begin))
    #expect(!told(noise(15, 1), cipher.expect))
    #expect(!cipher.end(), "no tag is expected")
  }

  @Test("it is what connections under TLS use")
  func used() {
    // OpenSSL's own takes any number of bytes that are authenticated only.
    let message = GCMMessage(key: noise(16, 1), nonce: noise(12, 2), authenticated: noise(65, 3), text: [1])
    #expect(message.encrypted(by: .wide) == nil)
    #expect(message.encrypted(by: .own) != nil)
  }

  @Test("an end with it and one with OpenSSL's own understand each other, through new keys", arguments: [false, true])
  func mixed(hostIsWide: Bool) throws {
    let (host, joiner) = (Identity.temporary(), Identity.temporary())
    func profile(isWide: Bool) -> TLSProfile {
      var profile = TLSProfile.product
      profile.isNarrow = isWide
      profile.bytesPerKey = 100_000
      return profile
    }
    let pair = try TestPair(
      host: TLSContext(host.keys, role: .host, profile: profile(isWide: hostIsWide)),
      joiner: TLSContext(joiner.keys, role: .joiner, profile: profile(isWide: !hostIsWide)))
    #expect(pair.handshake().host == .success(joiner.id))
    for (one, other) in [(pair.host, pair.joiner), (pair.joiner, pair.host)] {
      let bytes = noise(1_000_000, 5)
      var (sent, received) = (0, [UInt8]())
      while received.count < bytes.count {
        sent += try one.write(bytes[sent...])
        while let more = try other.read() { received += more }
      }
      #expect(received == bytes)
    }
  }
}

/// A message under a key, as EVP_CIPHER has it done.
private struct GCMMessage {
  enum Code { case wide, own }

  var key: [UInt8]
  var nonce: [UInt8]
  var authenticated: [UInt8]
  var text: [UInt8]

  /// The text encrypted, and its tag behind it; nil where that is refused.
  func encrypted(by code: Code, piece: Int = .max) -> [UInt8]? {
    withContext(code, isEncrypting: true) { context in
      var count: Int32 = 0
      guard let output = passed(text, piece, context), EVP_CipherFinal_ex(context, nil, &count) == 1 else { return nil }
      var tag = [UInt8](repeating: 0, count: 16)
      return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1 ? output + tag : nil
    }
  }

  /// What was encrypted, without its tag; nil where that is not the right one.
  func decrypted(_ bytes: [UInt8], by code: Code, piece: Int = .max) -> [UInt8]? {
    withContext(code, isEncrypting: false) { context in
      var count: Int32 = 0
      var tag = Array(bytes.suffix(16))
      guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1,
        let output = passed(Array(bytes.dropLast(16)), piece, context)
      else { return nil }
      return EVP_CipherFinal_ex(context, nil, &count) == 1 ? output : nil
    }
  }

  private func withContext(_ code: Code, isEncrypting: Bool, _ body: (OpaquePointer) -> [UInt8]?) -> [UInt8]? {
    let library = code == .wide ? TLSAlgorithms.library : nil
    let cipher = EVP_CIPHER_fetch(library, "AES-128-GCM", nil)
    let context = EVP_CIPHER_CTX_new()
    defer {
      EVP_CIPHER_CTX_free(context)
      EVP_CIPHER_free(cipher)
    }
    var count: Int32 = 0
    let direction: Int32 = isEncrypting ? 1 : 0
    // As TLS does it: the key first, then the nonce of each record.
    guard let context, EVP_CipherInit_ex(context, cipher, nil, nil, nil, direction) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, 12, nil) == 1,
      EVP_CipherInit_ex(context, nil, nil, key, nil, -1) == 1,
      EVP_CipherInit_ex(context, nil, nil, nil, nonce, direction) == 1,
      EVP_CipherUpdate(context, nil, &count, authenticated, Int32(authenticated.count)) == 1
    else { return nil }
    return body(context)
  }

  /// What comes of `input`, in pieces of that size.
  private func passed(_ input: [UInt8], _ piece: Int, _ context: OpaquePointer) -> [UInt8]? {
    var output: [UInt8] = []
    var rest = input[...]
    while !rest.isEmpty {
      var part = Array(rest.prefix(piece))
      let size = Int32(part.count)
      var count: Int32 = 0
      // In place, as TLS does it.
      let result = part.withUnsafeMutableBufferPointer {
        EVP_CipherUpdate(context, $0.baseAddress, &count, $0.baseAddress, size)
      }
      guard result == 1, count == size else { return nil }
      output += part
      rest = rest.dropFirst(part.count)
    }
    return output
  }
}
