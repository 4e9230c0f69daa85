public import KeyedArchive

extension PropertyList {
  /// Reads an old-style ASCII property list, as NeXTSTEP had them: `{ age = 81; list = (a, "b c"); blob = <0fbd 77>; }`.
  ///
  /// The form knows dictionaries, arrays, strings and data; GNUstep's `<*I81>`, `<*R1.5>`, `<*BY>` and `<*D…>` give
  /// numbers, booleans and dates. Comments are passed over. The text is UTF-8. Time and memory are proportional to its size;
  /// nothing recurses.
  public init(openStep bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(OpenStepPropertyListError) {
    var reader = OpenStepReader(bytes, limits: limits)
    self = try reader.document()
  }

  /// Reads an old-style property list from an array of bytes.
  public init(openStep bytes: [UInt8], limits: PropertyListLimits) throws(OpenStepPropertyListError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(OpenStepPropertyListError) in
      try PropertyList(openStep: UnsafeRawBufferPointer(bytes), limits: limits)
    }
  }
}

/// Why a text is no old-style property list, and in which line.
public struct OpenStepPropertyListError: Error, Sendable, Hashable {
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
    /// Something that the form does not have there.
    case unexpected
    /// Text behind the value.
    case severalValues
    /// Bytes that are no UTF-8, or an escape that is none.
    case string
    /// Data that is not pairs of hexadecimal digits, or a typed value that is none.
    case data
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
