/// What a session lets in without asking: files of fitting names, up to a size.
public struct AcceptRules: Sendable, Equatable {
  /// Names that are taken; empty for any.
  public var patterns: [Glob]
  /// The largest file that is taken, in bytes; nil for any.
  public var maximumSize: Int64?

  /// Rules.
  public init(patterns: [Glob] = [], maximumSize: Int64? = nil) {
    self.patterns = patterns
    self.maximumSize = maximumSize
  }

  /// Whether a file of that base name and size is taken; one of unknown size is held to `maximumSize` as it comes.
  public func allows(name: String, size: Int64?) -> Bool {
    if let size, let maximumSize, size > maximumSize { return false }
    return patterns.isEmpty || patterns.contains { $0.matches(name) }
  }

  /// Whether an offered entry is taken.
  ///
  /// A folder comes with the files in it; an empty one is wanted where anything is.
  public func allows(_ kind: Offer.Kind, path: String, size: Int64?) -> Bool {
    switch kind {
    case .file:
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      return allows(name: slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path, size: size)
    case .directory: return patterns.isEmpty
    }
  }
}
