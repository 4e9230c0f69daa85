import COpenSSL
import Glibc
import Testing

@testable import Security

/// Without libIPSec_MB, or on a processor without VAES, there is nothing to try.
@Suite(
  "Calls of AES-128-GCM in any order",
  .enabled(if: WideGCM() != nil, "no libIPSec_MB, or a processor without VAES"))
struct WideGCMOrderTests {
  @Test("whatever is called, of any size and anywhere in memory, it does nothing that OpenSSL's own code would not do")
  func anyOrder() throws {
    let calls = try #require(GCMCalls(seed: 7))
    let rounds = 20_000
    for round in 0..<rounds { try #require(calls.next(), "call \(round)") }
    // Most of what is called makes sense, and each kind of it was seen.
    #expect(calls.taken > rounds / 3)
    #expect(calls.ended > rounds / 50 && calls.rightTags > rounds / 200 && calls.wrongTags > rounds / 200)
  }

  @Test("a tag that is told without its bytes is refused")
  func sizeOfTag() throws {
    let cipher = EVP_CIPHER_fetch(TLSAlgorithms.library, "AES-128-GCM", nil)
    let context = EVP_CIPHER_CTX_new()
    defer {
      EVP_CIPHER_CTX_free(context)
      EVP_CIPHER_free(cipher)
    }
    let bytes = [UInt8](repeating: 1, count: 16)
    var count: Int32 = 0
    try #require(EVP_CipherInit_ex(context, cipher, nil, bytes, bytes, 0) == 1)
    #expect(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, nil) != 1)
    #expect(EVP_CipherFinal_ex(context, nil, &count) != 1)
  }

  @Test("a new message has no tag before its end")
  func staleTag() throws {
    let cipher = try #require(WideGCM())
    let bytes = [UInt8](repeating: 1, count: 16)
    cipher.setDirection(isEncrypting: true)
    try #require(bytes.withUnsafeBytes(cipher.setKey) && bytes[..<12].withUnsafeBytes(cipher.begin) && cipher.end())
    #expect(cipher.madeTag != nil)
    try #require(bytes[..<12].withUnsafeBytes(cipher.begin))
    #expect(cipher.madeTag == nil)
  }
}

/// Two contexts, of which each is called as the other is.
private final class GCMCalls {
  private(set) var taken = 0
  private(set) var ended = 0
  private(set) var rightTags = 0
  private(set) var wrongTags = 0

  private static let room = 1 << 17
  private let contexts: [OpaquePointer]
  private let ciphers: [OpaquePointer]
  private let outputs: [UnsafeMutableRawPointer]
  private let input: UnsafeMutablePointer<UInt8>
  private var random: UInt64
  private var isEncrypting = true

  init?(seed: UInt64) {
    random = seed
    ciphers = [TLSAlgorithms.library, nil].compactMap { EVP_CIPHER_fetch($0, "AES-128-GCM", nil) }
    contexts = ciphers.compactMap { _ in EVP_CIPHER_CTX_new() }
    outputs = [0, 1].map { _ in .allocate(byteCount: Self.room, alignment: 64) }
    input = .allocate(capacity: Self.room)
    for index in 0..<Self.room { input[index] = UInt8(truncatingIfNeeded: index &* 197 &+ index >> 8) }
    guard contexts.count == 2, begins() else { return nil }
  }

  deinit {
    for context in contexts { EVP_CIPHER_CTX_free(context) }
    for cipher in ciphers { EVP_CIPHER_free(cipher) }
    for output in outputs { output.deallocate() }
    input.deallocate()
  }

