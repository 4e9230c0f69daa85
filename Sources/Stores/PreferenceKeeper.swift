public import KeyedArchive
public import SessionCore
import Synchronization

/// A store with its history: reads, edits and takes back, for everybody of this machine who has the same store.
///
/// What the store held last is kept, so that reading it again costs a look at its file. Everything blocks.
public final class PreferenceKeeper: Sendable {
  private struct State {
    var content: StoreContent?
    var records: [HistoryFile.Record] = []
    /// The history file's stamp when `records` were read; nil where they never were.
    var historyStamp: StoreStamp?
    var onChange: (@Sendable (HistoryEntry) -> Void)?

    var revision: Int64 { records.last?.entry.revision ?? 0 }
  }

  /// The store.
  public let store: any PreferenceStore
  private let historyPath: String
  private let clock: @Sendable () -> Double
  private let state = Mutex(State())

  /// A keeper of `store`, whose history is in the file at `historyPath`; `clock` gives seconds since 1970.
  public init(store: any PreferenceStore, historyPath: String, clock: @escaping @Sendable () -> Double) {
    self.store = store
    self.historyPath = historyPath
    self.clock = clock
  }

  /// `body` is told of each change, also of one that another program made, in their order.
  ///
  /// Called under the keeper's lock: it must not call back.
  public func onChange(_ body: @escaping @Sendable (HistoryEntry) -> Void) {
    state.withLock { $0.onChange = body }
  }

  /// What the store holds, and its revision.
  public func read() throws(StoreError) -> (revision: Int64, keys: PropertyListDictionary) {
    try locked { (state, history) throws(StoreError) in
      let content = try present(&state, &history)
      return (state.revision, content.keys)
    }
  }

  /// What was changed, oldest first.
  public func history() throws(StoreError) -> History {
    try locked { (state, history) throws(StoreError) in
      _ = try present(&state, &history)
      return History(state.records.map(\.entry))
    }
  }

  /// Looks whether another program has changed the store, and if so tells.
  public func lookAgain() throws(StoreError) {
    _ = try read()
  }

  /// Makes edits, all or none.
  ///
  /// None where a key holds something else than `base` believes, or where the store is not at the revision `expected` and
  /// `base` says nothing of a key.
  public func edit(
    _ edits: [PreferenceEdit], base: PreferenceBase = PreferenceBase(), expected: Int64? = nil, author: String?
  ) throws(StoreError) -> PreferenceOutcome {
    try locked { (state, history) throws(StoreError) in
      _ = try present(&state, &history)
      let isStale = expected.map { $0 != state.revision } ?? false
      return try change(&state, &history, edits, undoes: [], author: author) { keys in
        var conflicts = base.conflicts(of: edits, with: keys)
        guard isStale else { return conflicts }
        for edit in edits where base[edit.path] == nil {
          let present = keys[edit.path]
          if present != edit.value { conflicts.append(PreferenceConflict(path: edit.path, present: present)) }
        }
        return conflicts
      }
    }
  }

  /// Takes the last `count` changes back, all or none: none where a key was changed since.
  public func undo(_ count: Int, author: String?) throws(StoreError) -> PreferenceOutcome {
    try locked { (state, history) throws(StoreError) in
      _ = try present(&state, &history)
      let plan: UndoPlan
      do throws(History.UndoError) {
        plan = try History(state.records.map(\.entry)).undo(count)
      } catch {
        throw .undo(error)
      }
      return try change(&state, &history, plan.edits, undoes: plan.revisions, author: author) {
        plan.conflicts(with: $0)
      }
    }
  }
}

extension PreferenceKeeper {
  /// Runs `body` with the state and the history's file, both locked, the records as the file has them.
  private func locked<Value>(
    _ body: (inout State, inout HistoryFile) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try state.withLock { (state) throws(StoreError) -> Value in
      var history = try HistoryFile.open(historyPath)
      if try !history.isUnchanged(since: state.historyStamp) {
        // What other processes have put there since is news here.
        let known = state.historyStamp == nil ? nil : state.records.last?.entry.revision ?? 0
        let last = state.records.last
        state.records = try history.read()
        state.content = state.content.flatMap { Self.advanced($0, from: last, by: state.records) }
        state.historyStamp = try history.stamp()
        if let known, let tell = state.onChange {
          for record in state.records where record.entry.revision > known { tell(record.entry) }
        }
      }
      return try body(&state, &history)
    }
  }

