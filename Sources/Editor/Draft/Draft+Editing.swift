public import KeyedArchive
public import SessionCore

extension Draft {
  /// Sets a value, or for nil removes what is there.
  ///
  /// A dictionary in a dictionary's place becomes edits of what differs in it. An array that gets longer or shorter is edited
  /// as a whole, since its positions then mean other elements.
  public mutating func set(_ value: PropertyList?, at path: PreferencePath) throws(PreferenceEditError) {
    try set(value, at: path, insteadOf: keys[path])
  }

  /// Sets a value in place of what the store held when somebody began to make it, `believed`: where it holds something else by
  /// now, the edit is a conflict.
  public mutating func set(
    _ value: PropertyList?, at path: PreferencePath, insteadOf believed: PropertyList?
  ) throws(PreferenceEditError) {
    if let parent = path.parent, let top = edited(atOrAbove: parent), let whole = edits[top]?.value {
      var box = PropertyListDictionary([("", whole)])
      _ = try box.apply(PreferenceEdit(path.boxed(below: top), to: value))
      return put(box[""], at: top, insteadOf: keys[top])
    }
    if let parent = path.parent, case .array(var elements)? = self.value(at: parent),
      let position = Int(path.components[path.components.count - 1])
    {
      if value == nil, elements.indices.contains(position) {
        elements.remove(at: position)
        return try set(.array(elements), at: parent)
      }
      if let value, position == elements.count { return try set(.array(elements + [value]), at: parent) }
    }
    if case .dictionary(let new)? = value, case .dictionary(let old)? = believed, case .dictionary? = keys[path] {
      let earlier = edits
      edits = edits.filter { $0.key != path && !path.isAbove($0.key) }
      for change in PreferencesDiff.changes(from: old, to: new) {
        guard let below = PreferencePath(text: change.key),
          let whole = PreferencePath(path.components + below.components)
        else { continue }
        put(change.to, at: whole, insteadOf: earlier[whole].map(\.believed) ?? change.from)
      }
      return
    }
    put(value, at: path, insteadOf: believed)
  }

  /// An edit of what is edited already rests on what the first one did: that others have changed it meanwhile stays seen.
  private mutating func put(_ value: PropertyList?, at path: PreferencePath, insteadOf believed: PropertyList?) {
    edits = edits.filter { !path.isAbove($0.key) }
    let believed = edits[path].map(\.believed) ?? believed
    edits[path] = value == keys[path] ? nil : Edit(value: value, believed: believed)
  }
}

extension PreferencePath {
  /// Whether this path leads to something that holds what `other` leads to.
  func isAbove(_ other: PreferencePath) -> Bool {
    components.count < other.components.count
      && zip(components, other.components).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// The path that leads in a dictionary whose only key is empty, and holds what `top` leads to, where this one leads.
  func boxed(below top: PreferencePath) -> PreferencePath {
    guard let path = PreferencePath([""] + components.dropFirst(top.components.count)) else {
      preconditionFailure("a path below another has a component more, which the box's key replaces")
    }
    return path
  }
}

extension PropertyList {
  /// The value where components lead to.
  func value(below components: ArraySlice<String>) -> PropertyList? {
    var value = self
    for component in components {
      guard let next = value.child(component) else { return nil }
      value = next
    }
    return value
  }

  /// The value after `edit` has worked on it, under the empty key of a dictionary.
  func changed(_ edit: (inout PropertyListDictionary) -> Void) -> PropertyList? {
    var box = PropertyListDictionary([("", self)])
    edit(&box)
    return box[""]
  }
}
