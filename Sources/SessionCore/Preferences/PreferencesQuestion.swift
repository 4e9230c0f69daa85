public import KeyedArchive

/// What is asked of a store of preferences, here or at the other end.
public enum PreferencesQuestion: Sendable, Equatable {
  /// The values at these paths; nil for everything.
  case read([PreferencePath]?)
  /// Edits, all or none.
  case edit(PreferenceEdits)
  /// The last changes, so many at most.
  case history(limit: Int)
  /// Take the last changes back that were not yet; of a trial, only what that would come to.
  case undo(count: Int, isTrial: Bool = false)
}

/// What a store of preferences answers.
public enum PreferencesAnswer: Sendable, Equatable {
  /// What it holds: everything, or by the text of their paths the values that were asked for and are there.
  case values(revision: Int64, PropertyListDictionary)
  /// What it holds, or its history, as the bytes of a property list that nobody has read yet.
  case encoded(revision: Int64, [UInt8])
  /// What became of edits, or would.
  case outcome(PreferenceOutcome)
  /// Changes, oldest first.
  case history([HistoryEntry])
}

/// Edits, and what they rest on.
public struct PreferenceEdits: Sendable, Equatable {
  /// The edits; removals are made before what is set.
  public var edits: [PreferenceEdit]
  /// What the edited keys are believed to hold.
  public var base: PreferenceBase
  /// The revision the store is believed to have; nil for any.
  public var expected: Int64?

  /// Edits.
  public init(_ edits: [PreferenceEdit], base: PreferenceBase = PreferenceBase(), expected: Int64? = nil) {
    self.edits = edits.filter { $0.value == nil } + edits.filter { $0.value != nil }
    self.base = base
    self.expected = expected
  }
}
