import KeyedArchive

extension PropertyList {
  /// Whether a reader of these limits takes the value once it is written, as far as depth and nodes go.
  ///
  /// It counts as the reader does: a string that is written once and met again counts its bytes too.
  func isWithin(_ limits: PropertyListLimits) -> Bool {
    var nodes = 0
    var seen: Set<PropertyList> = []
    var left: [(value: PropertyList, depth: Int)] = [(self, 1)]
    while let (value, depth) = left.popLast() {
      nodes += 1
      switch value {
      case .string(let text):
        let bytes = max(text.utf8.count, 2 * text.utf16.count)
        if bytes >= 16, !seen.insert(value).inserted { nodes += bytes / 16 }
      case .array(let elements), .set(let elements):
        left += elements.lazy.map { ($0, depth + 1) }
      case .dictionary(let dictionary):
        left += dictionary.entries.lazy.map { ($0.value, depth + 1) }
        left += dictionary.entries.lazy.map { ($0.key, depth + 1) }
      default: break
      }
      guard nodes <= limits.maximumNodes, depth <= limits.maximumDepth else { return false }
    }
    return true
  }
}
