/// Why something is not a keyed archive, or not one of what was asked for.
public enum KeyedArchiveError: Error, Sendable, Hashable {
  /// The bytes are not a property list that can be read, or the value is none that can be written.
  case malformed(PropertyListError)
  /// The property list has no `$top` or no `$objects`.
  case notAnArchive
  /// `$top` has no object of this name.
  case missingRoot(String)
  /// The archive has no object of this UID.
  case missingObject(UInt64)
  /// The object of this UID does not say of which class it is.
  case missingClass(UInt64)
  /// An object of this class has no plain value.
  case foreignClass(String)
  /// The field of this key has another type.
  case wrongType(key: String)
  /// An object contains itself.
  case cycle(UInt64)
}
