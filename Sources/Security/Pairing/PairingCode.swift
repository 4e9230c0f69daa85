public import SessionCore

/// What a host shows once and a joiner types: 30 characters that prove each to the other.
///
/// 140 bits: the first 100 of the host's id, and a token of 40. The joiner proves the host by the former, inside TLS, and
/// the host the joiner by the latter, which is sent inside that tunnel. A checksum of 10 bits (the first of the SHA-256 of
/// those 140 bits and 4 zero bits) finds slips of the pen before anything is sent.
public struct PairingCode: Sendable, Hashable {
  /// Why a text is no code.
  public enum Problem: Error, Sendable, Hashable {
    /// It has so many characters instead of 30, dashes and spaces left out.
    case length(Int)
    /// Something that no code has, in that place from 1.
    case character(Character, at: Int)
    /// One character or more is wrong, or two are swapped.
    case checksum
  }

  /// The bytes of the token.
  public static let tokenCount = 5
  /// The characters of a code, without dashes.
  public static let characterCount = 30

  /// 140 bits, and 4 zero bits.
  private let content: [UInt8]

  /// The code of the host with that id, for a token of 5 bytes.
  public init(host: PeerID, token: [UInt8]) {
    precondition(token.count == Self.tokenCount, "a token has 5 bytes")
    // 100 bits end in the middle of a byte: the token stands half a byte further on.
    var content = Array(host.bytes.prefix(13))
    content[12] &= 0xF0
    for byte in token {
      content[content.count - 1] |= byte >> 4
      content.append(byte << 4)
    }
    self.content = content
  }

  /// Reads a code: letters of either case, dashes and spaces ignored, `O` taken as 0, `I` and `L` as 1.
  public init(_ text: String) throws(Problem) {
    var values: [UInt8] = []
    var count = 0
    for character in text where !["-", " ", "\t"].contains(character) {
      count += 1
      // The rest of an endless line is only counted.
      guard count <= Self.characterCount else { continue }
      guard let value = Crockford.value(of: character) else { throw .character(character, at: count) }
      values.append(value)
    }
    guard count == Self.characterCount else { throw .length(count) }
    let bits = Crockford.bytes(values)
    var content = Array(bits.prefix(18))
    content[17] &= 0xF0
    guard Self.checksum(content) == (UInt16(bits[17] & 0x0F) << 6 | UInt16(bits[18]) >> 2) else { throw .checksum }
    self.content = content
  }

  /// The bits of the host's id that a code has.
  public static let hostBits = 100

  /// The bytes that these bits lie in, from the most significant on.
  public var hostPrefix: [UInt8] { Array(content[..<12]) + [content[12] & 0xF0] }

  /// The token: 5 bytes.
  public var token: [UInt8] { (12..<17).map { content[$0] << 4 | content[$0 + 1] >> 4 } }

  /// Whether it is a code of the host with that id.
  public func isOf(_ host: PeerID) -> Bool {
    PairingCode(host: host, token: token) == self
  }

  /// The 150 bits as 19 bytes, the last two of them padding.
  private var bits: [UInt8] {
    let checksum = Self.checksum(content)
    var bits = content
    bits[17] |= UInt8(truncatingIfNeeded: checksum >> 6)
    bits.append(UInt8(truncatingIfNeeded: checksum << 2))
    return bits
  }

  private static func checksum(_ content: [UInt8]) -> UInt16 {
    let digest = SHA256.digest(of: content)
    return UInt16(digest[0]) << 2 | UInt16(digest[1]) >> 6
  }
}

extension PairingCode: CustomStringConvertible {
  /// The code in upper case, six groups of five: `7KQ4M-…`.
  public var description: String {
    let characters = Array(Crockford.text(bits).prefix(Self.characterCount))
    return stride(from: 0, to: characters.count, by: 5).map { String(characters[$0..<$0 + 5]) }.joined(separator: "-")
  }
}

/// Douglas Crockford's base 32: digits and letters without I, L, O and U, five bits each, most significant first.
enum Crockford {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  /// What a character stands for; nil for one that stands for nothing.
  static func value(of character: Character) -> UInt8? {
    guard character.isASCII, let upper = character.uppercased().first else { return nil }
    switch upper {
    case "O": return 0
    case "I", "L": return 1
    default: return alphabet.firstIndex(of: upper).map { UInt8($0) }
    }
  }

  /// The characters of all bits; zero bits fill the last one up.
  static func text(_ bytes: [UInt8]) -> String {
    regrouped(bytes, from: 8, to: 5).reduce(into: "") { $0.append(alphabet[Int($1)]) }
  }

  /// The bytes of values of five bits; zero bits fill the last one up.
  static func bytes(_ values: [UInt8]) -> [UInt8] { regrouped(values, from: 5, to: 8) }

  private static func regrouped(_ values: [UInt8], from width: Int, to newWidth: Int) -> [UInt8] {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for value in values {
      bits = bits << UInt32(width) | UInt32(value)
      count += width
      while count >= newWidth {
        count -= newWidth
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)) & UInt8((1 << newWidth) - 1))
      }
      bits &= (1 << UInt32(count)) - 1
    }
    if count > 0 { result.append(UInt8(truncatingIfNeeded: bits << UInt32(newWidth - count))) }
    return result
  }
}
