public import KeyedArchive

extension PropertyList {
  /// Reads JSON (RFC 8259) as people edit it, in time and memory proportional to its size.
  ///
  /// What JSON has no form for stands as an object of one key, and `typedJSON()` writes it so:
  ///
  /// | object | value |
  /// |---|---|
  /// | `{"$data": "AAEC"}` | data, in base64 |
  /// | `{"$date": "2024-01-02T03:04:05.5Z"}` | a date, RFC 3339; or a number of seconds since 2001-01-01T00:00:00Z |
  /// | `{"$real": "nan"}` | a real that is not finite: `nan`, `inf`, `-inf`, or its 16 hexadecimal digits |
  /// | `{"$real32": 1.5}` | a real of 32 bits; not finite as above, with 8 digits |
  /// | `{"$uid": 1}`, `{"$set": []}` | what only keyed archives have |
  /// | `{"$dict": {}}` | a dictionary whose one key would read as one of these |
  ///
  /// A number with a fraction or an exponent is a real, any other an integer of up to 128 bits: 1, 1.0 and true are three
  /// values. Of two equal keys the later one holds.
  public init(json bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(JSONPropertyListError) {
    var reader = JSONReader(bytes, limits: limits)
    self = try reader.document()
  }

  /// Reads JSON from an array of bytes.
  public init(json bytes: [UInt8], limits: PropertyListLimits) throws(JSONPropertyListError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONPropertyListError) in
      try PropertyList(json: UnsafeRawBufferPointer(bytes), limits: limits)
    }
  }
}

/// Why a text is no JSON that stands for a property list, and in which line.
public struct JSONPropertyListError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Reason: Error, Sendable, Hashable {
    /// More bytes than the limit.
    case tooLarge(limit: Int)
    /// Values nested deeper than the limit.
    case tooDeep(limit: Int)
    /// More values and keys than the limit.
    case tooManyNodes(limit: Int)
    /// The text ends inside something.
    case truncated
    /// Something that JSON does not have there.
    case unexpected
    /// Text behind the value.
    case severalValues
    /// Bytes that are no UTF-8, a control character, or half of a surrogate pair.
    case string
    /// What is no number, or an integer of more than 128 bits.
    case number
    /// An object of one of the typed forms, such as `{"$date": …}`, with another value than it takes; its key.
    case typed(String)
  }

  /// What is wrong.
  public var reason: Reason
  /// The line in which it is, from 1.
  public var line: Int

  /// An error of `reason` in `line`.
  public init(_ reason: Reason, line: Int) {
    self.reason = reason
    self.line = line
  }
}

/// The objects of one key that stand for what JSON has no form for.
enum TypedForm: String {
  case data = "$data"
  case date = "$date"
  case real = "$real"
  case real32 = "$real32"
  case uid = "$uid"
  case set = "$set"
  case dictionary = "$dict"
}
