public import KeyedArchive
public import SessionCore

extension Draft {
  /// The keys of the container at a path, or of the top for nil, in its order: those that are to be removed stay, those that
  /// are new stand behind them.
  public func names(below path: PreferencePath?) -> [String] {
    guard let path else { return PropertyList.dictionary(keys).names + newNames(below: nil) }
    if let top = edited(atOrAbove: path) {
      let rest = path.components.dropFirst(top.components.count)
      return edits[top]?.value?.value(below: rest)?.names ?? []
    }
    return (keys[path]?.names ?? []) + newNames(below: path)
  }

  /// The value at a path, in containers without the edits of what is in them: what a row shows costs no copy.
  public func shallowValue(at path: PreferencePath) -> PropertyList? {
    edited(atOrAbove: path) == nil ? keys[path] : value(at: path)
  }

  /// How many keys a dictionary would have with the edits made.
  public func count(at path: PreferencePath) -> Int {
    if edited(atOrAbove: path) != nil { return value(at: path)?.names.count ?? 0 }
    let held = keys[path]?.dictionaryValue?.count ?? 0
    return edits.reduce(held) { count, edit in
      guard edit.key.parent == path else { return count }
      return count + (keys[edit.key] == nil ? 1 : 0) - (edit.value.value == nil ? 1 : 0)
    }
  }

  /// The keys that edits add to a container, sorted.
  func newNames(below path: PreferencePath?) -> [String] {
    if edits.isEmpty { return [] }
    return edits.keys.filter { $0.parent == path && keys[$0] == nil }.compactMap(\.components.last).sorted()
  }

  /// What an edit means for the row at a path.
  public enum Mark: Sendable, Equatable {
    /// Nothing.
    case none
    /// Something below it is edited.
    case below
    /// Its value is another, or part of one that is.
    case changed
    /// It was not there.
    case added
    /// It is to go.
    case removed
    /// It is edited, and somebody else has changed it meanwhile.
    case conflict
  }

  /// What the edits mean for the row at a path.
  public func mark(at path: PreferencePath) -> Mark {
    if edits.isEmpty { return .none }
    guard let top = edited(atOrAbove: path), let edit = edits[top] else {
      return edits.keys.contains { path.isAbove($0) } ? .below : .none
    }
    if keys[top] != edit.believed { return .conflict }
    if edit.value == nil { return .removed }
    return edit.believed == nil ? .added : .changed
  }
}

extension PropertyList {
  /// The keys of a dictionary, or the positions of an array, as components of a path.
  var names: [String] {
    switch self {
    case .dictionary(let dictionary): dictionary.names
    case .array(let elements): elements.indices.map(String.init)
    default: []
    }
  }
}
