import Documents
import KeyedArchive

extension PreferenceLiteral {
  /// A typed value is read within these: a command line is not longer.
  private static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 1 << 16, maximumDepth: 128, maximumNodes: 1 << 16)

  /// The value, of the type that a flag named, else of that of `present`, else of the one the text looks like.
  func value(insteadOf present: PropertyList?) throws(UsageError) -> PropertyList {
    switch (kind, present) {
    case (.bool, _), (nil, .bool?): return try checked(TypedLiteral.bool(text), "a bool", "true or false")
    case (.int, _), (nil, .integer?): return try checked(TypedLiteral.int(text), "an int", "81")
    case (nil, .real32?): return try checked(TypedLiteral.real32(text), "a real", "1.5")
    case (.real, _), (nil, .real?): return try checked(TypedLiteral.real(text), "a real", "1.5")
    case (.string, _), (nil, .string?): return .string(text)
    case (.date, _), (nil, .date?): return try checked(TypedLiteral.date(text), "a date", "2024-01-02T03:04:05Z")
    case (.data, _), (nil, .data?): return try checked(TypedLiteral.data(text), "data in base64", "AAEC")
    case (.json, _), (nil, .array?), (nil, .dictionary?), (nil, .set?), (nil, .uid?): return try json()
    case (nil, .null?), (nil, nil): return try inferred()
    }
  }

  private func inferred() throws(UsageError) -> PropertyList {
    if let value = TypedLiteral.inferred(text) { return value }
    throw UsageError(
      "\(quoted(text)) is too large for an int, which has 128 bits",
      hint: "--string keeps all its digits, --real takes the nearest real")
  }

  private func checked(_ value: PropertyList?, _ type: String, _ example: String) throws(UsageError) -> PropertyList {
    if let value { return value }
    let change = kind == nil ? "; another type is given by a flag such as --string" : ""
    throw UsageError("\(quoted(text)) is not \(type)", hint: "such as: \(example)\(change)")
  }

  private func json() throws(UsageError) -> PropertyList {
    do throws(TextPropertyListError) {
      return try PropertyList(json: Array(text.utf8), limits: Self.limits)
    } catch {
      let problem = PropertyListText.words(PropertyListDocumentError.json(error).code) ?? "it is none"
      throw UsageError(
        "\(quoted(text)) cannot be taken as JSON: \(problem)",
        hint: #"such as: 81, "text", [1, 2], {"a": true}; --string takes any text as it is"#)
    }
  }
}
