import KeyedArchive
import SessionCore

/// Looking at the store, changing it, and noting what was changed.
extension PreferenceKeeper {
  /// What the store holds now; where another program has changed it, that is put into the history.
  func present(_ state: inout KeeperState, _ history: inout HistoryFile?) throws(StoreError) -> StoreContent {
    let stamp = try store.stamp()
    if let before = state.content, before.stamp == stamp {
      noteOutside(before, &state, &history)
      return before
    }
    let content = try store.load()
    noteOutside(content, &state, &history)
    return content
  }

  /// Takes what the store was found to hold; where another program has changed it, that is put into the history.
  private func noteOutside(_ content: StoreContent, _ state: inout KeeperState, _ history: inout HistoryFile?) {
    let before = state.content
    let known = state.stamp
    state.content = content
    defer { state.isBegun = true }
    guard let last = known else {
      // Where nothing was ever changed, it is what was there when this keeper looked first that may have been. Without a history
      // nobody knows whether it was.
      if history == nil {
        let revision = store.unkeptRevision(of: content.stamp, behind: nil, now: clock())
        state.unkept = UnkeptChanges(revision: revision, stamp: content.stamp)
      }
      return
    }
    guard last != content.stamp else { return }
    // What changed is known only where what was there before is.
    let changes = before.flatMap { $0.stamp == last ? PreferencesDiff.changes(from: $0.keys, to: content.keys) : nil }
    _ = record(
      HistoryEntry(
        revision: state.revision + 1, time: clock(), author: nil, changes: changes ?? [], count: changes?.count),
      from: before, to: content.stamp, &state, &history)
  }

  /// Makes edits that have no conflict, and puts them into the history.
  ///
  /// `plan` sees the store as it is under its lock, and the state with what other programs have changed until then.
  func change(
    _ state: inout KeeperState, _ history: inout HistoryFile?, author: String?, isTrial: Bool,
    _ plan: (KeeperState, PropertyListDictionary) -> Result<KeeperPlan, History.UndoError>
  ) throws(StoreError) -> PreferenceOutcome {
    var planned: Result<KeeperPlan, History.UndoError>?
    let result = try store.edit(known: state.content) { content in
      noteOutside(content, &state, &history)
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
    let before = state.content
    state.content = result.content
    let place = record(
      HistoryEntry(
        revision: state.revision + 1, time: clock(), author: author, changes: result.changes,
        count: result.changes.count, undoes: made.undoes),
      from: before, to: result.content.stamp, &state, &history)
    if place == .lost, let loss = state.loss, !state.isLossTold { state.onLoss?(loss) }
    state.isLossTold = place == .lost
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

  /// Puts a change into the history, which has led from `before` to a store of that stamp, and tells it.
  ///
  /// A history that cannot be written undoes nothing: the store is changed, and whoever asks must not be told otherwise.
  private func record(
    _ entry: HistoryEntry, from before: StoreContent?, to stamp: StoreStamp, _ state: inout KeeperState,
    _ history: inout HistoryFile?
  ) -> Place {
    var entry = entry
    let place = keep(entry, stamp, &state, &history)
    if place == .lost {
      let kept = state.records.last.map(\.stamp)
      let known = state.unkept.map(\.before) ?? before.flatMap { kept == nil || $0.stamp == kept ? $0 : nil }
      entry.revision = store.unkeptRevision(of: stamp, behind: state.revision, now: clock())
      state.unkept = UnkeptChanges(revision: entry.revision, stamp: stamp, before: known)
    }
    // A file that was only written anew is noted, and nobody's news.
    if entry.count != 0 { state.onChange?(entry) }
    return place
  }

  /// Puts a change into the history's file; never behind one that is not in it.
  private func keep(
    _ entry: HistoryEntry, _ stamp: StoreStamp, _ state: inout KeeperState, _ history: inout HistoryFile?
  ) -> Place {
    guard state.unkept == nil, history != nil else { return .lost }
    do throws(StoreError) {
      let record = try HistoryRecord(entry, stamp: stamp)
      try history?.append(record, to: &state.records)
      // Without a stamp it is read again.
      state.historyStamp = try? history?.stamp()
      return record.isWhole ? .whole : .counted
    } catch {
      state.loss = error
      return .lost
    }
  }
}
