public import KeyedArchive

/// One thing to do with preferences: set a value, or remove it.
public struct PreferenceEdit: Sendable, Equatable {
  /// Where.
  public var path: PreferencePath
  /// The value to set; nil to remove what is there, which is not the same as an empty one.
  public var value: PropertyList?

  /// An edit.
  public init(_ path: PreferencePath, to value: PropertyList?) {
    self.path = path
    self.value = value
  }
}

/// Why an edit cannot be made; nothing is changed by it.
public enum PreferenceEditError: Error, Sendable, Hashable {
  /// What a component of the path leads through is neither a dictionary nor an array.
  case notAContainer(PreferencePath)
  /// The array there has no such position; one may be set right behind its last.
  case noSuchPosition(PreferencePath)

  /// The path it happened at.
  public var path: PreferencePath {
    switch self {
    case .notAContainer(let path), .noSuchPosition(let path): path
    }
  }
}

extension PropertyListDictionary {
  /// The value at a path; nil where there is none.
  public subscript(_ path: PreferencePath) -> PropertyList? {
    var value = PropertyList.dictionary(self)
    for component in path.components {
      guard let next = value.child(component) else { return nil }
      value = next
    }
    return value
  }

  /// Makes one edit and tells what it changed; nil where all is as the edit wants it.
  ///
  /// Only the value at the path is touched. Dictionaries that are missing on the way to a value to set are made, and the
  /// outermost of them is what changed: taking the change back leaves none of them. Removing an element of an array moves
  /// those behind it, and so is a change of the array.
  public mutating func apply(_ edit: PreferenceEdit) throws(PreferenceEditError) -> KeyChange? {
    let before = self[edit.path]
    if before == edit.value { return nil }
    if edit.value == nil, let parent = edit.path.parent, case .array? = self[parent] {
      let array = self[parent]
      try set(nil, at: edit.path, depth: 0)
      return KeyChange(key: parent.text, from: array, to: self[parent])
    }
    let outermost = before == nil ? outermostMissing(on: edit.path) : edit.path
    try set(edit.value, at: edit.path, depth: 0)
    return KeyChange(key: outermost.text, from: before, to: self[outermost])
  }

  /// Makes edits one after the other and tells what they changed; where one cannot be made, the value is of no use any more.
  public mutating func apply(_ edits: [PreferenceEdit]) throws(PreferenceEditError) -> [KeyChange] {
    var changes: [KeyChange] = []
    for edit in edits {
      if let change = try apply(edit) { changes.append(change) }
    }
    return changes
  }

  /// The shortest path on the way to a value that is not there at which nothing is.
  private func outermostMissing(on path: PreferencePath) -> PreferencePath {
    var outermost = path
    while let parent = outermost.parent, self[parent] == nil { outermost = parent }
    return outermost
  }

  /// Recursion is bounded by the length of a path.
  fileprivate mutating func set(
    _ value: PropertyList?, at path: PreferencePath, depth: Int
  ) throws(PreferenceEditError) {
    let key = path.components[depth]
    if depth == path.components.count - 1 {
      self[key] = value
    } else if var child = self[key] {
      // Taken out meanwhile, so that what is changed is not copied.
      self[key] = .null
      defer { self[key] = child }
      try child.set(value, at: path, depth: depth + 1)
    } else if value != nil {
      var child = PropertyListDictionary()
      try child.set(value, at: path, depth: depth + 1)
      self[key] = .dictionary(child)
    }
  }
}

extension PropertyList {
  /// What stands under a key of a dictionary or at a position of an array.
  public func child(_ component: String) -> PropertyList? {
    switch self {
    case .dictionary(let dictionary): return dictionary[component]
    case .array(let elements):
      guard let position = Self.position(component), position < elements.count else { return nil }
      return elements[position]
    default: return nil
    }
  }

  /// The position that decimal digits name, without leading zeros: one position has one path.
  static func position(_ component: String) -> Int? {
    guard let position = Int(component), position >= 0, String(position) == component else { return nil }
    return position
  }

  fileprivate mutating func set(
    _ value: PropertyList?, at path: PreferencePath, depth: Int
  ) throws(PreferenceEditError) {
    switch self {
    case .dictionary(var dictionary):
      self = .null
      defer { self = .dictionary(dictionary) }
      try dictionary.set(value, at: path, depth: depth)
    case .array(var elements):
      self = .null
      defer { self = .array(elements) }
      try Self.set(value, in: &elements, at: path, depth: depth)
    default:
      throw .notAContainer(path)
    }
  }

  private static func set(
    _ value: PropertyList?, in elements: inout [PropertyList], at path: PreferencePath, depth: Int
  ) throws(PreferenceEditError) {
    let isLast = depth == path.components.count - 1
    guard let position = position(path.components[depth]),
      position < elements.count || (isLast && value != nil && position == elements.count)
    else {
      // What is not there need not be removed.
      if value == nil { return }
      throw .noSuchPosition(path)
    }
    switch (isLast, value) {
    case (true, let value?) where position == elements.count: elements.append(value)
    case (true, let value?): elements[position] = value
    case (true, nil): elements.remove(at: position)
    case (false, _): try elements[position].set(value, at: path, depth: depth + 1)
    }
  }
}
