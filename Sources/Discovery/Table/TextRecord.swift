/// What a TXT record says that concerns us: a hint from anybody, never a permission.
struct TextRecord: Sendable, Equatable {
  /// The value of `v`, empty where it has none; nil where there is no `v`, which makes it an original app.
  var version: String?
  /// The value of `id`: what the host says its key begins with.
  ///
  /// At most 64 hexadecimal digits.
  var id: String?

  /// Reads the strings of a record.
  ///
  /// Keys are compared without case and the first of a kind counts (RFC 6763, section 6.4).
  init(_ strings: some Sequence<[UInt8]>) {
    for string in strings {
      let equals = string.firstIndex(of: UInt8(ascii: "=")) ?? string.endIndex
      let value = string[equals...].dropFirst()
      switch String(decoding: string[..<equals], as: UTF8.self).lowercased() {
      case "v" where version == nil:
        version = value.count <= 16 ? String(decoding: value, as: UTF8.self) : ""
      case "id" where id == nil && (1...64).contains(value.count) && value.allSatisfy(\.isHexDigit):
        id = String(decoding: value, as: UTF8.self)
      default: continue
      }
    }
  }

  /// The bytes that are kept of it.
  var bytes: Int { (version?.utf8.count ?? 0) + (id?.utf8.count ?? 0) }
}

extension UInt8 {
  /// Whether it is one of `0-9 a-f A-F`.
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "a")...UInt8(ascii: "f"): true
    case UInt8(ascii: "A")...UInt8(ascii: "F"): true
    default: false
    }
  }
}
