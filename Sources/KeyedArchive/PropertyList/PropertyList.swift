/// A property list value that loses nothing of what a binary property list can carry.
///
/// `integer` holds any value of the format's 1 to 16 bytes; `real32` and `real` keep the width that was read; `date` is
/// in seconds since 2001-01-01T00:00:00Z, fraction included. `uid` and `null` occur in keyed archives only, `set` in
/// neither XML nor JSON.
///
/// Two values are equal where they are the same on the wire: strings by their code units (a composed and a decomposed é
/// differ, as in the original apps), numbers by their bits and their width.
public enum PropertyList: Sendable {
  case null
  case bool(Bool)
  case integer(Int128)
  case real32(Float)
  case real(Double)
  case date(Double)
  case data([UInt8])
  case string(String)
  case uid(UInt64)
  case array([PropertyList])
  case set([PropertyList])
  case dictionary(PropertyListDictionary)
}

extension PropertyList {
  /// The string, where this is one.
  public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  /// The integer as an `Int`, where this is one that fits.
  public var intValue: Int? { if case .integer(let value) = self { Int(exactly: value) } else { nil } }
  /// The boolean, where this is one.
  public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The bytes, where this is data.
  public var dataValue: [UInt8]? { if case .data(let value) = self { value } else { nil } }
  /// The elements, where this is an array.
  public var arrayValue: [PropertyList]? { if case .array(let value) = self { value } else { nil } }
  /// The dictionary, where this is one.
  public var dictionaryValue: PropertyListDictionary? { if case .dictionary(let value) = self { value } else { nil } }
}
