extension GVariantValue {
  /// The value as text that reads back as the same value, its type in front of it, on one line.
  public var text: String { "@\(type.text) " + literal }

  /// The value as text, where its type is known.
  private var literal: String {
    switch self {
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number, _): number.description
    case .double(let number): number.isFinite ? number.description : number.isNaN ? "nan" : number > 0 ? "inf" : "-inf"
    case .string(let text, _): Self.quoted(text)
    case .bytes(let bytes): "[" + bytes.map(String.init).joined(separator: ", ") + "]"
    case .array(let elements, _): "[" + elements.map(\.literal).joined(separator: ", ") + "]"
    case .dictionary(let entries, _):
      "{" + entries.map { "\($0.key.literal): \($0.value.literal)" }.joined(separator: ", ") + "}"
    case .tuple(let items):
      items.count == 1 ? "(\(items[0].literal),)" : "(" + items.map(\.literal).joined(separator: ", ") + ")"
    case .variant(let inner): "<\(inner.text)>"
    case .maybe(nil, _): "nothing"
    case .maybe(let inner?, _): "just \(inner.literal)"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x27, 0x5C: quoted += "\\" + String(scalar)
      // Controls would end the line; the separators of Unicode do for some readers.
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }
}
