import SessionCore
import Synchronization

/// What a keeper wants of the history.
enum HistoryNeed {
  /// Nothing, if it must be.
  case nothing
  /// That nobody else changes the store through it meanwhile.
  case lock
  /// What it holds.
  case history
}

/// The history's file, and what a keeper knows of it.
extension PreferenceKeeper {
  /// Runs `body` with the state and the history's file, both locked, the records as the file has them.
  ///
  /// The file is nil where it cannot be used, and that is not needed. One that somebody else holds for long can be used, though not
  /// now: that is `locked`, whatever is needed.
  func locked<Value>(
    _ need: HistoryNeed, _ body: (inout KeeperState, inout HistoryFile?) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try state.withLock { (state) throws(StoreError) -> Value in
      var history: HistoryFile?
      do throws(StoreError) {
        var file = try HistoryFile.open(
          historyPath, within: need == .nothing ? HistoryFile.shortPatience : HistoryFile.patience)
        if try file.stamp() != state.historyStamp { try readAgain(&state, &file) }
        catchUp(&state, &file)
        history = consume file
      } catch {
        if need == .history || error == .locked { throw error }
        state.loss = error
      }
      return try body(&state, &history)
    }
  }

  /// What the store holds, and the revision, while somebody else holds the history's lock.
  ///
  /// Nothing is put into the history, and what was changed is no news yet. The revision is one that the store has or had: what rests
  /// on it is never taken for newer than it is.
  func peek(_ state: inout KeeperState) throws(StoreError) -> StoreContent {
    if let content = state.content, state.isBegun, content.stamp == (try store.stamp()) { return content }
    if state.isBegun { return try store.load() }
    // Before the store, which may be changed meanwhile.
    state.records = HistoryFile.peek(historyPath)
    state.historyStamp = nil
    let content = try store.load()
    state.content = content
    state.isBegun = true
    return content
  }

  /// Reads what other processes have put into the history since: that is news here.
  private func readAgain(_ state: inout KeeperState, _ history: inout HistoryFile) throws(StoreError) {
    let known = state.isBegun ? state.revision : nil
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
    // What could be read in part only is read again, and set aside once it can be.
    state.historyStamp = content.isAll ? try history.stamp() : nil
    if let known, let tell = state.onChange {
      for entry in state.records.filter({ $0.revision > known }).map(\.entry) where entry.count != 0 { tell(entry) }
    }
  }

  /// Goes on behind what a damaged history has lost, or one that was removed: behind the revision that was `seen` last.
  ///
  /// Nobody knows how many changes that were: the revision grows by as many as there may have been, so that none that somebody
  /// has seen comes again, and what was changed meanwhile is not known. Where it cannot be written, the store is used all the same.
  private func bridge(_ seen: Int64, lost: Int64, _ state: inout KeeperState, _ history: inout HistoryFile) {
    let entry = HistoryEntry(
      revision: max(seen, state.revision) + lost, time: clock(), author: nil, changes: [], count: nil)
    // Without a stamp, what is found in the store next is another program's change.
    let stamp = (try? store.stamp()) ?? .none
    do throws(StoreError) {
      try history.append(HistoryRecord(entry, stamp: stamp), to: &state.records)
      state.unkept = nil
    } catch {
      let revision = store.unkeptRevision(of: stamp, behind: entry.revision - 1, now: clock())
      state.unkept = UnkeptChanges(revision: revision, stamp: stamp)
      state.loss = error
    }
  }

  /// Puts into the history what it does not have yet, as one change that somebody has made: it was told when it was made.
  private func catchUp(_ state: inout KeeperState, _ history: inout HistoryFile) {
    guard let unkept = state.unkept else { return }
    let last = state.records.last?.stamp
    let changes: [KeyChange]? =
      if last == unkept.stamp {
        []
      } else if let before = unkept.before, let content = state.content, before.stamp == last ?? before.stamp,
        content.stamp == unkept.stamp
      {
        PreferencesDiff.changes(from: before.keys, to: content.keys)
      } else { nil }
    let entry = HistoryEntry(
      revision: max(unkept.revision, (state.records.last?.revision ?? 0) + 1), time: clock(), author: nil,
      changes: changes ?? [], count: changes?.count)
    do throws(StoreError) {
      try history.append(HistoryRecord(entry, stamp: unkept.stamp), to: &state.records)
    } catch {
      state.loss = error
      return
    }
    state.unkept = nil
    state.historyStamp = try? history.stamp()
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

  /// The entries of the history, and one of what it does not have.
  func entries(of state: KeeperState) -> [HistoryEntry] {
    let kept = state.records.map(\.entry)
    guard let unkept = state.unkept, unkept.revision > kept.last?.revision ?? 0 else { return kept }
    return kept + [HistoryEntry(revision: unkept.revision, time: clock(), author: nil, changes: [], count: nil)]
  }
}