  /// What the store held behind the last of `records`, where it held `content` behind the record `last`.
  ///
  /// What other processes have edited is known in full: where another program changes the store right behind that, what it has
  /// changed is known too. Nil where that leads to something else than they tell, as it is where not all of it is known.
  private static func advanced(
    _ content: StoreContent, from last: HistoryFile.Record?, by records: [HistoryFile.Record]
  ) -> StoreContent? {
    guard content.stamp == (last?.stamp ?? .none) else { return content }
    var ahead = content
    for record in records where record.entry.revision > last?.entry.revision ?? 0 {
      // Another program may have given the file another form.
      guard record.entry.author != nil, record.entry.isComplete else { return content }
      for change in record.entry.changes {
        guard let edit = PreferenceEdit(redoing: change), ahead.keys[edit.path] == change.from,
          (try? ahead.keys.apply(edit)) != nil
        else { return nil }
      }
      ahead.stamp = record.stamp
    }
    return ahead
  }

  /// What the store holds now; where another program has changed it, that is put into the history.
  private func present(
    _ state: inout State, _ history: inout HistoryFile
  ) throws(StoreError) -> StoreContent {
    let stamp = try store.stamp()
    let before = state.content
    let content: StoreContent
    if let before, before.stamp == stamp { content = before } else { content = try store.load() }
    state.content = content
    // Where nothing was ever changed, it is what was there when this keeper looked first that may have been.
    guard let last = state.records.last?.stamp ?? before?.stamp, last != content.stamp else { return content }
    // What changed is known only where what was there before is.
    let known = before.flatMap { $0.stamp == last ? $0.keys : nil }
    let changes = known.map { PreferencesDiff.changes(from: $0, to: content.keys) }
    let entry = HistoryEntry(
      revision: state.revision + 1, time: clock(), author: nil, changes: changes ?? [], count: changes?.count)
    if !record(entry, content.stamp, &state, &history) { state.content = before }
    return content
  }

  /// Makes edits that have no conflict, and puts them into the history.
  private func change(
    _ state: inout State, _ history: inout HistoryFile, _ edits: [PreferenceEdit], undoes: [Int64], author: String?,
    conflicts: (PropertyListDictionary) -> [PreferenceConflict]
  ) throws(StoreError) -> PreferenceOutcome {
    var found: [PreferenceConflict] = []
    let known = state.content
    // Where it fails, nobody knows how far the file has come.
    state.content = nil
    let result = try store.edit(known: known) { keys in
      found = conflicts(keys)
      return found.isEmpty ? edits : nil
    }
    state.content = result.content
    guard found.isEmpty, !result.changes.isEmpty else {
      return PreferenceOutcome(revision: state.revision, changes: [], conflicts: found)
    }
    let entry = HistoryEntry(
      revision: state.revision + 1, time: clock(), author: author, changes: result.changes,
      count: result.changes.count, undoes: undoes)
    let isRecorded = record(entry, result.content.stamp, &state, &history)
    // Else the next look finds it as another program's, known in full: what was there before is kept for that.
    if !isRecorded { state.content = known }
    return PreferenceOutcome(
      revision: state.revision, changes: result.changes, isRecorded: isRecorded)
  }

  /// Puts a change into the history and tells it; false where the history cannot be written, which undoes nothing: the store
  /// is changed, and whoever asks must not be told otherwise.
  private func record(
    _ entry: HistoryEntry, _ stamp: StoreStamp, _ state: inout State, _ history: inout HistoryFile
  ) -> Bool {
    let record = HistoryFile.Record(entry: entry.alone, stamp: stamp)
    do { try history.append(record, to: state.records) } catch { return false }
    state.records.append(record)
    if state.records.count > 2 * History.maximumEntries { state.records.removeFirst(History.maximumEntries) }
    // Without a stamp it is read again.
    state.historyStamp = try? history.stamp()
    state.onChange?(entry)
    return true
  }
}

extension HistoryEntry {
  /// The entry with its large values in bytes of their own: kept, they would keep all that the store held at that time.
  fileprivate var alone: HistoryEntry {
    var entry = self
    entry.changes = changes.map { KeyChange(key: $0.key, from: $0.from?.alone, to: $0.to?.alone) }
    return entry
  }
}

extension PropertyList {
  fileprivate var alone: PropertyList {
    switch self {
    case .array, .set, .dictionary: compacted
    case .null, .bool, .integer, .real32, .real, .date, .data, .string, .uid: self
    }
  }
}
