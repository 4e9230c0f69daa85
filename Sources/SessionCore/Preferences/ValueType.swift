public import KeyedArchive

/// The type of a value, as `prefs type` names it.
public enum ValueType: String, Sendable, Hashable, CaseIterable {
  case bool, int, real, string, date, data, array, dict
  // What keyed archives alone have.
  case null, uid, set

  /// The type of `value`; both widths of a real are `real`.
  public init(_ value: PropertyList) {
    self =
      switch value {
      case .null: .null
      case .bool: .bool
      case .integer: .int
      case .real32, .real: .real
      case .date: .date
      case .data: .data
      case .string: .string
      case .uid: .uid
      case .array: .array
      case .set: .set
      case .dictionary: .dict
      }
  }

  /// Whether a value of the type has others in it.
  public var isContainer: Bool { self == .array || self == .dict || self == .set }
}
