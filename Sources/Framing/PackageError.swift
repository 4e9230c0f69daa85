public import KeyedArchive

/// Why a frame's body is not a package.
public enum PackageError: Error, Sendable, Hashable {
  /// The body is from the original author's other app, the game demo on the same service type (class `PacketH`).
  case gameDemo
  /// The body is an object of another class.
  case foreignClass(String)
  /// The body is not a binary property list that can be read.
  case malformed(PropertyListError)
  /// The body is a property list, but not a keyed archive.
  case notAnArchive
  /// The archive's root or an object it refers to is missing.
  case missingObject
  /// The root object does not say of which class it is.
  case missingClass
  /// A field has a type which it cannot have.
  case wrongType(PackageField)
  /// A text is longer than allowed.
  case textTooLong(PackageField, limit: Int)
  /// A field is there twice.
  case duplicateField(PackageField)
}

/// A field of a package, by its key in the archive.
public enum PackageField: String, Sendable, Hashable, CaseIterable {
  /// The payload.
  case data
  /// The second selector.
  case type
  /// The text, folder, transfer or verb.
  case word
  /// The file's base name or the receipt's id.
  case name
  /// Whether this is the last piece.
  case toTheEnd
  /// What the package carries.
  case kind
  /// The object's class.
  case `class` = "$class"
}
