public import KeyedArchive
public import SessionCore
import Synchronization

/// A store with its history: reads, edits and takes back, for everybody of this machine who has the same store.
///
/// What the store held last is kept, so that reading it again costs a look at its file. Everything blocks.
public final class PreferenceKeeper: Sendable {
  private struct State {
    var content: StoreContent?
    /// As the history's file has them, and so bounded as that is.
    var records: [HistoryRecord] = []
    /// The history file's stamp when `records` were read; nil where they never were.
    var historyStamp: StoreStamp?
    var onChange: (@Sendable (HistoryEntry) -> Void)?
    var onDamage: (@Sendable (_ setAside: String) -> Void)?

    var revision: Int64 { records.last?.revision ?? 0 }
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

  /// `body` is told of a history that was damaged, so that it goes on with what could be read: the path of what was set aside.
  ///
  /// Called under the keeper's lock: it must not call back.
  public func onDamage(_ body: @escaping @Sendable (_ setAside: String) -> Void) {
    state.withLock { $0.onDamage = body }
  }

  /// What the store holds, and its revision.
  public func read() throws(StoreError) -> (revision: Int64, keys: PropertyListDictionary) {
    try locked { (state, history) throws(StoreError) in
      let content = try present(&state, &history)
      return (state.revision, content.keys)
    }
  }

  /// The store's revision; `body` runs before a later change is told.
  ///
  /// Called under the keeper's lock: it must not call back.
  public func revision(with body: () -> Void) throws(StoreError) -> Int64 {
    try locked { (state, history) throws(StoreError) in
      _ = try present(&state, &history)
      body()
      return state.revision
    }
  }

  /// What was changed, oldest first.
  public func history() throws(StoreError) -> History {
    History(try entries(last: History.maximumEntries))
  }

  /// The last changes, so many at most, oldest first.
  public func entries(last count: Int) throws(StoreError) -> [HistoryEntry] {
    try locked { (state, history) throws(StoreError) in
      _ = try present(&state, &history)
      return state.records.suffix(min(max(count, 0), History.maximumEntries)).map(\.entry)
    }
  }

  /// Looks whether another program has changed the store, and if so tells.
  public func lookAgain() throws(StoreError) {
    _ = try read()
  }

  /// Makes edits, all or none; of a trial only what they would come to is told.
  ///
  /// None where a key holds something else than `base` believes, or where the store is not at the revision `expected` and
  /// `base` says nothing of a key.
  public func edit(
    _ edits: [PreferenceEdit], base: PreferenceBase = PreferenceBase(), expected: Int64? = nil, author: String?,
    isTrial: Bool = false
  ) throws(StoreError) -> PreferenceOutcome {
    // Nothing to make needs no place to make it in: a file's folder may be made with the first edit.
    if edits.isEmpty { return PreferenceOutcome(revision: try read().revision, changes: []) }
    return try locked { (state, history) throws(StoreError) in
      try change(&state, &history, author: author, isTrial: isTrial) { (state, keys) in
        let isStale = expected.map { $0 != state.revision } ?? false
        var conflicts = base.conflicts(of: edits, with: keys)
        for edit in edits where isStale && base[edit.path] == nil {
          let present = keys[edit.path]
          if present != edit.value { conflicts.append(PreferenceConflict(path: edit.path, present: present)) }
        }
        return .success(KeeperPlan(edits: edits, conflicts: conflicts))
      }
    }
  }

  /// Takes the last `count` changes back, all or none: none where a key was changed since; of a trial only what that would come to
  /// is told.
  public func undo(_ count: Int, author: String?, isTrial: Bool = false) throws(StoreError) -> PreferenceOutcome {
    try locked { (state, history) throws(StoreError) in
      try change(&state, &history, author: author, isTrial: isTrial) { (state, keys) in
        let entries = History(state.records.map(\.entry))
        return Result { () throws(History.UndoError) in try entries.undo(count) }.map { plan in
          KeeperPlan(edits: plan.edits, conflicts: plan.conflicts(with: keys), undoes: plan.revisions)
        }
      }
    }
  }
}

/// What is to be done with a store, once it is known what that holds.
private struct KeeperPlan {
  var edits: [PreferenceEdit]
  /// Where there is one, nothing is done.
  var conflicts: [PreferenceConflict]
  /// The revisions that are taken back.
  var undoes: [Int64] = []
}

extension PreferenceKeeper {
  /// Runs `body` with the state and the history's file, both locked, the records as the file has them.
  private func locked<Value>(
    _ body: (inout State, inout HistoryFile) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try state.withLock { (state) throws(StoreError) -> Value in
      var history = try HistoryFile.open(historyPath)
      if try history.stamp() != state.historyStamp { try readAgain(&state, &history) }
      return try body(&state, &history)
    }
  }

  /// Reads what other processes have put into the history since: that is news here.
  private func readAgain(_ state: inout State, _ history: inout HistoryFile) throws(StoreError) {
    let known = state.historyStamp == nil ? nil : state.records.last?.revision ?? 0
    let last = state.records.last
    let content = try history.read()
    state.records = content.records
    if let damage = content.damage {
      bridge(max(known ?? 0, damage.lastRevision), lost: damage.lostAtMost, &state, &history)
      state.onDamage?(damage.path)
    } else if let known, state.revision < known {
      bridge(known, lost: 1, &state, &history)
    }
    state.content = state.content.flatMap { Self.advanced($0, from: last, by: state.records) }
    state.historyStamp = try history.stamp()
    if let known, let tell = state.onChange {
      for entry in state.records.filter({ $0.revision > known }).map(\.entry) where entry.count != 0 { tell(entry) }
    }
  }

