import KeyedArchive

extension XMLPropertyListReader {
  /// A plain value of the element `name`, its start tag taken; an error is told in the line where the element ends.
  mutating func scalar(_ name: String, closed: Bool) throws(Reason) -> PropertyList {
    switch name {
    case "string":
      return .string(closed ? "" : try string(of: name))
    case "true", "false":
      guard try text(of: name, closed: closed).allSatisfy(\.isXMLSpace) else { throw .text }
      return .bool(name == "true")
    case "integer":
      let text = try text(of: name, closed: closed)
      guard let value = Int128(propertyListText: text) else { throw .integer(String(excerpt: text)) }
      return .integer(value)
    case "real":
      let text = try text(of: name, closed: closed)
      guard let value = Double(propertyListText: text) else { throw .real(String(excerpt: text)) }
      return .real(value)
    case "date":
      let text = try text(of: name, closed: closed)
      guard let time = CivilTime(propertyListText: text) else { throw .date(String(excerpt: text)) }
      return .date(Double(time.seconds))
    case "data":
      guard let bytes = Base64.decode(try text(of: name, closed: closed)) else { throw .data }
      return .data(bytes)
    default:
      throw .element(name)
    }
  }

  /// The text of the element `name`, as a string.
  mutating func string(of name: String) throws(Reason) -> String {
    if let plain = try plainString(of: name) { return plain }
    guard let string = String(validating: try text(of: name, closed: false), as: UTF8.self) else { throw .character }
    return string
  }
}
