/// What became of edits.
public struct PreferenceOutcome: Sendable, Equatable {
  /// The store's revision afterwards.
  public var revision: Int64
  /// What changed, keys as paths: over the wire, as much of it as a message holds.
  public var changes: [KeyChange]
  /// How many keys changed.
  public var count: Int
  /// The keys that somebody has changed meanwhile; nothing is changed where there is one.
  public var conflicts: [PreferenceConflict]
  /// Whether the change is in the history; else it was made all the same, and cannot be taken back.
  public var isRecorded: Bool
  /// Whether the history has all of it; else it is too large to be kept, and cannot be taken back either.
  public var isUndoable: Bool
  /// Whether each value is there as it was given; else the store's form has none for it, and `changes` tell what it holds.
  public var isExact: Bool

  /// What became of edits.
  public init(
    revision: Int64, changes: [KeyChange], count: Int? = nil, conflicts: [PreferenceConflict] = [],
    isRecorded: Bool = true, isUndoable: Bool = true, isExact: Bool = true
  ) {
    self.isRecorded = isRecorded
    self.isUndoable = isUndoable
    self.isExact = isExact
    self.revision = revision
    self.changes = changes
    self.count = count ?? changes.count
    self.conflicts = conflicts
  }
}
