import CXXHash

/// The XXH3 digest of 128 bits over bytes that come in pieces (`XXH3_128bits_update`), at memory speed.
///
/// It finds damage, not malice: anybody can make other bytes of the same digest.
public struct XXH3: ~Copyable, @unchecked Sendable {
  // SAFETY: the state has one owner, which cannot be copied; it is written only in mutating methods.
  // From XXH3_createState, which aligns it as the vector code needs; freed in deinit.
  private let state: OpaquePointer

  /// A digest over nothing yet.
  public init() {
    guard let state = XXH3_createState() else { preconditionFailure("no memory for a digest's state") }
    XXH3_128bits_reset(state)
    self.state = state
  }

  private init(copyOf other: borrowing XXH3) {
    self.init()
    XXH3_copyState(state, other.state)
  }

  deinit {
    XXH3_freeState(state)
  }

  /// A digest over the same bytes that goes on by itself (`XXH3_copyState`).
  public borrowing func copy() -> XXH3 { XXH3(copyOf: self) }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    _ = socketplay_xxh3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  /// Takes in the next bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Starts again, over nothing yet.
  public mutating func reset() {
    XXH3_128bits_reset(state)
  }

  /// The digest of everything taken in so far, in its canonical form: 16 bytes, most significant first.
  ///
  /// More may be taken in afterwards.
  public borrowing func finish() -> [UInt8] {
    var canonical = XXH128_canonical_t()
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state))
    return withUnsafeBytes(of: canonical) { Array($0) }
  }
}

extension XXH3 {
  /// The name of this digest in events and on the wire.
  public static let name = "xxh3-128"

  /// The digest of bytes that are all there.
  public static func digest(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var digest = XXH3()
    digest.update(bytes)
    return digest.finish()
  }

  /// The digest of bytes that are all there.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { digest(of: $0) }
  }

  /// A digest as text: two lower-case digits a byte.
  public static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
