/// Who a peer is: the SHA-256 of its public key, as DER writes it with its algorithm (`SubjectPublicKeyInfo`, RFC 5280).
///
/// It is no secret.
public struct PeerID: Hashable, Sendable {
  /// How many bytes it has.
  public static let byteCount = 32

  private let value: SIMD32<UInt8>

  /// The id of these bytes; nil unless there are 32.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    value = SIMD32(bytes)
  }

  /// Its bytes.
  public var bytes: [UInt8] { value.indices.map { value[$0] } }
}

extension PeerID: CustomStringConvertible {
  private static let scheme = "sha256:"

  /// The id of this text; nil for anything but `sha256:` and 64 lower-case hexadecimal digits.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.scheme) else { return nil }
    let digits = text.utf8.dropFirst(Self.scheme.utf8.count).map(Self.value(ofDigit:))
    guard digits.count == 2 * Self.byteCount else { return nil }
    var bytes: [UInt8] = []
    for position in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[position], let low = digits[position + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(bytes)
  }

  /// `sha256:` and 64 lower-case hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return Self.scheme + String(decoding: text, as: UTF8.self)
  }

  private static func value(ofDigit digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
