public import KeyedArchive

extension PropertyList {
  /// A line that says the same of a value whoever read it: one letter of type, numbers by their bits, texts in hex.
  public var canonical: String {
    switch self {
    case .null: "n"
    case .bool(let value): value ? "t" : "f"
    case .integer(let value): "i\(value)"
    case .real32(let value): "r" + Self.bits(Double(value))
    case .real(let value): "r" + Self.bits(value)
    case .date(let value): "d" + Self.bits(value)
    case .data(let bytes): "b" + Self.hex(bytes)
    case .string(let string): "s" + Self.hex(string.utf8)
    case .uid(let value): "u\(value)"
    case .array(let elements): "[" + elements.map(\.canonical).joined(separator: ",") + "]"
    case .set(let elements): "(" + elements.map(\.canonical).joined(separator: ",") + ")"
    case .dictionary(let dictionary):
      "{" + dictionary.entries.map { $0.key.canonical + ":" + $0.value.canonical }.sorted().joined(separator: ",") + "}"
    }
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
  }

  private static func bits(_ number: Double) -> String {
    let digits = String(number.bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
