/// A type of GLib's GVariant as its type string: `i`, `as`, `a{sv}` (GLib reference, "GVariant type strings").
public struct GVariantType: Sendable, Hashable {
  /// The characters of the types that hold no other.
  private static let basic = Set("bynqiuxthdsog".utf8)
  /// How deep types are nested in one another; GLib stops there too.
  static let maximumDepth = 64

  /// The type string.
  public let text: String

  /// The type of a string that is known to be one.
  init(known text: String) { self.text = text }

  /// The type that `text` names; nil where it names none, or one that is nested too deep.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard Self.end(of: bytes[...], depth: 0) == bytes.count else { return nil }
    self.text = text
  }

  /// What the first character says.
  var kind: UInt8 { text.utf8.first ?? 0 }

  /// Whether it is one of the types of texts.
  var isText: Bool { ["s", "o", "g"].contains(text) }

  /// Whether it is an array of dictionary entries.
  var isDictionary: Bool { text.hasPrefix("a{") }

  /// The type in an array or a maybe.
  var element: GVariantType { GVariantType(known: String(text.dropFirst())) }

  /// The types in a tuple or a dictionary entry.
  var items: [GVariantType] {
    var rest = Array(text.utf8)[...].dropFirst().dropLast()
    var items: [GVariantType] = []
    while let end = Self.end(of: rest, depth: 0), end > rest.startIndex {
      items.append(GVariantType(known: String(decoding: rest[..<end], as: UTF8.self)))
      rest = rest[end...]
    }
    return items
  }

  /// Where the first complete type ends; nil where there is none.
  private static func end(of bytes: ArraySlice<UInt8>, depth: Int) -> Int? {
    guard depth < maximumDepth, let first = bytes.first else { return nil }
    let rest = bytes.dropFirst()
    switch first {
    case UInt8(ascii: "a"), UInt8(ascii: "m"):
      if first == UInt8(ascii: "a"), rest.first == UInt8(ascii: "{") { return entryEnd(rest, depth: depth + 1) }
      return end(of: rest, depth: depth + 1)
    case UInt8(ascii: "("):
      var inside = rest
      while let next = inside.first, next != UInt8(ascii: ")") {
        guard let end = end(of: inside, depth: depth + 1) else { return nil }
        inside = bytes[end...]
      }
      return inside.isEmpty ? nil : inside.startIndex + 1
    case UInt8(ascii: "v"): return rest.startIndex
    default: return basic.contains(first) ? rest.startIndex : nil
    }
  }

  /// A dictionary entry: a basic key, and a value.
  private static func entryEnd(_ bytes: ArraySlice<UInt8>, depth: Int) -> Int? {
    let rest = bytes.dropFirst()
    guard let key = rest.first, basic.contains(key), let end = end(of: rest.dropFirst(), depth: depth),
      end < bytes.endIndex, bytes[end] == UInt8(ascii: "}")
    else { return nil }
    return end + 1
  }
}

extension GVariantType {
  static let bool = GVariantType(known: "b")
  static let byte = GVariantType(known: "y")
  static let int32 = GVariantType(known: "i")
  static let double = GVariantType(known: "d")
  static let string = GVariantType(known: "s")
  static let variant = GVariantType(known: "v")
  static let bytes = GVariantType(known: "ay")
  static let dictionary = GVariantType(known: "a{sv}")

  /// Arrays of a type.
  static func array(of element: GVariantType) -> GVariantType { GVariantType(known: "a" + element.text) }

  /// The range of an integer type; nil for others.
  var range: ClosedRange<Int128>? {
    switch text {
    case "y": 0...Int128(UInt8.max)
    case "n": Int128(Int16.min)...Int128(Int16.max)
    case "q": 0...Int128(UInt16.max)
    case "i", "h": Int128(Int32.min)...Int128(Int32.max)
    case "u": 0...Int128(UInt32.max)
    case "x": Int128(Int64.min)...Int128(Int64.max)
    case "t": 0...Int128(UInt64.max)
    default: nil
    }
  }
}
