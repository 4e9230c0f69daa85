import Dispatch
import Stores
import Synchronization
import Sys

/// Tells when a store may have changed, for as long as it lives.
///
/// What it watches may go away: a folder that is removed and made again, a program that ends. It is watched again then, after
/// 0.1 s first, and at most 10 s after each further attempt; what may have happened meanwhile counts as a change. The kernel does not
/// tell of a folder further up that gets another name: every 2 s it is looked whether the path still leads to what is watched.
final class StoreWatch: Sendable {
  private static let firstPause = 0.1
  private static let longestPause = 10.0
  private static let lookPause = 2.0

  private struct State {
    var sight: (any Sendable)?
    /// What is watched.
    var changes = StoreChanges.unknown
    /// The folders of the paths that are watched, as they were then.
    var folders: [FileStatus?] = []
    /// Seconds until the next attempt.
    var pause = StoreWatch.firstPause
  }

  private let store: any PreferenceStore
  private let queue: DispatchQueue
  private let changed: @Sendable () -> Void
  private let state = Mutex(State())

  /// Made on `queue`, where `changed` is called; what happens from now on is told, where it can be watched by now.
  init(_ store: any PreferenceStore, queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
    self.store = store
    self.queue = queue
    self.changed = changed
    begin()
    lookLater()
  }

  private func begin() {
    let changes = store.changes
    // Before the watch: one that comes to be another meanwhile is noticed.
    let folders = Self.folders(of: changes)
    let sight = look(at: changes)
    state.withLock { state in
      state.sight = sight
      state.changes = changes
      state.folders = folders
    }
    if sight == nil { beginLater() }
  }

  /// What the paths lead through now.
  private static func folders(of changes: StoreChanges) -> [FileStatus?] {
    guard case .paths(let paths) = changes else { return [] }
    return paths.map { (try? Path.status(Path.split($0).parent)) ?? nil }
  }

  /// Looks now and then whether another folder stands where one is watched.
  private func lookLater() {
    queue.asyncAfter(deadline: .now() + Self.lookPause) { [weak self] in
      guard let self else { return }
      let (isWatched, changes, folders) = state.withLock { ($0.sight != nil, $0.changes, $0.folders) }
      let isElsewhere = zip(folders, Self.folders(of: changes)).contains { old, new in
        !(old.map { old in new.map(old.isSameFile(as:)) ?? false } ?? (new == nil))
      }
      if isWatched, isElsewhere { ended() }
      lookLater()
    }
  }

  private func beginLater() {
    let pause = state.withLock { state in
      defer { state.pause = min(2 * state.pause, Self.longestPause) }
      return state.pause
    }
    queue.asyncAfter(deadline: .now() + pause) { [weak self] in
      guard let self else { return }
      begin()
      changed()
    }
  }

  /// What tells; nil where nothing can, for now.
  private func look(at changes: StoreChanges) -> (any Sendable)? {
    let heard: @Sendable () -> Void = { [weak self] in self?.heard() }
    let ended: @Sendable () -> Void = { [weak self] in self?.ended() }
    switch changes {
    case .paths(let paths):
      return try? paths.map { path throws(SystemError) in
        try FileWatch(path, queue: queue, changed: heard, ended: ended)
      }
    case .program(let path, let arguments):
      return try? ProgramWatch(path, arguments, queue: queue, printed: heard, ended: ended)
    case .unknown: return nil
    }
  }

  private func heard() {
    let watched = state.withLock { state in
      state.pause = Self.firstPause
      return state.changes
    }
    // A link may lead elsewhere now.
    if store.changes != watched { begin() }
    changed()
  }

  private func ended() {
    state.withLock { $0.sight = nil }
    beginLater()
  }
}
