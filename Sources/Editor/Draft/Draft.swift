public import KeyedArchive
public import SessionCore

/// What a store holds, and the edits of it that were not sent yet.
///
/// No edit stands above another one: what is edited inside of an edited value becomes part of that value.
public struct Draft: Sendable {
  /// One edit.
  public struct Edit: Sendable, Equatable {
    /// What is to be set; nil to remove what is there.
    public var value: PropertyList?
    /// What was there when it was edited; nil for nothing.
    public var believed: PropertyList?
  }

  /// What the store holds, as far as is known.
  public private(set) var keys: PropertyListDictionary
  /// The edits.
  public internal(set) var edits: [PreferencePath: Edit] = [:]

  /// A draft without edits.
  public init(_ keys: PropertyListDictionary) {
    self.keys = keys
  }

  /// The value at a path with the edits made; nil where none would be.
  public func value(at path: PreferencePath) -> PropertyList? {
    if let top = edited(atOrAbove: path) {
      return edits[top]?.value?.value(below: path.components.dropFirst(top.components.count))
    }
    guard let held = keys[path] else { return nil }
    let below = edits.filter { path.isAbove($0.key) }
    if below.isEmpty { return held }
    return held.changed { box in
      for (inner, edit) in below {
        _ = try? box.apply(PreferenceEdit(inner.boxed(below: path), to: edit.value))
      }
    }
  }

  /// The path of the edit that decides about the value at a path: its own, or one above it.
  public func edited(atOrAbove path: PreferencePath) -> PreferencePath? {
    if edits.isEmpty { return nil }
    return (1...path.components.count).lazy.compactMap { PreferencePath(Array(path.components.prefix($0))) }
      .first { edits[$0] != nil }
  }

  /// The edits whose keys were changed by somebody else since.
  public var conflicts: [PreferencePath] {
    edits.filter { keys[$0.key] != $0.value.believed }.map(\.key)
  }

  /// What to send.
  public var toSend: PreferenceEdits {
    var base = PreferenceBase()
    for (path, edit) in edits { base[path] = .some(edit.believed) }
    let inOrder = edits.sorted { $0.key.text < $1.key.text }
    return PreferenceEdits(inOrder.map { PreferenceEdit($0.key, to: $0.value.value) }, base: base)
  }

  /// Takes what is there now for what was there when each edit was made: what is sent then goes over others' changes.
  public mutating func believeWhatIsThere() {
    for path in edits.keys { edits[path]?.believed = keys[path] }
  }

  /// Takes changes of the store; false where they do not fit what is known of it.
  public mutating func heard(_ changes: [KeyChange]) -> Bool {
    for change in changes {
      guard let edit = PreferenceEdit(redoing: change), (try? keys.apply(edit)) != nil || keys[edit.path] == edit.value
      else { return false }
    }
    dropMoot()
    return true
  }

  /// Takes all that the store holds, and gives what differs from what was known.
  public mutating func heard(all keys: PropertyListDictionary) -> [KeyChange] {
    let changes = PreferencesDiff.changes(from: self.keys, to: keys)
    self.keys = keys
    dropMoot()
    return changes
  }

  /// What was sent is there now, or was: `isPast` where what is known is newer.
  public mutating func sent(_ made: PreferenceEdits, isPast: Bool = false) {
    for edit in made.edits {
      if !isPast { _ = try? keys.apply(edit) }
      if edits[edit.path]?.value == edit.value { edits[edit.path] = nil }
    }
    dropMoot()
  }

  /// Edits that others have made meanwhile need not be made.
  private mutating func dropMoot() {
    if !edits.isEmpty { edits = edits.filter { keys[$0.key] != $0.value.value } }
  }
}
