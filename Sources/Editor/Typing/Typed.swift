import Documents
public import KeyedArchive
public import SessionCore

/// A value as it is being typed, and the type it is to have.
public struct Typed: Sendable, Equatable {
  /// The text.
  public var field: Field
  /// The type; nil for the one that the text looks like.
  public var type: ValueType?
  /// Whether a real has 32 bits, as the one that was there.
  private var isNarrow = false
  /// The text and the type that were shown at first; nil where no value was.
  private var shown: Shown?

  private struct Shown: Sendable, Equatable {
    var text: String
    var type: ValueType
  }

  /// The types to choose from, in their order.
  public static let types: [ValueType] = [.string, .int, .real, .bool, .date, .data, .array, .dict]
  /// What JSON is read within: a field is not larger.
  private static let limits = PropertyListLimits(
    maximumSize: Field.maximumSize, maximumObjects: 1 << 14, maximumDepth: 100, maximumNodes: 1 << 14)

  /// A value that is not there yet.
  public init() {
    field = Field()
  }

  /// A value that is there; nil where it cannot be typed on one line.
  public init?(_ value: PropertyList) {
    let type = ValueType(value)
    guard Self.types.contains(type) else { return nil }
    let literal = value.literal
    guard literal.utf8.count <= Field.maximumSize else { return nil }
    field = Field(literal)
    self.type = type
    shown = Shown(text: literal, type: type)
    if case .real32 = value { isNarrow = true }
  }

  /// Whether it is as the value that was there is shown: then it is that value, with all that a literal cannot show.
  public var isAsShown: Bool { shown.map { $0.text == field.text && $0.type == type } ?? false }

  /// The value; nil where the text is none of the type.
  public var value: PropertyList? {
    let text = field.text
    switch type {
    case nil: return TypedLiteral.inferred(text)
    case .bool: return TypedLiteral.bool(text)
    case .int: return TypedLiteral.int(text)
    case .real: return isNarrow ? TypedLiteral.real32(text) : TypedLiteral.real(text)
    case .string: return .string(text)
    case .date: return TypedLiteral.date(text)
    case .data: return TypedLiteral.data(text)
    case .array: return json?.arrayValue.map { .array($0) }
    case .dict: return json?.dictionaryValue.map { .dictionary($0) }
    case .null, .uid, .set: return nil
    }
  }

  private var json: PropertyList? { try? PropertyList(json: Array(field.text.utf8), limits: Self.limits) }

  /// Goes on to another type; an empty text becomes an empty container of it.
  public mutating func turn(by step: Int) {
    let present = type.flatMap(Self.types.firstIndex(of:))
    let count = Self.types.count
    let next = present.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
    type = Self.types[next]
    let text = field.text
    if ["", "[]", "{}"].contains(text) {
      field = Field(type == .array ? "[]" : type == .dict ? "{}" : "")
    }
  }
}
