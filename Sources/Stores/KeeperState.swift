import SessionCore

/// What a keeper knows of its store and of that one's history.
struct KeeperState: Sendable {
  /// What the store held at the last look.
  var content: StoreContent?
  /// As the history's file has them, and so bounded as that is.
  var records: [HistoryRecord] = []
  /// The history file's stamp when `records` were read; nil where they never were, or could be read in part only.
  var historyStamp: StoreStamp?
  /// What the history does not have; nil where it has everything.
  var unkept: UnkeptChanges?
  /// Whether a revision has been told: none before it may come again.
  var isBegun = false
  /// Why the last change that was to be kept could not be.
  var loss: StoreError?
  /// Whether that was told.
  var isLossTold = false
  var onChange: (@Sendable (HistoryEntry) -> Void)?
  var onDamage: (@Sendable (_ setAside: String) -> Void)?
  var onLoss: (@Sendable (StoreError) -> Void)?

  /// The store's revision.
  var revision: Int64 { unkept?.revision ?? records.last?.revision ?? 0 }

  /// The store behind the last change that is known.
  var stamp: StoreStamp? { unkept?.stamp ?? records.last?.stamp ?? content?.stamp }
}

/// Changes of a store that its history does not have, since that cannot be written for now.
struct UnkeptChanges: Sendable {
  /// The store's revision behind them.
  var revision: Int64
  /// The store behind them.
  var stamp: StoreStamp
  /// What the store held behind the history's last record; nil where that is not known.
  var before: StoreContent?
}

/// What is to be done with a store, once it is known what that holds.
struct KeeperPlan {
  var edits: [PreferenceEdit]
  /// Where there is one, nothing is done.
  var conflicts: [PreferenceConflict]
  /// The revisions that are taken back.
  var undoes: [Int64] = []
}

extension PreferenceStore {
  /// The first revision that a change may have which is not in the history, `last` being the one before it.
  ///
  /// Whoever comes later, and knows nothing of it, must not give its number to another change: so it is the time of the change, in
  /// microseconds since 1970, which every process finds at the store itself where that is dated, and else the present time `now`.
  /// A store that is not there has no time: 0 where it never had another revision.
  func unkeptRevision(of stamp: StoreStamp, behind last: Int64?, now: Double) -> Int64 {
    // The year 2112: JSON's readers lose digits soon after that.
    let latest: Int64 = 1 << 52
    let time: Int64 =
      if !isDated { Int64(min(max(0, now * 1_000_000), Double(latest))) } else {
        min(max(0, stamp.modified / 1_000), latest)
      }
    return max(time, last.map { $0 + 1 } ?? 0)
  }
}
