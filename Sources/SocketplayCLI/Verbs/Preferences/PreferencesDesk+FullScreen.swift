import Editor
import SessionCore
import SocketplayNode
import Synchronization
import Sys

extension PreferencesDesk {
  /// Runs the full-screen editor.
  func editOnScreen(_ console: Console) async throws(Complaint) {
    let (place, first) = try await firstContent()
    let store = EditorStore(node: node, place: place, timeout: timeout)
    let mailbox = EditorMailbox()
    let trial = isTrial
    let result: Result<EditorEnd, SystemError> = await withDiscardingTaskGroup { group in
      do throws(SystemError) {
        let screen = try FullScreen()
        let signals = SignalWatcher([Signal.windowChange, Signal.proceed]) { _ in mailbox.post(.terminal) }
        let input = TerminalInput { mailbox.post(.typed($0)) }
        group.addTask { await store.watch(mailbox) }
        var session = EditorSession(store, mailbox, first, console: console, isTrial: trial)
        let end = await session.run(on: screen, in: &group)
        withExtendedLifetime(input) { signals.cancel() }
        // What still waits, for an answer that nobody reads any more, ends too.
        group.cancelAll()
        return .success(end)
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(.left): return
    case .success(.interrupted): throw .said(.interrupted)
    case .success(.hungUp): throw .said(.failed)
    case .failure(let error):
      throw .text(
        FailureText(status: .failed, message: "the terminal cannot be used: \(printable(error.message))", hint: nil))
    }
  }

  /// What the store holds, and where it is for good: an editor must not come back to another host than the one it began with.
  private func firstContent() async throws(Complaint) -> (PreferencesPlace, EditorStore.Content) {
    let way = Way()
    let answer = try await asked { () async throws(Failure) in
      try await node.preferences(
        .read(nil), at: place, timeout: timeout, through: { name in way.session.withLock { $0 = name } },
        events: { event in
          if case .connected(_, let address, _, _, _) = event { way.address.withLock { $0 = address } }
        })
    }
    guard case .values(let revision, let keys) = answer else { throw .failure(Failure(.protocolBroken)) }
    return (way.pinned(place), EditorStore.Content(revision: revision, keys: keys))
  }
}

/// The way that a first question has gone.
private final class Way: Sendable {
  let session = Mutex<String?>(nil)
  let address = Mutex<String?>(nil)

  /// The place it leads to, and to no other one.
  func pinned(_ place: PreferencesPlace) -> PreferencesPlace {
    guard case .peer(.session(nil), let peer) = place else { return place }
    if let session = session.withLock({ $0 }) { return .peer(.session(session), name: peer) }
    guard let address = address.withLock({ $0 }), let endpoint = try? Values.endpoint(address, of: .address) else {
      return place
    }
    return .peer(.address(endpoint), name: peer)
  }
}
