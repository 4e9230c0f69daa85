import Dispatch
import KeyedArchive
import SessionCore
import Stores
import Synchronization
import Sys

/// A session's store of preferences: answers its peers on a queue of its own, and tells them what changes.
final class PreferencesService: Sendable {
  /// Told of each change of the store.
  typealias Watcher = @Sendable (HistoryEntry) -> Void

  let keeper: PreferenceKeeper
  /// The folder to be made before the store is edited; nil where that is the user's own business.
  private let folder: String?
  /// Reading, parsing and syncing take their time: no peer's queue waits for them.
  private let queue = DispatchQueue(label: "socketplay.preferences")
  private let watchers = Mutex<[Int: Watcher]>([:])
  private let watching = Mutex<StoreWatch?>(nil)
  private let numbers = Mutex(0)
  /// Whether the store is looked at again soon, in any case.
  private let isToLookAgain = Atomic(false)
  /// Seconds until then.
  private static let pause = 0.5

  /// The service of a store; changes are told to whoever watches, and `events` is warned of a damaged history.
  init(_ keeper: PreferenceKeeper, folder: String? = nil, events: @escaping Node.Sink) {
    self.keeper = keeper
    self.folder = folder
    keeper.warn(events)
    keeper.onChange { [weak self] entry in
      guard let watchers = self?.watchers.withLock({ Array($0.values) }) else { return }
      for tell in watchers { tell(entry) }
    }
  }

  /// The service of a session's store, or of what it saves where it has none.
  static func of(
    store: String?, places: Places, events: @escaping Node.Sink
  ) throws(Failure) -> PreferencesService {
    if let store { return PreferencesService(try StoreOpener.keeper(of: store, places: places), events: events) }
    return PreferencesService(StoreOpener.keeper(ofReceived: places), folder: places.receive, events: events)
  }

  /// Answers a question, later; values come as the bytes of a property list.
  func ask(
    _ question: PreferencesQuestion, author: String,
    then: @escaping @Sendable (Result<PreferencesAnswer, Failure>) -> Void
  ) {
    queue.async { [keeper, folder] in
      do throws(Failure) {
        // Nothing was received yet, perhaps; where it cannot be made, the store says so.
        if let folder, case .edit(let edits) = question, !edits.edits.isEmpty {
          _ = try? Directory(makingPath: folder, mode: 0o755)
        }
        switch try keeper.answer(question, author: author) {
        case .values(let revision, let keys):
          guard let bytes = try? PropertyList.dictionary(keys).binary() else {
            throw Failure(.tooLarge, keeper.store.name)
          }
          then(.success(.encoded(revision: revision, bytes)))
        case .history(let entries):
          then(.success(.encoded(revision: entries.last?.revision ?? 0, HistoryEntry.encoded(entries))))
        case .outcome(let outcome): then(.success(.outcome(outcome)))
        case .encoded: preconditionFailure("a keeper answers with values")
        }
      } catch {
        then(.failure(error))
      }
    }
  }

  /// The store's revision; nil where it cannot be read.
  func revision() async -> Int64? {
    await withCheckedContinuation { continuation in
      queue.async { [keeper] in continuation.resume(returning: try? keeper.read().revision) }
    }
  }

  /// Tells each change from now on, until `unwatch` is given the number; `tell` must not block.
  ///
  /// `begun` is told the revision behind which every change is told; nil where the store cannot be read for now.
  func watch(_ tell: @escaping Watcher, begun: @escaping @Sendable (Int64?) -> Void = { _ in }) -> Int {
    let number = numbers.withLock { number in
      number += 1
      return number
    }
    // In the queue's order: what ends a watch comes behind what begins it, and behind nobody else's.
    queue.async { [self] in
      watching.withLock { watch in
        watch = watch ?? StoreWatch(keeper.store, queue: queue) { [weak self] in self?.lookAgain() }
      }
      // Behind the watch, so that nothing falls between. Who edits meanwhile waits: the watcher is told all that is behind the
      // revision, and nothing that was changed earlier.
      let add = { [self] in watchers.withLock { $0[number] = tell } }
      let revision = try? keeper.revision(with: add)
      if revision == nil { add() }
      begun(revision)
    }
    return number
  }

  /// Tells what another program has changed; where the history's lock is held elsewhere, in a while, and once for all that asked
  /// until then.
  private func lookAgain() {
    do throws(StoreError) {
      try keeper.lookAgain()
    } catch {
      guard error == .locked, !isToLookAgain.exchange(true, ordering: .relaxed) else { return }
      queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
        guard let self else { return }
        isToLookAgain.store(false, ordering: .relaxed)
        lookAgain()
      }
    }
  }

  /// Tells no longer.
  func unwatch(_ number: Int) {
    queue.async { [self] in
      let isLast = watchers.withLock { watchers in
        watchers[number] = nil
        return watchers.isEmpty
      }
      if isLast { watching.withLock { $0 = nil } }
    }
  }
}

extension HistoryEntry {
  /// The newest entries that the parts of one answer can carry, as the bytes of an array.
  fileprivate static func encoded(_ entries: [HistoryEntry]) -> [UInt8] {
    var left = PreferencesPart.maximumTotal / 2
    var newest: [PropertyList] = []
    for entry in entries.reversed() {
      let value = PropertyList.dictionary(entry.fields)
      left -= (try? value.binary().count) ?? left
      guard left > 0 else { break }
      newest.append(value)
    }
    return (try? PropertyList.array(newest.reversed()).binary()) ?? []
  }
}
