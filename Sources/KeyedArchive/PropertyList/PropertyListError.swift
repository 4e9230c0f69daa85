/// Why bytes are not a binary property list that this reader takes, or why a value cannot be written as one.
public enum PropertyListError: Error, Sendable, Hashable {
  /// The bytes do not begin with `bplist0`.
  case notBinary
  /// The bytes are too few for a header and a trailer.
  case truncated
  /// The input has more bytes than allowed.
  case tooLarge(Int, limit: Int)
  /// The trailer declares more objects than allowed.
  case tooManyObjects(UInt64, limit: Int)
  /// Following all references visits more nodes than allowed.
  case tooManyNodes(limit: Int)
  /// The value is nested deeper than allowed.
  case tooDeep(limit: Int)
  /// The trailer contradicts itself or the length of the input.
  case badTrailer
  /// A reference names an object that does not exist.
  case badReference(UInt64)
  /// An object's entry in the offset table points outside of the objects.
  case badOffset(object: Int)
  /// The object at a byte offset says that it is longer than what is there.
  case pastEnd(offset: Int)
  /// The byte at an offset begins no known type.
  case unknownType(UInt8, offset: Int)
  /// The count or number at a byte offset is negative or too large to be held.
  case badNumber(offset: Int)
  /// The string at a byte offset is not valid ASCII or UTF-16.
  case badString(offset: Int)
  /// An object contains itself.
  case cycle(object: Int)
  /// A dictionary, the object of this number, has one key twice.
  case duplicateKey(object: Int)
  /// Objects share bytes, so that their contents add up to more than the input.
  case overlappingObjects
}
