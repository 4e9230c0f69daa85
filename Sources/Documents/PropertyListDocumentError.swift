public import KeyedArchive

/// Why bytes are no property list of either form.
public enum PropertyListDocumentError: Error, Sendable, Hashable {
  /// They start like neither form.
  case unknownFormat
  /// They start as a binary property list but are none.
  case binary(PropertyListError)
  /// They start as XML but are no property list.
  case xml(TextPropertyListError)
  /// They are text that is no property list in JSON.
  case json(TextPropertyListError)
  /// They are text that is neither JSON nor an old-style property list.
  case openStep(TextPropertyListError)
}

/// Why a value cannot be written in the form it should have.
public enum PropertyListDocumentWriteError: Error, Sendable, Hashable {
  /// It has no binary form.
  case binary(PropertyListError)
  /// It has no form in XML.
  case xml(XMLPropertyListWriteError)
  /// It has no form in JSON.
  case json(TypedJSONWriteError)
  /// The form is only read.
  case readOnly
}
