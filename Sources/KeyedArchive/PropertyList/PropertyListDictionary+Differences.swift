extension PropertyListDictionary {
  /// A key that two dictionaries do not have alike.
  public struct Difference: Sendable, Hashable {
    /// The key.
    public var key: PropertyList
    /// What the older one holds; nil for nothing.
    public var old: PropertyList?
    /// What the newer one holds; nil for nothing.
    public var new: PropertyList?
  }

  /// What this dictionary has otherwise than `old`: in the order of `old`, then what is added, in its own.
  ///
  /// Where both are left in the bytes they were read from, only what differs is built.
  public func differences(from old: Self) -> [Difference] {
    differs(from: old, toldAll: true) + added(to: old)
  }

  /// What `old` has and this has not or otherwise; only the first where not `toldAll`.
  func differs(from old: Self, toldAll: Bool) -> [Difference] {
    if case .encoded(let encoded) = old.storage, case .encoded(let other) = storage {
      return other.differs(from: encoded, toldAll: toldAll)
    }
    var found: [Difference] = []
    for entry in old {
      let new = self[entry.key]
      if new == entry.value { continue }
      found.append(Difference(key: entry.key, old: entry.value, new: new))
      if !toldAll { break }
    }
    return found
  }

  private func added(to old: Self) -> [Difference] {
    if case .encoded(let encoded) = old.storage, case .encoded(let other) = storage { return other.added(to: encoded) }
    return compactMap { entry in
      old[entry.key] == nil ? Difference(key: entry.key, old: nil, new: entry.value) : nil
    }
  }
}

extension EditedEntries {
  typealias Difference = PropertyListDictionary.Difference

  fileprivate func differs(from old: Self, toldAll: Bool) -> [Difference] {
    var found: [Difference] = []
    old.read.source.read { (oldView) throws(PropertyListError) in
      read.source.read { (view) throws(PropertyListError) in
        for place in 0..<old.places {
          if try isAlike(place, in: old, oldView, view) { continue }
          guard let entry = old.entry(at: place) else { continue }
          let new = self[entry.key]
          if new == entry.value { continue }
          found.append(Difference(key: entry.key, old: entry.value, new: new))
          if !toldAll { return }
        }
      }
    }
    return found
  }

  /// Whether an entry of `old` was read there and is written here as it is there.
  private func isAlike(
    _ place: Int, in old: Self, _ oldView: PropertyListView, _ view: PropertyListView
  ) throws(PropertyListError) -> Bool {
    guard place < old.read.count, old.replaced.isEmpty || old.replaced[place] == nil else { return false }
    let key = try oldView.object(place, of: old.read.keys)
    guard let position = try read.position(ofKey: key, in: oldView, view),
      replaced.isEmpty || replaced[position] == nil
    else { return false }
    return try view.isWrittenAlike(
      view.object(position, of: read.values), as: oldView.object(place, of: old.read.values), in: oldView)
  }

  fileprivate func added(to old: Self) -> [Difference] {
    var found: [Difference] = []
    old.read.source.read { (oldView) throws(PropertyListError) in
      read.source.read { (view) throws(PropertyListError) in
        for place in 0..<places {
          if place < read.count, old.replaced.isEmpty,
            try old.read.position(ofKey: view.object(place, of: read.keys), in: view, oldView) != nil
          {
            continue
          }
          guard let entry = entry(at: place), old[entry.key] == nil else { continue }
          found.append(Difference(key: entry.key, old: nil, new: entry.value))
        }
      }
    }
    return found
  }
}
