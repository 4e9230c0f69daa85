public import KeyedArchive

/// What was changed in a store, newest last, and what of it can be taken back.
public struct History: Sendable, Equatable {
  /// The most entries that are kept: the oldest go first.
  public static let maximumEntries = 1_000

  /// The entries, their revisions growing.
  public private(set) var entries: [HistoryEntry]

  /// A history of `entries`, oldest first.
  public init(_ entries: [HistoryEntry] = []) {
    self.entries = entries.suffix(Self.maximumEntries)
  }

  /// The store's revision: how often it was changed, as far as anybody looked.
  public var revision: Int64 { entries.last?.revision ?? 0 }

  /// Adds an entry of the next revision.
  public mutating func append(_ entry: HistoryEntry) {
    precondition(entry.revision > revision, "revisions grow")
    entries.append(entry)
    if entries.count > Self.maximumEntries { entries.removeFirst(entries.count - Self.maximumEntries) }
  }

  /// Why nothing can be taken back.
  public enum UndoError: Error, Sendable, Hashable {
    /// So many changes are not there, only this many.
    case tooFew(Int)
    /// What the change of this revision did was not kept, or never known.
    case incomplete(Int64)
  }

  /// What takes the last `count` changes back that were not taken back yet, newest first.
  public func undo(_ count: Int) throws(UndoError) -> UndoPlan {
    var undone: Set<Int64> = []
    var chosen: [HistoryEntry] = []
    for entry in entries.reversed() where chosen.count < count {
      undone.formUnion(entry.undoes)
      // One that changed nothing, as a file that was only written anew, is no change to take back.
      if !entry.undoes.isEmpty || undone.contains(entry.revision) || entry.count == 0 { continue }
      guard entry.isComplete else { throw .incomplete(entry.revision) }
      chosen.append(entry)
    }
    guard chosen.count == count, count > 0 else { throw .tooFew(chosen.count) }
    return UndoPlan(chosen)
  }
}

/// How changes are taken back.
public struct UndoPlan: Sendable, Equatable {
  private struct Step: Sendable, Equatable {
    var edit: PreferenceEdit
    /// What is there unless somebody has changed it since.
    var expected: PropertyList?
  }

  private var steps: [Step] = []
  /// The revisions taken back, newest first.
  public let revisions: [Int64]

  /// Takes entries back, which come newest first.
  init(_ entries: [HistoryEntry]) {
    revisions = entries.map(\.revision)
    for change in entries.flatMap({ $0.changes.reversed() }) {
      guard let edit = PreferenceEdit(undoing: change) else { continue }
      steps.append(Step(edit: edit, expected: change.to))
    }
  }

  /// The edits, in the order in which they are made.
  public var edits: [PreferenceEdit] { steps.map(\.edit) }

  /// The keys that hold something else in `keys` than the changes left there, step by step.
  public func conflicts(with keys: PropertyListDictionary) -> [PreferenceConflict] {
    var keys = keys
    var conflicts: [PreferenceConflict] = []
    for step in steps {
      let present = keys[step.edit.path]
      if present != step.expected { conflicts.append(PreferenceConflict(path: step.edit.path, present: present)) }
      _ = try? keys.apply(step.edit)
    }
    return conflicts
  }
}
