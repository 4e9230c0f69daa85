/// Why a value has no form in an XML property list.
public enum XMLPropertyListWriteError: Error, Sendable, Hashable {
  /// Null, a UID or a set: XML has no element for them.
  case kind
  /// A dictionary's key that is no string.
  case key
  /// A string with a control character or another that XML does not allow; its number.
  case character(UInt32)
  /// A date outside the years 0 to 9999, in seconds since 2001-01-01T00:00:00Z.
  case date(Double)
}
