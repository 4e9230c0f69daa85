extension PropertyList {
  /// Reads a binary property list that somebody else may have made to do harm.
  ///
  /// Time and memory are bounded by the input's length and by `limits`, whatever the bytes say: no recursion, nothing
  /// allocated by a declared length.
  public init(binary bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(PropertyListError) {
    var reader = PropertyListReader(view: try PropertyListView(bytes, limits: limits), limits: limits)
    self = try reader.read()
  }

  /// Reads a binary property list from an array of bytes.
  public init(binary bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(PropertyListError) in
      try PropertyList(binary: UnsafeRawBufferPointer(buffer), limits: limits)
    }
  }
}
