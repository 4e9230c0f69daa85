/// One object of a keyed archive: its class and its fields, as they were encoded.
///
/// A field that is missing is nil; one of another type than was asked for is an error.
public struct KeyedArchiveObject: Sendable {
  let archive: KeyedArchiveReader
  /// The object's number in the archive.
  public let uid: UInt64
  /// The name of its class, then those of its ancestors as far as the archive has them.
  public let classNames: [String]
  /// What the archive holds for it, `$class` included; references are `uid` values.
  public let fields: PropertyListDictionary

  /// The name of its class.
  public var className: String { classNames.first ?? "" }

  /// The integer of a key.
  public func integer(_ key: String) throws(KeyedArchiveError) -> Int? {
    try field(key, as: \.intValue)
  }

  /// The boolean of a key.
  public func bool(_ key: String) throws(KeyedArchiveError) -> Bool? {
    try field(key, as: \.boolValue)
  }

  /// The floating-point number of a key.
  public func real(_ key: String) throws(KeyedArchiveError) -> Double? {
    switch try value(key) {
    case nil, .null?: return nil
    case .real(let value)?: return value
    case .real32(let value)?: return Double(value)
    default: throw .wrongType(key: key)
    }
  }

  /// The string of a key.
  public func string(_ key: String) throws(KeyedArchiveError) -> String? {
    try field(key, as: \.stringValue)
  }

  /// The bytes of a key.
  public func data(_ key: String) throws(KeyedArchiveError) -> [UInt8]? {
    try field(key, as: \.dataValue)
  }

  /// The object of a key, of whatever class.
  public func object(_ key: String) throws(KeyedArchiveError) -> KeyedArchiveObject? {
    guard let field = fields[key] else { return nil }
    guard case .uid(let uid) = field else { throw .wrongType(key: key) }
    return uid == 0 ? nil : try archive.object(uid)
  }

  /// The plain value of a key, where it consists of Foundation's own classes.
  public func value(_ key: String) throws(KeyedArchiveError) -> PropertyList? {
    guard let field = fields[key] else { return nil }
    return try archive.value(field)
  }

  private func field<Value>(
    _ key: String, as type: (PropertyList) -> Value?
  ) throws(KeyedArchiveError) -> Value? {
    guard let value = try value(key), value != .null else { return nil }
    guard let typed = type(value) else { throw .wrongType(key: key) }
    return typed
  }
}
