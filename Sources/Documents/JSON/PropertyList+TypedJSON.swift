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
  public init(json bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(TextPropertyListError) {
    var reader = JSONReader(bytes, limits: limits)
    self = try reader.document()
  }

  /// Reads JSON from an array of bytes.
  public init(json bytes: [UInt8], limits: PropertyListLimits) throws(TextPropertyListError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(TextPropertyListError) in
      try PropertyList(json: UnsafeRawBufferPointer(bytes), limits: limits)
    }
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