  private func number(_ limit: Int) -> Int {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Int(random >> 11) % limit
  }

  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(number(256)) } }

  /// Both from the start, under a new key and nonce.
  private func begins() -> Bool {
    isEncrypting = number(2) == 0
    let (key, nonce) = (bytes(16), bytes(12))
    let direction: Int32 = isEncrypting ? 1 : 0
    return (0..<2).allSatisfy {
      EVP_CIPHER_CTX_reset(contexts[$0]) == 1
        && EVP_CipherInit_ex(contexts[$0], ciphers[$0], nil, key, nonce, direction) == 1
    }
  }

  /// One call of both; false where only the wide one took it, or both did and have not done the same.
  func next() -> Bool {
    var results: [Int32] = []
    var isSame = true
    switch number(16) {
    case 0..<5:
      let (count, offset, place) = (size(), number(64), number(64))
      let isInPlace = number(2) == 0
      var counts: [Int32] = [0, 0]
      for index in 0..<2 {
        let output = (outputs[index] + place).assumingMemoryBound(to: UInt8.self)
        if isInPlace { output.update(from: input + offset, count: count) }
        results.append(
          EVP_CipherUpdate(contexts[index], output, &counts[index], isInPlace ? output : input + offset, Int32(count)))
      }
      isSame = counts[0] == counts[1] && memcmp(outputs[0] + place, outputs[1] + place, count) == 0
    case 5..<8:
      let (count, offset) = (number(40), number(64))
      var written: Int32 = 0
      for context in contexts {
        results.append(EVP_CipherUpdate(context, nil, &written, input + offset, Int32(count)))
      }
    case 8..<11:
      let nonce = bytes(12)
      if number(4) == 0 { isEncrypting.toggle() }
      let direction: Int32 = isEncrypting ? 1 : 0
      for context in contexts { results.append(EVP_CipherInit_ex(context, nil, nil, nil, nonce, direction)) }
    case 11:
      let (new, nonce) = (bytes(16), bytes(12))
      let direction: Int32 = isEncrypting ? 1 : 0
      for context in contexts { results.append(EVP_CipherInit_ex(context, nil, nil, new, nonce, direction)) }
    case 12:
      var tag = bytes(16)
      let count = number(4) == 0 ? Int32(number(17)) : 16
      for context in contexts {
        results.append(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, count, &tag))
      }
    case 13:
      var tags = [[UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: 16)]
      for index in 0..<2 {
        results.append(EVP_CIPHER_CTX_ctrl(contexts[index], EVP_CTRL_AEAD_GET_TAG, 16, &tags[index]))
      }
      isSame = tags[0] == tags[1]
    case 14:
      var counts: [Int32] = [0, 0]
      for index in 0..<2 { results.append(EVP_CipherFinal_ex(contexts[index], nil, &counts[index])) }
      if results == [1, 1] { ended += 1 }
      isSame = counts[0] == counts[1]
    default: return opens()
    }
    let isTaken = results.map { $0 == 1 }
    if isTaken == [true, true] {
      taken += 1
      return isSame
    }
    // What only one refuses puts them into different states.
    return !(isTaken[0] && !isTaken[1]) && begins()
  }

  private func size() -> Int {
    switch number(8) {
    case 0: 0
    case 1..<5: number(300)
    case 5, 6: number(5_000)
    default: number(70_000)
    }
  }

  /// A message that OpenSSL's own encrypts, and the wide one is to open: with a changed tag in half of all cases.
  private func opens() -> Bool {
    let (key, nonce) = (bytes(16), bytes(12))
    let (size, authenticated) = (number(2_000), Int32(number(65)))
    var (count, tag) = (Int32(0), [UInt8](repeating: 0, count: 16))
    let output = outputs[0].assumingMemoryBound(to: UInt8.self)
    guard EVP_CipherInit_ex(contexts[1], nil, nil, key, nonce, 1) == 1,
      EVP_CipherUpdate(contexts[1], nil, &count, input, authenticated) == 1,
      EVP_CipherUpdate(contexts[1], output, &count, input, Int32(size)) == 1,
      EVP_CipherFinal_ex(contexts[1], nil, &count) == 1,
      EVP_CIPHER_CTX_ctrl(contexts[1], EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
    else { return false }
    let isRight = number(2) == 0
    if !isRight { tag[number(16)] ^= 1 << UInt8(number(8)) }
    guard EVP_CipherInit_ex(contexts[0], nil, nil, key, nonce, 0) == 1,
      EVP_CIPHER_CTX_ctrl(contexts[0], EVP_CTRL_AEAD_SET_TAG, 16, &tag) == 1,
      EVP_CipherUpdate(contexts[0], nil, &count, input, authenticated) == 1,
      EVP_CipherUpdate(contexts[0], output, &count, output, Int32(size)) == 1
    else { return false }
    let opened = EVP_CipherFinal_ex(contexts[0], nil, &count) == 1
    if isRight { rightTags += 1 } else { wrongTags += 1 }
    return opened == isRight && memcmp(output, input, size) == 0 && begins()
  }
}
