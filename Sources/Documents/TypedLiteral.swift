public import KeyedArchive

/// Values as people type them, one on a command line, of a type that is told.
public enum TypedLiteral {
  /// The value that `text` stands for as a bool: `true` or `false`, `yes` or `no`, `on` or `off`, `1` or `0`.
  public static func bool(_ text: String) -> PropertyList? {
    switch text.lowercased() {
    case "true", "yes", "on", "1": .bool(true)
    case "false", "no", "off", "0": .bool(false)
    default: nil
    }
  }

  /// An integer of up to 128 bits, decimal or hexadecimal after `0x`.
  public static func int(_ text: String) -> PropertyList? {
    Int128(propertyListText: Array(text.utf8)).map { .integer($0) }
  }

  /// A real number, `nan`, `inf` and `-inf` too.
  public static func real(_ text: String) -> PropertyList? {
    Double(propertyListText: Array(text.utf8)).map { .real($0) }
  }

  /// A real number of 32 bits.
  public static func real32(_ text: String) -> PropertyList? {
    // Read as such: rounded twice, it might become a neighbour. A word or what is no number is for `Double` to tell.
    guard let double = Double(propertyListText: Array(text.utf8)) else { return nil }
    let trimmed = String(decoding: Array(text.utf8).trimmed, as: UTF8.self)
    return .real32(double.isFinite ? Float(trimmed) ?? Float(double) : Float(double))
  }

  /// A date as RFC 3339 has it: `2024-01-02T03:04:05.5Z`.
  public static func date(_ text: String) -> PropertyList? {
    InternetTime.seconds(of: text).map { .date($0) }
  }

  /// Data in base64.
  public static func data(_ text: String) -> PropertyList? {
    Base64.decode(Array(text.utf8)).map { .data($0) }
  }

  /// A value of the type that the text looks like: a bool (`true`, `false`), an integer, a real, else a string.
  ///
  /// Nil for an integer of more than 128 bits: as a real it would lose digits that nobody gave up.
  public static func inferred(_ text: String) -> PropertyList? {
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    let first = text.utf8.first.map { $0.decimalDigit != nil || $0 == UInt8(ascii: "-") } ?? false
    guard first, text.utf8.last?.decimalDigit != nil else { return .string(text) }
    if let integer = int(text) { return integer }
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    if digits.allSatisfy({ $0.decimalDigit != nil }) { return nil }
    return real(text) ?? .string(text)
  }
}

extension PropertyList {
  /// The value as it is typed and as `prefs get` prints it: a string bare, data in base64, a date as RFC 3339, containers
  /// as typed JSON on one line.
  ///
  /// Untrusted: escape it.
  public var literal: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): number.description
    case .real(let number): number.propertyListLiteral
    case .real32(let number): number.isFinite ? number.description : Double(number).propertyListLiteral
    case .date(let seconds): JSONWriter.rfc3339(seconds) ?? seconds.propertyListLiteral
    case .data(let bytes): Base64.text(bytes)
    case .string(let text): text
    case .uid(let number): number.description
    case .array, .set, .dictionary: String(decoding: (try? typedJSONLine()) ?? json(), as: UTF8.self)
    }
  }
}

extension Double {
  fileprivate var propertyListLiteral: String {
    isFinite ? description : isNaN ? "nan" : self > 0 ? "inf" : "-inf"
  }
}
