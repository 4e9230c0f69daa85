import CIPsecMB
import COpenSSL

/// AES-128-GCM on processors with wide AES instructions (VAES), by Intel's library for packet encryption: a key, and the message
/// that is encrypted or decrypted under it.
///
/// OpenSSL 3.0 has no code for such processors, and takes four times as long; since 3.1 it has, and is used itself. What is checked here, tags above all, is checked as
/// SP 800-38D says; what a wrong order of calls would make of a message is not: each call tells false, and nothing is written.
final class WideGCM {
  /// Bytes of a key, of a nonce and of a tag.
  static let keySize = 16
  static let nonceSize = 12
  static let tagSize = 16
  /// Bytes of a message that may be authenticated without being encrypted: TLS has 5 (RFC 8446, 5.2).
  static let authenticatedLimit = 64

  private enum Stage {
    /// It has no key, or no nonce since the last message.
    case idle
    /// What is authenticated only may come.
    case begun
    /// What is encrypted or decrypted may come.
    case working
  }

  private let library: UnsafeRawPointer
  private let key: UnsafeMutableRawBufferPointer
  private let state: UnsafeMutableRawBufferPointer
  /// A nonce, what is authenticated only, and a tag, one behind the other.
  private let small: UnsafeMutableRawBufferPointer
  private var hasKey = false
  private var stage = Stage.idle
  private var isEncrypting = false
  private var authenticatedCount = 0
  private var hasTag = false

  /// Nil where the library is not there, or this processor gains nothing by it.
  convenience init?() {
    guard let library = Self.library else { return nil }
    self.init(library)
  }

  private init(_ library: UnsafeRawPointer) {
    self.library = library
    key = .allocate(byteCount: socketplay_gcm_key_size(), alignment: 64)
    state = .allocate(byteCount: socketplay_gcm_state_size(), alignment: 64)
    small = .allocate(byteCount: Self.nonceSize + Self.authenticatedLimit + Self.tagSize, alignment: 16)
  }

  deinit {
    for memory in [key, state, small] {
      OPENSSL_cleanse(memory.baseAddress, memory.count)
      memory.deallocate()
    }
  }

  private var nonce: UnsafeMutableRawBufferPointer { .init(rebasing: small[..<Self.nonceSize]) }
  private var authenticated: UnsafeMutableRawBufferPointer {
    .init(rebasing: small[Self.nonceSize..<(Self.nonceSize + Self.authenticatedLimit)])
  }
  private var tag: UnsafeMutableRawBufferPointer { .init(rebasing: small[(small.count - Self.tagSize)...]) }

  /// Takes a key of 16 bytes; a message under the one before is forgotten.
  func setKey(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == Self.keySize else { return false }
    socketplay_gcm_expand(library, bytes.baseAddress, key.baseAddress)
    hasKey = true
    stage = .idle
    return true
  }

  /// Takes the nonce of a message, 12 bytes, which no other message under this key may have.
  func begin(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard hasKey, bytes.count == Self.nonceSize else { return false }
    nonce.copyMemory(from: bytes)
    authenticatedCount = 0
    hasTag = false
    stage = .begun
    return true
  }

  /// Which way the messages from here on go.
  func setDirection(isEncrypting: Bool) {
    self.isEncrypting = isEncrypting
    stage = .idle
    hasTag = false
  }

  /// Takes bytes that are authenticated only, which come before all others: 64 a message at most.
  func authenticate(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard stage == .begun, bytes.count <= Self.authenticatedLimit - authenticatedCount else { return false }
    UnsafeMutableRawBufferPointer(rebasing: authenticated[authenticatedCount...]).copyMemory(from: bytes)
    authenticatedCount += bytes.count
    return true
  }

  /// Encrypts or decrypts the next bytes of the message; the output, as long as the input, may be the same memory.
  ///
  /// What comes of decrypting is not to be believed before `end`.
  func work(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) -> Bool {
    guard startsWorking() else { return false }
    if isEncrypting {
      socketplay_gcm_encrypt(library, key.baseAddress, state.baseAddress, output, input.baseAddress, input.count)
    } else {
      socketplay_gcm_decrypt(library, key.baseAddress, state.baseAddress, output, input.baseAddress, input.count)
    }
    return true
  }

  private func startsWorking() -> Bool {
    if stage == .begun {
      socketplay_gcm_begin(
        library, key.baseAddress, state.baseAddress, nonce.baseAddress, authenticated.baseAddress, authenticatedCount)
      stage = .working
    }
    return stage == .working
  }

  /// Ends the message: makes its tag, or tells whether the one that was expected is the right one.
  func end() -> Bool {
    guard startsWorking() else { return false }
    stage = .idle
    if isEncrypting {
      socketplay_gcm_end_encrypting(library, key.baseAddress, state.baseAddress, tag.baseAddress)
      hasTag = true
      return true
    }
    defer { hasTag = false }
    return withUnsafeTemporaryAllocation(byteCount: Self.tagSize, alignment: 16) { right in
      socketplay_gcm_end_decrypting(library, key.baseAddress, state.baseAddress, right.baseAddress)
      // In the same time whatever they are.
      return CRYPTO_memcmp(right.baseAddress, tag.baseAddress, Self.tagSize) == 0 && hasTag
    }
  }

  /// Takes the tag that the message which is decrypted must have: 16 bytes, a shorter one proves too little.
  func expect(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isEncrypting, bytes.count == Self.tagSize else { return false }
    tag.copyMemory(from: bytes)
    hasTag = true
    return true
  }

  /// The tag of the message that was encrypted; nil before its end.
  var madeTag: UnsafeRawBufferPointer? { isEncrypting && hasTag ? UnsafeRawBufferPointer(tag) : nil }
}

/// The library, once it has shown that it works.
extension WideGCM {
  /// Whether it is of use: OpenSSL has code for such processors itself since 3.1.
  static var isWanted: Bool { OpenSSL_version_num() < 0x3010_0000 }

  // SAFETY: made once, never changed and never freed; the library's functions keep nothing in it while they work.
  nonisolated(unsafe) private static let library: UnsafeRawPointer? = {
    guard isWanted, let library = socketplay_gcm_open().map({ UnsafeRawPointer($0) }),
      answersRightly(WideGCM(library))
    else { return nil }
    return library
  }()

  /// Test case 4 of "The Galois/Counter Mode of Operation" (McGrew and Viega, 2005): 60 bytes, and 20 that are authenticated only.
  private static func answersRightly(_ cipher: WideGCM) -> Bool {
    var text = bytes(
      "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
    let hasWorked = text.withUnsafeMutableBytes { text in
      guard let start = text.baseAddress else { return false }
      cipher.setDirection(isEncrypting: true)
      return bytes("feffe9928665731c6d6a8f9467308308").withUnsafeBytes(cipher.setKey)
        && bytes("cafebabefacedbaddecaf888").withUnsafeBytes(cipher.begin)
        && bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2").withUnsafeBytes(cipher.authenticate)
        && cipher.work(UnsafeRawBufferPointer(text), into: start) && cipher.end()
    }
    let encrypted = bytes(
      "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
        + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091")
    return hasWorked && text == encrypted
      && cipher.madeTag?.elementsEqual(bytes("5bc94fbc3221a5db94fae95ae7121a47")) == true
  }

  /// The bytes that lower-case hexadecimal digits stand for.
  private static func bytes(_ digits: String) -> [UInt8] {
    let values = digits.utf8.map { $0 < UInt8(ascii: "a") ? $0 - UInt8(ascii: "0") : $0 - UInt8(ascii: "a") + 10 }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}
