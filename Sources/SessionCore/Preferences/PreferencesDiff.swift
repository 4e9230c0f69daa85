public import KeyedArchive

/// What makes one dictionary of preferences another.
public enum PreferencesDiff {
  /// The changes from `old` to `new`, as deep as both have dictionaries, or arrays of one length, at one place.
  ///
  /// Those of a dictionary come in the order of `old`, then what `new` adds, in its own. An array of another length is one
  /// change, since its positions mean other elements. What is nested deeper than a path leads is compared as a whole.
  public static func changes(
    from old: PropertyListDictionary, to new: PropertyListDictionary
  ) -> [KeyChange] {
    var changes: [KeyChange] = []
    compare(old, new, at: [], &changes)
    return changes
  }

  /// The edits that make `old` into `new`.
  public static func edits(
    from old: PropertyListDictionary, to new: PropertyListDictionary
  ) -> [PreferenceEdit] {
    changes(from: old, to: new).compactMap(PreferenceEdit.init(redoing:))
  }

  // Recursion is bounded by the length of a path.
  private static func compare(
    _ old: PropertyListDictionary, _ new: PropertyListDictionary, at prefix: [String], _ changes: inout [KeyChange]
  ) {
    for difference in new.differences(from: old) {
      guard case .string(let key) = difference.key else { continue }
      compare(difference.old, difference.new, at: prefix + [key], &changes)
    }
  }

  private static func compare(
    _ old: PropertyList?, _ new: PropertyList?, at components: [String], _ changes: inout [KeyChange]
  ) {
    if old == new { return }
    let isDeepest = components.count >= PreferencePath.maximumComponents
    switch (old, new) {
    case (.dictionary(let old)?, .dictionary(let new)?) where !isDeepest:
      compare(old, new, at: components, &changes)
    case (.array(let old)?, .array(let new)?) where !isDeepest && old.count == new.count:
      for position in old.indices {
        compare(old[position], new[position], at: components + [String(position)], &changes)
      }
    default:
      guard let path = PreferencePath(components) else { return }
      changes.append(KeyChange(key: path.text, from: old, to: new))
    }
  }
}

extension PreferenceEdit {
  /// The edit that makes a change again; nil where its key is no path.
  public init?(redoing change: KeyChange) {
    guard let path = PreferencePath(text: change.key) else { return nil }
    self.init(path, to: change.to)
  }

  /// The edit that takes a change back; nil where its key is no path.
  public init?(undoing change: KeyChange) {
    guard let path = PreferencePath(text: change.key) else { return nil }
    self.init(path, to: change.from)
  }
}
