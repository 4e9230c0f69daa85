import KeyedArchive

/// Reads one JSON text, containers on a stack of its own.
struct JSONReader {
  typealias Reason = TextPropertyListError.Reason

  private struct Container {
    let isObject: Bool
    /// Whether it stands in a `$dict` and so for itself, whatever its key.
    var isPlain = false
    var elements: [PropertyList] = []
    var entries = PropertyListDictionary()
    var key: String?
  }

  var cursor: JSONCursor
  private let limits: PropertyListLimits
  private var open: [Container] = []
  private var nodes = 0

  init(_ bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) {
    cursor = JSONCursor(bytes)
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
    cursor.takeSpace()
    guard cursor.next == nil else { throw .severalValues }
    return value
  }

  private mutating func value() throws(Reason) -> PropertyList {
    while true {
      // A complete value goes into its container, which may complete that one too.
      var complete = try begin()
      while let value = complete {
        guard !open.isEmpty else { return value }
        add(value)
        complete = try afterValue()
      }
    }
  }

  /// A scalar, or an empty container; nil where a container was opened and its first value comes next.
  private mutating func begin() throws(Reason) -> PropertyList? {
    try count()
    guard open.count < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
    cursor.takeSpace()
    switch cursor.next {
    case UInt8(ascii: "{"):
      cursor.take()
      open.append(Container(isObject: true, isPlain: isInPlainForm))
      cursor.takeSpace()
      if cursor.next == UInt8(ascii: "}") { return try close() }
      try key()
      return nil
    case UInt8(ascii: "["):
      cursor.take()
      open.append(Container(isObject: false))
      cursor.takeSpace()
      return cursor.next == UInt8(ascii: "]") ? try close() : nil
    case UInt8(ascii: "\""): return .string(try cursor.takeString())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || byte.decimalDigit != nil: return try cursor.takeNumber()
    case nil: throw .truncated
    default: throw .unexpected
    }
  }

  /// What follows a value in its container: a comma, with an object's next key, or the container's end and value.
  private mutating func afterValue() throws(Reason) -> PropertyList? {
    let isObject = open[open.count - 1].isObject
    cursor.takeSpace()
    switch cursor.next {
    case UInt8(ascii: ","):
      cursor.take()
      if isObject { try key() }
      return nil
    case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: return try close()
    case nil: throw .truncated
    default: throw .unexpected
    }
  }

  private mutating func key() throws(Reason) {
    try count()
    cursor.takeSpace()
    guard let quote = cursor.next else { throw .truncated }
    guard quote == UInt8(ascii: "\"") else { throw .unexpected }
    open[open.count - 1].key = try cursor.takeString()
    cursor.takeSpace()
    guard let colon = cursor.next else { throw .truncated }
    guard colon == UInt8(ascii: ":") else { throw .unexpected }
    cursor.take()
  }

  /// Puts a value into its container, in place.
  private mutating func add(_ value: PropertyList) {
    let top = open.count - 1
    if let key = open[top].key {
      open[top].entries[key] = value
    } else {
      open[top].elements.append(value)
    }
  }

  private mutating func close() throws(Reason) -> PropertyList {
    cursor.take()
    let container = open.removeLast()
    guard container.isObject else { return .array(container.elements) }
    return container.isPlain ? .dictionary(container.entries) : try typed(container.entries)
  }

  /// Whether the next value is that of a `$dict` that comes first in its object.
  private var isInPlainForm: Bool {
    guard let parent = open.last, !parent.isPlain, parent.key == TypedForm.dictionary.rawValue else { return false }
    return parent.entries.isEmpty
  }

  private mutating func word(_ word: StaticString, _ value: PropertyList) throws(Reason) -> PropertyList {
    guard cursor.take(word) else { throw .unexpected }
    return value
  }

  private mutating func count() throws(Reason) {
    guard nodes < limits.maximumNodes else { throw .tooManyNodes(limit: limits.maximumNodes) }
    nodes += 1
  }

  /// What an object stands for: itself, unless its one key is that of a typed form.
  private func typed(_ entries: PropertyListDictionary) throws(Reason) -> PropertyList {
    guard let entry = entries.entries.first, let key = entry.key.stringValue, let form = TypedForm(rawValue: key),
      entries.count == 1 || form == .dictionary
    else { return .dictionary(entries) }
    guard entries.count == 1, let value = form.value(of: entry.value) else { throw .typed(key) }
    return value
  }
}

extension TypedForm {
  /// What the form stands for with `content` in it; nil where it does not take that.
  func value(of content: PropertyList) -> PropertyList? {
    switch (self, content) {
    case (.data, .string(let text)): Base64.decode(Array(text.utf8)).map { .data($0) }
    case (.date, .string(let text)): InternetTime.seconds(of: text).map { .date($0) }
    case (.date, .real(let seconds)): .date(seconds)
    case (.date, .integer(let seconds)): .date(Double(seconds))
    case (.real, .real(let number)): .real(number)
    case (.real, .integer(let number)): .real(Double(number))
    case (.real, .string(let text)): Self.real(text).map { .real($0) }
    case (.real32, .real(let number)): .real32(Float(number))
    case (.real32, .integer(let number)): .real32(Float(number))
    case (.real32, .string(let text)): Self.real32(text).map { .real32($0) }
    case (.uid, .integer(let number)): UInt64(exactly: number).map { .uid($0) }
    case (.set, .array(let elements)): .set(elements)
    case (.dictionary, .dictionary(let dictionary)): .dictionary(dictionary)
    default: nil
    }
  }

  private static func real(_ text: String) -> Double? {
    if let value = Double(propertyListText: Array(text.utf8)), text.utf8.count < 16 { return value }
    guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else { return nil }
    return Double(bitPattern: bits)
  }

  private static func real32(_ text: String) -> Float? {
    guard text.utf8.count == 8, let bits = UInt32(text, radix: 16) else {
      return Double(propertyListText: Array(text.utf8)).map { Float($0) }
    }
    return Float(bitPattern: bits)
  }
}
