import Dispatch
import Security
import SessionCore
import Synchronization
import Sys

/// The known peers of a running session as they change: whoever is forgotten meanwhile is told of at once.
///
/// Another process changes them (`forget`), or an editor; the kernel tells.
final class Acquaintances: Sendable {
  private struct Listener {
    var peer: PeerID
    var forgotten: @Sendable () -> Void
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var last = 0
    var watch: FileWatch?
    var hasFailed = false
  }

  private let credentials: Credentials
  private let events: Node.Sink
  private let queue = DispatchQueue(label: "socketplay.acquaintances")
  private let state = Mutex(State())

  /// Nobody is looked after yet; `events` is warned where the kernel tells nothing.
  init(_ credentials: Credentials, events: @escaping Node.Sink) {
    self.credentials = credentials
    self.events = events
  }

  /// Calls `forgotten` once the peer is known no more, which may be so already; a number to stop it by.
  func watch(_ peer: PeerID, forgotten: @escaping @Sendable () -> Void) -> Int {
    let number = state.withLock { state in
      state.last += 1
      state.listeners[state.last] = Listener(peer: peer, forgotten: forgotten)
      return state.last
    }
    queue.async { [weak self] in
      // It may have been forgotten between its proof and now: what is there is looked at behind the beginning of the watch.
      self?.begin()
      self?.look()
    }
    return number
  }

  /// Looks after one peer no longer.
  func unwatch(_ number: Int) {
    state.withLock { $0.listeners[number] = nil }
  }

  /// Whose petname it is; nil where it is nobody's, or the known peers cannot be read.
  func key(named name: String) -> PeerID? { (try? credentials.known())?.named(name)?.id }

  /// Which names are petnames of other keys than this one, as the known peers are now.
  func petnames(besides identity: PeerID?) -> (String) -> Bool {
    let known = try? credentials.known()
    return { name in known?.named(name).map { $0.id != identity } ?? false }
  }

  private func begin() {
    guard state.withLock({ $0.watch == nil && !$0.hasFailed }) else { return }
    let file = credentials.knownPeers
    do throws(SystemError) {
      let watch = try FileWatch(
        file.path, queue: queue, changed: { [weak self] in self?.look() }, ended: { [weak self] in self?.beginAgain() })
      state.withLock { $0.watch = watch }
    } catch {
      state.withLock { $0.hasFailed = true }
      events(.warning(Failure(.unreadable, file.path, detail: error.message)))
    }
  }

  /// The folder is gone: where another is put in its place, that is watched; where none is, so much is said.
  private func beginAgain() {
    state.withLock { $0.watch = nil }
    queue.asyncAfter(deadline: .now() + Self.editing) { [weak self] in
      self?.begin()
      self?.look()
    }
  }

  /// How long an editor has between taking the old file away and putting the new one there.
  private static let editing = DispatchTimeInterval.seconds(1)

  /// Tells of those who are known no more; of a file that cannot be read nothing is concluded, and of one that is not there
  /// only when it is not there later either.
  private func look(isLater: Bool = false) {
    guard let known = try? credentials.known() else { return }
    guard isLater || credentials.knownPeers.isThere else {
      return queue.asyncAfter(deadline: .now() + Self.editing) { [weak self] in self?.look(isLater: true) }
    }
    let gone = state.withLock { state in
      let gone = state.listeners.filter { known[$0.value.peer] == nil }
      for number in gone.keys { state.listeners[number] = nil }
      return gone.values.map(\.forgotten)
    }
    for forgotten in gone { forgotten() }
  }
}
