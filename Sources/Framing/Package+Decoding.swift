extension Package {
  /// Reads the package in a frame's body, in place: only the texts are copied.
  ///
  /// What independent archivers do differently is accepted: objects and keys in any order, keys that nobody knows, data
  /// and strings as objects, an empty `$classes`, `Package` of any module. A missing number is 0, a missing boolean
  /// false, a missing object nil.
  public static func decode(
    body: UnsafeRawBufferPointer, limits: PackageLimits
  ) throws(PackageError) -> ReceivedPackage {
    let archive = try PackageArchive(body, limits: limits)
    let fields = try archive.fields()
    let className = try archive.className(fields)
    return ReceivedPackage(
      kind: Kind(rawValue: try archive.integer(fields.kind, .kind)),
      intent: Intent(rawValue: try archive.integer(fields.type, .type)),
      word: try archive.text(fields.word, .word),
      name: try archive.text(fields.name, .name),
      isLast: try archive.integer(fields.toTheEnd, .toTheEnd) != 0,
      data: try archive.data(fields.data),
      className: className)
  }
}
