/// Reads one JSON text (RFC 8259) from bytes, containers on a stack of its own.
public struct JSONReader {
  /// A container that is being read, changed in place: an array that is copied for each element costs its square.
  private struct Container {
    var isObject: Bool
    var elements: [JSONValue] = []
    var members: [JSONValue.Member] = []
    /// The name of the member that is read now.
    var name = ""

    var value: JSONValue { isObject ? .object(members) : .array(elements) }
  }

  // SAFETY: borrowed; `read` keeps the bytes alive and in place while the reader works on them.
  let bytes: UnsafeRawBufferPointer
  var position = 0
  private let limits: JSONLimits
  private var open: [Container] = []
  private var values = 0

  private init(_ bytes: UnsafeRawBufferPointer, _ limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The value that `bytes` hold, white space around it allowed and nothing else.
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, limits)
    let value = try reader.whole()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.malformed }
    return value
  }

  private mutating func whole() throws(JSONError) -> JSONValue {
    while true {
      // A container that opens is not a value yet; one that closes at once is.
      guard var value = try begin() else { continue }
      while !open.isEmpty, let closed = try add(value) { value = closed }
      if open.isEmpty { return value }
    }
  }

  /// A scalar or an empty container; nil where a container with something in it begins.
  private mutating func begin() throws(JSONError) -> JSONValue? {
    skipSpace()
    values += 1
    guard values <= limits.values else { throw .tooManyValues }
    switch next {
    case UInt8(ascii: "{"):
      try deepen()
      if take(UInt8(ascii: "}")) { return .object([]) }
      open.append(Container(isObject: true, name: try name()))
      return nil
    case UInt8(ascii: "["):
      try deepen()
      if take(UInt8(ascii: "]")) { return .array([]) }
      open.append(Container(isObject: false))
      return nil
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  /// Puts a value into the innermost container; that one as a value where it is complete now, nil where more follows.
  private mutating func add(_ value: JSONValue) throws(JSONError) -> JSONValue? {
    skipSpace()
    let last = open.count - 1
    let isObject = open[last].isObject
    if isObject {
      open[last].members.append(JSONValue.Member(name: open[last].name, value: value))
    } else {
      open[last].elements.append(value)
    }
    if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return open.removeLast().value }
    try demand(UInt8(ascii: ","))
    if isObject { open[last].name = try name() }
    return nil
  }

  private mutating func deepen() throws(JSONError) {
    guard open.count < limits.depth else { throw .tooDeep }
    position += 1
    skipSpace()
  }

  private mutating func name() throws(JSONError) -> String {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw malformed }
    let name = try string()
    skipSpace()
    try demand(UInt8(ascii: ":"))
    return name
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let matches = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard matches else { throw malformed }
    position += text.utf8CodeUnitCount
    return value
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = position
    _ = take(UInt8(ascii: "-"))
    guard let first = next, first.isDigit else { throw malformed }
    position += 1
    // A zero leads nothing.
    if first != UInt8(ascii: "0") { skipDigits() }
    if take(UInt8(ascii: ".")) { try demandDigits() }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try demandDigits()
    }
    let digits = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(digits), number.isFinite else { throw .malformed(at: start) }
    return number
  }

  private mutating func demandDigits() throws(JSONError) {
    guard next?.isDigit == true else { throw malformed }
    skipDigits()
  }

  private mutating func skipDigits() {
    while next?.isDigit == true { position += 1 }
  }
}

extension JSONReader {
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  var malformed: JSONError { .malformed(at: position) }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  mutating func demand(_ byte: UInt8) throws(JSONError) {
    guard take(byte) else { throw malformed }
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
