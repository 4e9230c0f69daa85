public import KeyedArchive

extension PropertyList {
  /// Reads an old-style ASCII property list, as NeXTSTEP had them: `{ age = 81; list = (a, "b c"); blob = <0fbd 77>; }`.
  ///
  /// The form knows dictionaries, arrays, strings and data; GNUstep's `<*I81>`, `<*R1.5>`, `<*BY>` and `<*D…>` give
  /// numbers, booleans and dates. Comments are passed over. The text is UTF-8. Time and memory are proportional to its size;
  /// nothing recurses.
  public init(openStep bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(TextPropertyListError) {
    var reader = OpenStepReader(bytes, limits: limits)
    self = try reader.document()
  }

  /// Reads an old-style property list from an array of bytes.
  public init(openStep bytes: [UInt8], limits: PropertyListLimits) throws(TextPropertyListError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(TextPropertyListError) in
      try PropertyList(openStep: UnsafeRawBufferPointer(bytes), limits: limits)
    }
  }
}
