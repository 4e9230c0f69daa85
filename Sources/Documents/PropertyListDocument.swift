public import KeyedArchive

/// A property list as a file has it: a value, and the form it is written in.
public struct PropertyListDocument: Sendable, Hashable {
  /// The forms that are read and written.
  public enum Format: Sendable, Hashable {
    /// `bplist00`, as iOS sends it.
    case binary
    /// XML, as the Mac sends it.
    case xml
    /// JSON with typed forms, for people; a file of this machine only.
    case json
    /// The old-style ASCII form; a file of this machine only, and only read.
    case openStep
  }

  /// The value.
  public var value: PropertyList
  /// The form.
  public var format: Format

  /// A document of `value` in the form `format`.
  public init(_ value: PropertyList, format: Format) {
    self.value = value
    self.format = format
  }

  /// The form of a peer's that `bytes` start like, binary or XML; nil for neither.
  public static func format(of bytes: UnsafeRawBufferPointer) -> Format? {
    if bytes.starts(with: "bplist".utf8) { return .binary }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return .xml }
    let text = bytes.starts(with: "\u{FEFF}".utf8) ? bytes.dropFirst(3) : bytes[...]
    return text.first { !$0.isXMLSpace } == UInt8(ascii: "<") ? .xml : nil
  }

  /// Reads a document in a form that a peer may send, binary or XML, which it recognises by its first bytes.
  ///
  /// Of the limits, that on objects binds the binary form alone; XML counts its elements as nodes.
  public init(_ bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(PropertyListDocumentError) {
    switch Self.format(of: bytes) {
    case .binary:
      do {
        self.init(try PropertyList(binary: bytes, limits: limits), format: .binary)
      } catch {
        throw .binary(error)
      }
    case .xml:
      let limits = XMLPropertyListLimits(
        maximumSize: limits.maximumSize, maximumDepth: limits.maximumDepth, maximumNodes: limits.maximumNodes)
      do {
        self.init(try PropertyList(xml: bytes, limits: limits), format: .xml)
      } catch {
        throw .xml(error)
      }
    case .json, .openStep, nil:
      throw .unknownFormat
    }
  }

  /// Reads a document of either form from an array of bytes.
  public init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListDocumentError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(PropertyListDocumentError) in
      try PropertyListDocument(UnsafeRawBufferPointer(bytes), limits: limits)
    }
  }

  /// The document's bytes.
  public func bytes() throws(PropertyListDocumentWriteError) -> [UInt8] {
    switch format {
    case .binary:
      do { return try value.binary() } catch { throw .binary(error) }
    case .xml:
      do { return try value.xml() } catch { throw .xml(error) }
    case .json:
      do { return try value.typedJSON() } catch { throw .json(error) }
    case .openStep:
      throw .readOnly
    }
  }
}
