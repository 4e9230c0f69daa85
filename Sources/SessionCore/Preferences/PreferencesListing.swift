public import KeyedArchive

/// One value of preferences with its place: a line of a list or of a tree.
public struct PreferenceItem: Sendable, Equatable {
  /// Where it stands.
  public var path: PreferencePath
  /// The value.
  public var value: PropertyList

  /// An item.
  public init(path: PreferencePath, value: PropertyList) {
    self.path = path
    self.value = value
  }
}

extension PropertyListDictionary {
  /// What stands right below a path, or at the top for nil, in its order; none where there is no container.
  public func children(of path: PreferencePath?) -> [PreferenceItem] {
    guard let path else { return PropertyList.dictionary(self).children(below: []) }
    return self[path]?.children(below: path.components) ?? []
  }

  /// Every value below a path, or all for nil, containers before what is in them.
  ///
  /// What is nested deeper than a path leads is left out.
  public func descendants(of path: PreferencePath?) -> [PreferenceItem] {
    var found: [PreferenceItem] = []
    var left = Array(children(of: path).reversed())
    while let item = left.popLast() {
      found.append(item)
      left += item.value.children(below: item.path.components).reversed()
    }
    return found
  }

  /// The values whose own key, or whose text, contains `text`, whatever its case; containers by their key alone.
  public func items(containing text: String) -> [PreferenceItem] {
    let wanted = text.lowercased()
    return descendants(of: nil).filter { item in
      if let key = item.path.components.last, key.contains(lowercase: wanted) { return true }
      return item.value.searchText?.contains(lowercase: wanted) ?? false
    }
  }
}

extension PropertyList {
  fileprivate func children(below components: [String]) -> [PreferenceItem] {
    switch self {
    case .dictionary(let dictionary):
      dictionary.compactMap { entry in
        guard let key = entry.key.stringValue, let path = PreferencePath(components + [key]) else { return nil }
        return PreferenceItem(path: path, value: entry.value)
      }
    case .array(let elements):
      elements.enumerated().compactMap { position, element in
        PreferencePath(components + [String(position)]).map { PreferenceItem(path: $0, value: element) }
      }
    default: []
    }
  }

  /// What a search looks through.
  fileprivate var searchText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): number.description
    case .real(let number): number.description
    case .real32(let number): number.description
    case .bool(let flag): flag ? "true" : "false"
    case .null, .date, .data, .uid, .array, .set, .dictionary: nil
    }
  }
}

extension String {
  fileprivate func contains(lowercase text: String) -> Bool { lowercased().contains(text) }
}
