import Sys

/// A complete file that waits for the sync it shares with others.
struct WaitingFile: Sendable {
  /// What the caller knows it by.
  var id: Int
  var file: IncomingFile
}

/// What became of a file that waited.
struct SharedOutcome: Sendable {
  /// What the caller knows it by.
  var id: Int
  var result: Result<StoredFile, ReceiveError>
}

extension ReceiveFolder {
  /// Files up to this size may share a sync with others.
  static let sharedSyncSizeLimit: Int64 = 1 << 20
  /// How many files share one: each holds a descriptor until then.
  static let sharedSyncCount = 256

  /// Has a complete file wait for the next shared sync; it is stored, under its name, only by that.
  ///
  /// True when as many wait as may: `storeWaiting` is due now, and otherwise within 100 ms.
  mutating func storeLater(_ file: IncomingFile, id: Int, modified: Int64?) throws(ReceiveError) -> Bool {
    try complete(file, modified)
    waiting.append(WaitingFile(id: id, file: file))
    return waiting.count >= Self.sharedSyncCount
  }

  /// Stores all files that wait: one sync of the file system, then their names, then one sync of each folder.
  ///
  /// Each outcome is true of the disk when this returns. Blocks for as long as the file system takes to sync.
  mutating func storeWaiting() -> [SharedOutcome] {
    if waiting.isEmpty { return [] }
    let files = waiting
    waiting = []
    do throws(ReceiveError) {
      try receiving { () throws(SystemError) in try root.directory.descriptor.syncFileSystem() }
      var outcomes: [SharedOutcome] = []
      outcomes.reserveCapacity(files.count)
      for waiting in files {
        do throws(ReceiveError) {
          outcomes.append(SharedOutcome(id: waiting.id, result: .success(try name(waiting.file))))
        } catch {
          outcomes.append(SharedOutcome(id: waiting.id, result: .failure(error)))
        }
      }
      try syncNames()
      return outcomes
    } catch {
      return files.map { SharedOutcome(id: $0.id, result: .failure(error)) }
    }
  }
}
