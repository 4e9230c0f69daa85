import KeyedArchive

/// A field that is missing or of another type than it must be.
struct FieldMissing: Error {}

/// Reads a dictionary that travels between two processes of this program: a wrong field is an error, never a trap.
struct FieldReader {
  /// The dictionary.
  let fields: PropertyListDictionary

  /// A value that is there and not null.
  private func value(_ key: String) throws(FieldMissing) -> PropertyList {
    guard let value = fields[key], value != .null else { throw FieldMissing() }
    return value
  }

  /// What `read` gives, or nil where the field is absent or null.
  func optional<Value>(
    _ key: String, _ read: (FieldReader) -> (String) throws(FieldMissing) -> Value
  ) throws(FieldMissing) -> Value? {
    guard let value = fields[key], value != .null else { return nil }
    return try read(self)(key)
  }

  func string(_ key: String) throws(FieldMissing) -> String {
    guard let value = try value(key).stringValue else { throw FieldMissing() }
    return value
  }

  func bool(_ key: String) throws(FieldMissing) -> Bool {
    guard let value = try value(key).boolValue else { throw FieldMissing() }
    return value
  }

  func int(_ key: String) throws(FieldMissing) -> Int {
    guard let value = try value(key).intValue else { throw FieldMissing() }
    return value
  }

  func int64(_ key: String) throws(FieldMissing) -> Int64 {
    Int64(try int(key))
  }

  func double(_ key: String) throws(FieldMissing) -> Double {
    switch try value(key) {
    case .real(let number): return number
    case .real32(let number): return Double(number)
    case .integer(let number): return Double(number)
    default: throw FieldMissing()
    }
  }

  func array(_ key: String) throws(FieldMissing) -> [PropertyList] {
    guard let value = try value(key).arrayValue else { throw FieldMissing() }
    return value
  }

  func strings(_ key: String) throws(FieldMissing) -> [String] {
    var strings: [String] = []
    for element in try array(key) {
      guard let string = element.stringValue else { throw FieldMissing() }
      strings.append(string)
    }
    return strings
  }

  /// The elements of an array of dictionaries, each read by `read`.
  func list<Value>(
    _ key: String, _ read: (FieldReader) throws(FieldMissing) -> Value
  ) throws(FieldMissing) -> [Value] {
    var values: [Value] = []
    for element in try array(key) {
      guard let dictionary = element.dictionaryValue else { throw FieldMissing() }
      values.append(try read(FieldReader(fields: dictionary)))
    }
    return values
  }

  /// A nested dictionary.
  func dictionary(_ key: String) throws(FieldMissing) -> PropertyListDictionary {
    guard let value = try value(key).dictionaryValue else { throw FieldMissing() }
    return value
  }

  /// A case of an enum whose raw values are its words.
  func word<Word: RawRepresentable<String>>(_ key: String, as type: Word.Type) throws(FieldMissing) -> Word {
    guard let value = Word(rawValue: try string(key)) else { throw FieldMissing() }
    return value
  }
}

// Values as fields: what is nil is null, so that a reader sees the field all the same.
extension PropertyList {
  static func text(_ value: String?) -> PropertyList { value.map { .string($0) } ?? .null }
  static func number(_ value: some BinaryInteger) -> PropertyList { .integer(Int128(value)) }
  static func number(_ value: Int64?) -> PropertyList { value.map { .integer(Int128($0)) } ?? .null }
  static func flag(_ value: Bool?) -> PropertyList { value.map { .bool($0) } ?? .null }
  static func texts(_ values: [String]) -> PropertyList { .array(values.map { .string($0) }) }
}
