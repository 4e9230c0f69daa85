/// Base64 as property lists have it: the common alphabet, padded, white space anywhere.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let pad = UInt8(ascii: "=")

  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  /// The bytes of `text`; nil where it is not base64 to its last character.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var digits = 0
    var pads = 0
    for byte in text where !byte.isXMLSpace {
      if byte == pad {
        pads += 1
        continue
      }
      guard pads == 0, let value = values[Int(byte)] else { return nil }
      bits = bits << 6 | UInt32(value)
      digits += 1
      if digits == 4 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits))
        (bits, digits) = (0, 0)
      }
    }
    switch (digits, pads) {
    case (0, 0): break
    case (2, 2): bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 1):
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return nil
    }
    return bytes
  }

  /// The text of `data`, on one line.
  public static func text(_ data: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((data.count + 2) / 3 * 4)
    for start in stride(from: 0, to: data.count, by: 3) {
      encode(data[start..<min(start + 3, data.count)], to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the four characters of up to three bytes.
  static func encode(_ group: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var bits: UInt32 = 0
    for byte in group { bits = bits << 8 | UInt32(byte) }
    bits <<= UInt32(8 * (3 - group.count))
    for digit in 0..<4 {
      text.append(digit <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)] : pad)
    }
  }
}
