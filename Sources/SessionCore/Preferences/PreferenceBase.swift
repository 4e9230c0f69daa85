public import KeyedArchive

/// What somebody who edits preferences believes to be there: an edit of a key that holds something else is a conflict.
public struct PreferenceBase: Sendable, Equatable {
  private var values: [PreferencePath: PropertyList?] = [:]

  /// Nothing is believed.
  public init() {}

  /// What a path is believed to hold: nil where nothing is believed, `.some(nil)` for no value.
  public subscript(_ path: PreferencePath) -> PropertyList?? {
    get { values[path] }
    set { values[path] = newValue }
  }

  /// Whether nothing is believed.
  public var isEmpty: Bool { values.isEmpty }

  /// The paths that something is believed of.
  public var paths: [PreferencePath] { Array(values.keys) }

  /// The paths among `edits` where `keys` holds neither what is believed nor what is to be set, each with what it holds.
  public func conflicts(of edits: [PreferenceEdit], with keys: PropertyListDictionary) -> [PreferenceConflict] {
    edits.compactMap { edit in
      guard let believed = values[edit.path] else { return nil }
      let present = keys[edit.path]
      if present == believed || present == edit.value { return nil }
      return PreferenceConflict(path: edit.path, present: present)
    }
  }
}

/// A key that was changed meanwhile.
public struct PreferenceConflict: Sendable, Equatable {
  /// Where.
  public var path: PreferencePath
  /// What it holds; nil for nothing.
  public var present: PropertyList?

  /// A conflict.
  public init(path: PreferencePath, present: PropertyList?) {
    self.path = path
    self.present = present
  }
}
