public import KeyedArchive

extension PropertyList {
  /// Reads an XML property list, in time and memory proportional to its size.
  ///
  /// Taken are UTF-8, with or without a byte order mark, and UTF-16 with one; the five entities of XML and references
  /// to characters; and Apple's document type declaration, which is never fetched. Nothing is expanded. Line ends in
  /// strings stay as they are, as with Apple's reader. Of two equal keys the later value holds.
  public init(xml bytes: UnsafeRawBufferPointer, limits: XMLPropertyListLimits) throws(TextPropertyListError) {
    guard bytes.count <= limits.maximumSize else {
      throw TextPropertyListError(.tooLarge(limit: limits.maximumSize), line: 1)
    }
    if let wide = try UTF16Text(bytes) {
      self = try wide.read(limits: limits)
    } else {
      self = try PropertyList.read(bytes, wide: false, limits: limits)
    }
  }

  /// Reads an XML property list from an array of bytes.
  public init(xml bytes: [UInt8], limits: XMLPropertyListLimits) throws(TextPropertyListError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(TextPropertyListError) in
      try PropertyList(xml: UnsafeRawBufferPointer(bytes), limits: limits)
    }
  }

  static func read(
    _ bytes: UnsafeRawBufferPointer, wide: Bool, limits: XMLPropertyListLimits
  ) throws(TextPropertyListError) -> PropertyList {
    var reader = XMLPropertyListReader(XMLCursor(bytes), wide: wide, limits: limits)
    do {
      return try reader.document()
    } catch {
      throw TextPropertyListError(error, line: reader.cursor.line)
    }
  }

  /// The property list as Apple writes it in XML.
  ///
  /// Dictionaries keep their order. Dates lose their fraction, 32-bit reals their width: the form has neither. Reals
  /// have the fewest digits that read back as the same number.
  public func xml() throws(XMLPropertyListWriteError) -> [UInt8] {
    var writer = XMLPropertyListWriter()
    try writer.document(self)
    return writer.bytes
  }
}
