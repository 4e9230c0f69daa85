public import KeyedArchive

/// A value of GLib's GVariant, with the types that a property list lacks.
public indirect enum GVariantValue: Sendable, Hashable {
  case bool(Bool)
  /// Of one of the types `y n q i u x t h`.
  case integer(Int128, GVariantType)
  case double(Double)
  /// Of one of the types `s o g`.
  case string(String, GVariantType)
  /// `ay`.
  case bytes([UInt8])
  /// Any other array, but for dictionaries.
  case array([GVariantValue], of: GVariantType)
  /// Keys and values, in their order.
  case dictionary([Entry], GVariantType)
  case tuple([GVariantValue])
  case variant(GVariantValue)
  case maybe(GVariantValue?, of: GVariantType)

  /// A key of a dictionary with its value.
  public struct Entry: Sendable, Hashable {
    /// The key, of a basic type.
    public var key: GVariantValue
    /// The value.
    public var value: GVariantValue
  }

  /// The type.
  public var type: GVariantType {
    switch self {
    case .bool: .bool
    case .integer(_, let type), .string(_, let type), .dictionary(_, let type): type
    case .double: .double
    case .bytes: .bytes
    case .array(_, let element): .array(of: element)
    case .tuple(let items): GVariantType(known: "(" + items.map(\.type.text).joined() + ")")
    case .variant: .variant
    case .maybe(_, let element): GVariantType(known: "m" + element.text)
    }
  }

  /// The value as a property list has it.
  ///
  /// A variant is what is in it, a maybe an array of one or no element, a tuple an array, a dictionary whose keys are no
  /// strings an array of pairs. `GVariantValue(_:like:)` leads back where the value that is there is known.
  public var propertyList: PropertyList {
    switch self {
    case .bool(let flag): return .bool(flag)
    case .integer(let number, _): return .integer(number)
    case .double(let number): return .real(number)
    case .string(let text, _): return .string(text)
    case .bytes(let bytes): return .data(bytes)
    case .array(let elements, _), .tuple(let elements): return .array(elements.map(\.propertyList))
    case .variant(let inner): return inner.propertyList
    case .maybe(let inner, _): return .array(inner.map { [$0.propertyList] } ?? [])
    case .dictionary(let entries, let type):
      guard type.element.items.first?.text == "s" else {
        return .array(entries.map { .array([$0.key.propertyList, $0.value.propertyList]) })
      }
      var dictionary = PropertyListDictionary()
      for entry in entries {
        if case .string(let key, _) = entry.key { dictionary[key] = entry.value.propertyList }
      }
      return .dictionary(dictionary)
    }
  }
}
