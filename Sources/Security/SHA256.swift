import COpenSSL

/// The SHA-256 digest (FIPS 180-4) over bytes that come in pieces (`EVP_DigestUpdate`).
public struct SHA256: ~Copyable, @unchecked Sendable {
  // SAFETY: the state has one owner, which cannot be copied; it is written only in mutating methods.
  // From EVP_MD_CTX_new, freed in deinit.
  private let state: OpaquePointer

  /// The bytes of a digest.
  public static let byteCount = 32

  /// The name of this digest in events and on the wire.
  public static let name = "sha-256"

  /// A digest over nothing yet.
  public init() {
    state = Self.newState()
    reset()
  }

  private init(copyOf other: borrowing SHA256) {
    state = Self.newState()
    precondition(EVP_MD_CTX_copy_ex(state, other.state) == 1, "SHA-256 cannot be copied")
  }

  deinit {
    EVP_MD_CTX_free(state)
  }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    precondition(EVP_DigestUpdate(state, bytes.baseAddress, bytes.count) == 1, "SHA-256 cannot go on")
  }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Starts again, over nothing yet.
  public mutating func reset() {
    precondition(EVP_DigestInit_ex(state, EVP_sha256(), nil) == 1, "OpenSSL has no SHA-256")
  }

  /// A digest over the same bytes that goes on by itself.
  public borrowing func copy() -> SHA256 {
    SHA256(copyOf: self)
  }

  /// The digest of everything taken in so far: 32 bytes.
  ///
  /// More may be taken in afterwards.
  public borrowing func finish() -> [UInt8] {
    // Finishing uses a state up, so a copy of it is finished.
    let copy = copy()
    return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, filled in
      precondition(EVP_DigestFinal_ex(copy.state, buffer.baseAddress, nil) == 1, "SHA-256 cannot end")
      filled = Self.byteCount
    }
  }

  private static func newState() -> OpaquePointer {
    OpenSSL.isReady
    guard let state = EVP_MD_CTX_new() else { preconditionFailure("no memory for a digest's state") }
    return state
  }
}

extension SHA256 {
  /// The digest of bytes that are all there.
  public static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finish()
  }

  /// The digest of bytes that are all there.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { digest(of: $0) }
  }
}
