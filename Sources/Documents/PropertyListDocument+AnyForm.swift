public import KeyedArchive

extension PropertyListDocument {
  /// Reads a file of this machine in any form: binary, XML, JSON with typed forms, or old-style ASCII.
  ///
  /// Not for a peer's bytes, which come in the first two. Text that is neither of the others is told as JSON where it starts
  /// like that, else as old-style.
  public init(anyForm bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListDocumentError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(PropertyListDocumentError) in
      try PropertyListDocument(anyForm: UnsafeRawBufferPointer(bytes), limits: limits)
    }
  }

  private init(anyForm bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(PropertyListDocumentError) {
    if Self.format(of: bytes) != nil {
      self = try PropertyListDocument(bytes, limits: limits)
      return
    }
    let first = bytes.first { !$0.isXMLSpace }
    // A bare word is a string of the old-style form, and no document of anybody's.
    guard let first, "{[(\"/".utf8.contains(first) else { throw .unknownFormat }
    do {
      self.init(try PropertyList(json: bytes, limits: limits), format: .json)
    } catch let jsonError {
      do {
        self.init(try PropertyList(openStep: bytes, limits: limits), format: .openStep)
      } catch {
        // Both start with a brace; what came further is likelier what was meant.
        let isJSON = first == UInt8(ascii: "[") || (first == UInt8(ascii: "{") && jsonError.line >= error.line)
        throw isJSON ? .json(jsonError) : .openStep(error)
      }
    }
  }
}
