public import KeyedArchive
public import SessionCore
import Synchronization

/// A store with its history: reads, edits and takes back, for everybody of this machine who has the same store.
///
/// What the store held last is kept, so that reading it again costs a look at its file. The store is read and changed where its
/// history cannot be kept, too; what is not in the history then is told with each change. Everything blocks.
public final class PreferenceKeeper: Sendable {
  /// The store.
  public let store: any PreferenceStore
  let historyPath: String
  let clock: @Sendable () -> Double
  let state = Mutex(KeeperState())

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

  /// `body` is told why a change could not be put into the history: once, until one can be again.
  ///
  /// Called under the keeper's lock: it must not call back.
  public func onLoss(_ body: @escaping @Sendable (StoreError) -> Void) {
    state.withLock { $0.onLoss = body }
  }

  /// What the store holds, and its revision.
  public func read() throws(StoreError) -> (revision: Int64, keys: PropertyListDictionary) {
    try look { (revision, content) in (revision, content.keys) }
  }

  /// The store's revision; `body` runs before a later change is told.
  ///
  /// Called under the keeper's lock: it must not call back.
  public func revision(with body: () -> Void) throws(StoreError) -> Int64 {
    try look { (revision, _) in
      body()
      return revision
    }
  }

  /// What the store holds, and its revision, also while somebody else holds the history's lock.
  private func look<Value>(_ body: (Int64, StoreContent) -> Value) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try locked(.nothing) { (state, history) throws(StoreError) in
        let content = try present(&state, &history)
        return body(state.revision, content)
      }
    } catch {
      guard error == .locked else { throw error }
      return try state.withLock { (state) throws(StoreError) in
        let content = try peek(&state)
        return body(state.revision, content)
      }
    }
  }

  /// What was changed, oldest first.
  public func history() throws(StoreError) -> History {
    History(try entries(last: History.maximumEntries))
  }

  /// The last changes, so many at most, oldest first.
  public func entries(last count: Int) throws(StoreError) -> [HistoryEntry] {
    try locked(.history) { (state, history) throws(StoreError) in
      _ = try present(&state, &history)
      return entries(of: state).suffix(min(max(count, 0), History.maximumEntries))
    }
  }

  /// Looks whether another program has changed the store, and if so tells.
  ///
  /// `locked`, and nothing was told, where somebody else holds the history's lock: to be called again.
  public func lookAgain() throws(StoreError) {
    try locked(.nothing) { (state, history) throws(StoreError) in _ = try present(&state, &history) }
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
    return try locked(.lock) { (state, history) throws(StoreError) in
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
    try locked(.history) { (state, history) throws(StoreError) in
      try change(&state, &history, author: author, isTrial: isTrial) { (state, keys) in
        let entries = History(entries(of: state))
        return Result { () throws(History.UndoError) in try entries.undo(count) }.map { plan in
          KeeperPlan(edits: plan.edits, conflicts: plan.conflicts(with: keys), undoes: plan.revisions)
        }
      }
    }
  }
}
