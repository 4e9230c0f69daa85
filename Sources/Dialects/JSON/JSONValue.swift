/// A JSON value (RFC 8259), as a peer's small documents need it.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A name and its value.
  public struct Member: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSONValue

    /// A member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a member; of two with one name the later one holds, nil where this is no object.
  public subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The number, where it is one.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The string, where it is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The elements, where it is an array.
  public var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}

/// What is accepted of one JSON text.
public struct JSONLimits: Sendable, Hashable {
  /// Arrays and objects within each other; at most 1,000, for letting go of a value takes stack for each level.
  public let depth: Int
  /// Values in all, each of which costs memory.
  public let values: Int

  /// Limits of the given values.
  public init(depth: Int, values: Int) {
    precondition(depth <= 1_000, "a value of that depth cannot be let go of")
    self.depth = depth
    self.values = values
  }
}

/// Why a text is not JSON, or not taken.
public enum JSONError: Error, Sendable, Hashable {
  /// It breaks the grammar at that byte.
  case malformed(at: Int)
  /// It goes deeper than it may.
  case tooDeep
  /// It has more values than it may.
  case tooManyValues
}
