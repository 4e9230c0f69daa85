extension PropertyList {
  /// Reads a binary property list that somebody else may have made to do harm.
  ///
  /// All of it is checked now. Large dictionaries keep the bytes (a copy, here) and build an entry when it is asked for. Time and
  /// memory are bounded by the input's length and by `limits`, whatever the bytes say: no recursion, nothing allocated by a
  /// declared length.
  public init(binary bytes: UnsafeRawBufferPointer, limits: PropertyListLimits) throws(PropertyListError) {
    try self.init(bytes, owner: nil, limits: limits)
  }

  /// Reads a binary property list from an array of bytes, which large dictionaries keep.
  public init(binary bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
    self = try bytes.withUnsafeBufferPointer { (buffer) throws(PropertyListError) in
      try PropertyList(UnsafeRawBufferPointer(buffer), owner: bytes, limits: limits)
    }
  }

  private init(
    _ bytes: UnsafeRawBufferPointer, owner: [UInt8]?, limits: PropertyListLimits
  ) throws(PropertyListError) {
    let view = try PropertyListView(bytes, limits: limits)
    var checker = PropertyListChecker(view: view, limits: limits)
    try checker.check()
    var builder = PropertyListBuilder(checker, leavingIn: owner)
    self = try builder.value(view.topObject)
  }

  /// The value with its large dictionaries in bytes of their own: of less memory than one that was built in pieces, and
  /// without what else was in the bytes it was read from.
  ///
  /// Itself where it is nested deeper than is written.
  public var compacted: PropertyList {
    guard let bytes = try? binary() else { return self }
    let limits = PropertyListLimits(
      maximumSize: .max, maximumObjects: .max, maximumDepth: Self.maximumWrittenDepth, maximumNodes: .max)
    return (try? PropertyList(binary: bytes, limits: limits)) ?? self
  }
}