  /// Goes on behind what a damaged history has lost, or one that was removed: behind the revision that was `seen` last.
  ///
  /// Nobody knows how many changes that were: the revision grows by as many as there may have been, so that none that somebody
  /// has seen comes again, and what was changed meanwhile is not known. Where it cannot be written, the store is used all the same.
  private func bridge(_ seen: Int64, lost: Int64, _ state: inout State, _ history: inout HistoryFile) {
    let entry = HistoryEntry(
      revision: max(seen, state.revision) + lost, time: clock(), author: nil, changes: [], count: nil)
    // Without a stamp, what is found in the store next is another program's change.
    let stamp = (try? store.stamp()) ?? .none
    try? history.append(HistoryRecord(entry, stamp: stamp), to: &state.records)
  }

  /// What the store held behind the last of `records`, where it held `content` behind the record `last`.
  ///
  /// What other processes have edited is known in full: where another program changes the store right behind that, what it has
  /// changed is known too. Nil where that leads to something else than they tell, as it is where not all of it is known.
  private static func advanced(
    _ content: StoreContent, from last: HistoryRecord?, by records: [HistoryRecord]
  ) -> StoreContent? {
    guard content.stamp == (last?.stamp ?? .none) else { return content }
    var ahead = content
    for record in records where record.revision > last?.revision ?? 0 {
      let entry = record.entry
      // Another program may have given the file another form.
      guard entry.author != nil, entry.isComplete else { return content }
      for change in entry.changes {
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
    if let before = state.content, before.stamp == stamp {
      _ = noteOutside(before, &state, &history)
      return before
    }
    let content = try store.load()
    _ = noteOutside(content, &state, &history)
    return content
  }

  /// Takes what the store was found to hold; where another program has changed it, that is put into the history.
  ///
  /// False where the history cannot be written: then the next look finds it again.
  private func noteOutside(
    _ content: StoreContent, _ state: inout State, _ history: inout HistoryFile
  ) -> Bool {
    let before = state.content
    state.content = content
    // Where nothing was ever changed, it is what was there when this keeper looked first that may have been.
    guard let last = state.records.last?.stamp ?? before?.stamp, last != content.stamp else { return true }
    // What changed is known only where what was there before is.
    let known = before.flatMap { $0.stamp == last ? $0.keys : nil }
    let changes = known.map { PreferencesDiff.changes(from: $0, to: content.keys) }
    let entry = HistoryEntry(
      revision: state.revision + 1, time: clock(), author: nil, changes: changes ?? [], count: changes?.count)
    let isNoted = record(entry, content.stamp, &state, &history) != .lost
    if !isNoted { state.content = before }
    return isNoted
  }

  /// Makes edits that have no conflict, and puts them into the history.
  ///
  /// `plan` sees the store as it is under its lock, and the state with what other programs have changed until then.
  private func change(
    _ state: inout State, _ history: inout HistoryFile, author: String?, isTrial: Bool,
    _ plan: (State, PropertyListDictionary) -> Result<KeeperPlan, History.UndoError>
  ) throws(StoreError) -> PreferenceOutcome {
    var planned: Result<KeeperPlan, History.UndoError>?
    var isNoted = true
    let result = try store.edit(known: state.content) { content in
      isNoted = noteOutside(content, &state, &history)
      let result = plan(state, content.keys)
      planned = result
      guard case .success(let plan) = result, plan.conflicts.isEmpty else { return .nothing }
      return isTrial ? .trial(plan.edits) : .edits(plan.edits)
    }
    let made: KeeperPlan?
    do throws(History.UndoError) { made = try planned?.get() } catch { throw .undo(error) }
    guard let made, made.conflicts.isEmpty, !result.changes.isEmpty, !isTrial else {
      return PreferenceOutcome(
        revision: state.revision, changes: result.changes, conflicts: made?.conflicts ?? [], isExact: result.isExact)
    }
    let entry = HistoryEntry(
      revision: state.revision + 1, time: clock(), author: author, changes: result.changes,
      count: result.changes.count, undoes: made.undoes)
    // Behind a change that could not be noted none is: the next look finds both as another program's.
    let place = isNoted ? record(entry, result.content.stamp, &state, &history) : .lost
    // What was there before is kept for that.
    if place != .lost { state.content = result.content }
    return PreferenceOutcome(
      revision: state.revision, changes: result.changes, isRecorded: place != .lost, isUndoable: place == .whole,
      isExact: result.isExact)
  }

  /// What of a change is in the history.
  private enum Place {
    /// All of it.
    case whole
    /// That it was made: what it changed is too large.
    case counted
    /// Nothing: the history cannot be written.
    case lost
  }

  /// Puts a change into the history and tells it.
  ///
  /// A history that cannot be written undoes nothing: the store is changed, and whoever asks must not be told otherwise.
  private func record(
    _ entry: HistoryEntry, _ stamp: StoreStamp, _ state: inout State, _ history: inout HistoryFile
  ) -> Place {
    let record: HistoryRecord
    do throws(StoreError) {
      record = try HistoryRecord(entry, stamp: stamp)
      try history.append(record, to: &state.records)
    } catch {
      return .lost
    }
    // Without a stamp it is read again.
    state.historyStamp = try? history.stamp()
    // A file that was only written anew is noted, and nobody's news.
    if entry.count != 0 { state.onChange?(entry) }
    return record.isWhole ? .whole : .counted
  }
}
