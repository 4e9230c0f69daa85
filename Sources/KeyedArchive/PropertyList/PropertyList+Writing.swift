extension PropertyList {
  /// The deepest nesting that is written: nothing legitimate is deeper, and other readers recurse.
  public static let maximumWrittenDepth = 512

  /// The binary property list of this value; the same value, made the same way, always gives the same bytes.
  ///
  /// Objects are numbered as Apple's writer does it: a container, then its keys, then its values, each with all that is
  /// in it. Equal strings, numbers, dates and booleans are written once; data, UIDs and containers each time; what is left in
  /// the bytes it was read from is copied as it is there, the containers of such a dictionary last. Integers
  /// take 1, 2, 4 or 8 bytes, negative ones 8, those outside of `Int64` 16; strings are ASCII where they can be, else UTF-16.
  /// Fails with `tooDeep` beyond `maximumWrittenDepth`.
  public func binary() throws(PropertyListError) -> [UInt8] {
    var writer = PropertyListWriter()
    try writer.flatten(self)
    return writer.bytes()
  }
}
