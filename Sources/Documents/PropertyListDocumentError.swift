public import KeyedArchive

/// Why bytes are no property list of either form.
public enum PropertyListDocumentError: Error, Sendable, Hashable {
  /// They start like neither form.
  case unknownFormat
  /// They start as a binary property list but are none.
  case binary(PropertyListError)
  /// They start as XML but are no property list.
  case xml(XMLPropertyListError)
}

/// Why a value cannot be written in the form it should have.
public enum PropertyListDocumentWriteError: Error, Sendable, Hashable {
  /// It has no binary form.
  case binary(PropertyListError)
  /// It has no form in XML.
  case xml(XMLPropertyListWriteError)
}
