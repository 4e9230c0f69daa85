import KeyedArchive

/// Reads one old-style property list, containers on a stack of its own.
struct OpenStepReader {
  typealias Reason = TextPropertyListError.Reason

  private struct Container {
    let isDictionary: Bool
    var elements: [PropertyList] = []
    var entries = PropertyListDictionary()
    var key: String?
  }

  private var cursor: OpenStepCursor
  private let limits: PropertyListLimits
  private var open: [Container] = []
  private var nodes = 0

  init(_ bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) {
    cursor = OpenStepCursor(bytes)
    self.limits = limits
  }

  /// The whole text's value.
  mutating func document() throws(TextPropertyListError) -> PropertyList {
    do {
      return try text()
    } catch {
      throw TextPropertyListError(error, line: cursor.line)
    }
  }

  private mutating func text() throws(Reason) -> PropertyList {
    guard cursor.count <= limits.maximumSize else { throw .tooLarge(limit: limits.maximumSize) }
    cursor.takeByteOrderMark()
    let value = try value()
    try cursor.takeSpace()
    guard cursor.next == nil else { throw .severalValues }
    return value
  }

  private mutating func value() throws(Reason) -> PropertyList {
    while true {
      var complete = try begin()
      while let value = complete {
        guard let top = open.indices.last else { return value }
        if let key = open[top].key {
          open[top].entries[key] = value
          open[top].key = nil
        } else {
          open[top].elements.append(value)
        }
        complete = try afterValue()
      }
    }
  }

  /// A plain value, or an empty container; nil where a container was opened and its first value comes next.
  private mutating func begin() throws(Reason) -> PropertyList? {
    try count()
    guard open.count < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
    try cursor.takeSpace()
    switch cursor.next {
    case UInt8(ascii: "{"):
      cursor.take()
      open.append(Container(isDictionary: true))
      return try endOrKey()
    case UInt8(ascii: "("):
      cursor.take()
      open.append(Container(isDictionary: false))
      return try endOfArray()
    case UInt8(ascii: "<"): return try cursor.takeData()
    case nil: throw .truncated
    default: return .string(try cursor.takeString())
    }
  }

  /// What follows a value: `;` and the next key, `,` and the next element, or the container's end.
  private mutating func afterValue() throws(Reason) -> PropertyList? {
    try cursor.takeSpace()
    let isDictionary = open[open.count - 1].isDictionary
    guard let byte = cursor.next else { throw .truncated }
    switch byte {
    case UInt8(ascii: ";") where isDictionary:
      cursor.take()
      return try endOrKey()
    case UInt8(ascii: ",") where !isDictionary:
      cursor.take()
      return try endOfArray()
    case UInt8(ascii: ")") where !isDictionary:
      return try endOfArray()
    default: throw .unexpected
    }
  }

  private mutating func endOfArray() throws(Reason) -> PropertyList? {
    try cursor.takeSpace()
    guard cursor.next == UInt8(ascii: ")") else { return nil }
    cursor.take()
    return .array(open.removeLast().elements)
  }

  private mutating func endOrKey() throws(Reason) -> PropertyList? {
    try cursor.takeSpace()
    guard let byte = cursor.next else { throw .truncated }
    if byte == UInt8(ascii: "}") {
      cursor.take()
      return .dictionary(open.removeLast().entries)
    }
    try count()
    let key = try cursor.takeString()
    try cursor.takeSpace()
    guard let equal = cursor.next else { throw .truncated }
    guard equal == UInt8(ascii: "=") else { throw .unexpected }
    cursor.take()
    open[open.count - 1].key = key
    return nil
  }

  private mutating func count() throws(Reason) {
    guard nodes < limits.maximumNodes else { throw .tooManyNodes(limit: limits.maximumNodes) }
    nodes += 1
  }
}
