/// Why a text is no property list in XML, in JSON or in the old style, and in which line.
///
/// The names and texts it carries are a peer's: at most 64 characters, to be escaped before they are shown.
public struct TextPropertyListError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Reason: Error, Sendable, Hashable {
    /// More bytes than the limit.
    case tooLarge(limit: Int)
    /// Values nested deeper than the limit.
    case tooDeep(limit: Int)
    /// More values, keys or elements than the limit.
    case tooManyNodes(limit: Int)
    /// The text ends inside something.
    case truncated
    /// A second value, or text, behind the first value.
    case severalValues

    // XML.

    /// An encoding other than UTF-8, or UTF-16 with a byte order mark.
    case encoding
    /// Bytes that are no characters, or characters that XML does not allow.
    case character
    /// A document type declaration other than the one of property lists.
    case documentType
    /// A document type declaration with declarations of its own, as entity bombs need.
    case internalSubset
    /// A reference to an entity beyond the five, or to no character.
    case reference(String)
    /// A tag or declaration that is not well formed.
    case markup
    /// An element that no property list has, or not there.
    case element(String)
    /// An end tag that does not fit the element that is open.
    case endTag(String)
    /// Text where only elements may stand.
    case text
    /// A dictionary's value without a key before it.
    case missingKey
    /// A dictionary's key without a value after it.
    case missingValue(String)
    /// No value at all.
    case empty
    /// Text that is no integer of at most 128 bits.
    case integer(String)
    /// Text that is no real number.
    case real(String)
    /// Text that is no date from year 0 to 9999.
    case date(String)
    /// Text that is not base64.
    case data

    // JSON and the old style.

    /// Something that the form does not have there.
    case unexpected
    /// Bytes that are no UTF-8, a control character, half of a surrogate pair, or an escape that is none.
    case string
    /// What is no number, or an integer of more than 128 bits.
    case number
    /// An object of one of the typed forms of JSON, such as `{"$date": …}`, with another value than it takes; its key.
    case typed(String)
    /// Data that is not pairs of hexadecimal digits, or a typed value that is none.
    case hexadecimal
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
