public import KeyedArchive

/// Reads a fuzzer's input as a property list, within small limits; what can be read must be written in a form, and read back from
/// that as the same value.
public func roundTrip(
  _ bytes: UnsafeRawBufferPointer,
  read: (UnsafeRawBufferPointer, PropertyListLimits) throws -> PropertyList,
  write: (PropertyList) throws -> [UInt8],
  readBack: ([UInt8], PropertyListLimits) throws -> PropertyList
) {
  var limits = PropertyListLimits(
    maximumSize: 1 << 16, maximumObjects: 1 << 10, maximumDepth: 16, maximumNodes: 1 << 10)
  guard let value = try? read(bytes, limits) else { return }
  // Escapes, indentation and typed forms make a text longer and deeper than it was.
  limits.maximumSize = 1 << 24
  limits.maximumDepth = 64
  limits.maximumObjects = 1 << 20
  limits.maximumNodes = 1 << 20
  guard let written = try? write(value) else { fatalError("was read, but cannot be written") }
  guard let back = try? readBack(written, limits), back == value else {
    fatalError("was written, but is not read back as the same")
  }
}
