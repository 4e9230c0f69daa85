import Dispatch
import Synchronization

/// Stores files that are complete, on a queue of its own: a slow disk never keeps a peer's socket waiting.
///
/// While one sync is under way, the small files that come meanwhile gather and share the next one.
final class StoreDesk: Sendable {
  private struct Item: Sendable {
    var file: IncomingFile?
    /// Where its bytes still are.
    var source: IncomingFile?
    var size: Int64
    var modified: Int64?
    var folders: [OpenFolder]
    var then: @Sendable (Result<StoredFile?, ReceiveError>) -> Void
  }

  private struct State {
    var items: [Item] = []
    var isBusy = false
  }

  private let state = Mutex(State())
  private let folder: Mutex<ReceiveFolder>
  private let queue = DispatchQueue(label: "socketplay.store", qos: .utility)

  /// A desk for files of the receive folder that `root` holds open.
  init(root: OpenFolder) {
    folder = Mutex(ReceiveFolder(root: root))
  }

  /// Stores a file; `then` is called on the desk's queue once it is on disk, or is not.
  ///
  /// - Parameters:
  ///   - source: the file whose bytes are copied to it first; nil where they are there.
  ///   - folders: folders made on the way, whose names must be on disk too.
  func store(
    _ file: IncomingFile, from source: IncomingFile? = nil, size: Int64, modified: Int64?, folders: [OpenFolder],
    then: @escaping @Sendable (Result<StoredFile?, ReceiveError>) -> Void
  ) {
    put(Item(file: file, source: source, size: size, modified: modified, folders: folders, then: then))
  }

  /// Has folders on disk; `then` is called with no file.
  func sync(_ folders: [OpenFolder], then: @escaping @Sendable (Result<StoredFile?, ReceiveError>) -> Void) {
    put(Item(file: nil, source: nil, size: 0, modified: nil, folders: folders, then: then))
  }

  private func put(_ item: Item) {
    let starts = state.withLock { state in
      state.items.append(item)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if starts { queue.async { self.work() } }
  }

  /// Stores what has gathered, until nothing has.
  private func work() {
    while true {
      let items: [Item] = state.withLock { state in
        let batch = Array(state.items.prefix(ReceiveFolder.sharedSyncCount))
        state.items.removeFirst(batch.count)
        if batch.isEmpty { state.isBusy = false }
        return batch
      }
      if items.isEmpty { return }
      let outcomes = folder.withLock { folder in Self.store(items, in: &folder) }
      for (item, outcome) in zip(items, outcomes) { item.then(outcome) }
    }
  }

  private static func store(
    _ items: [Item], in folder: inout ReceiveFolder
  ) -> [Result<StoredFile?, ReceiveError>] {
    var outcomes = [Result<StoredFile?, ReceiveError>](repeating: .success(nil), count: items.count)
    for (index, item) in items.enumerated() {
      folder.unsynced += item.folders
      guard let file = item.file else { continue }
      do throws(ReceiveError) {
        if let source = item.source { try file.copy(from: source) }
        if items.count > 1, item.size <= ReceiveFolder.sharedSyncSizeLimit {
          _ = try folder.storeLater(file, id: index, modified: item.modified)
        } else {
          outcomes[index] = .success(try folder.store(file, modified: item.modified))
        }
      } catch {
        outcomes[index] = .failure(error)
      }
    }
    for outcome in folder.storeWaiting() { outcomes[outcome.id] = outcome.result.map { $0 } }
    do throws(ReceiveError) {
      try folder.syncNames()
    } catch {
      for index in outcomes.indices { if case .success = outcomes[index] { outcomes[index] = .failure(error) } }
    }
    return outcomes
  }
}
