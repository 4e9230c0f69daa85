import Documents
import Editor
import KeyedArchive
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
    let result: Result<(EditorEnd, UnsentEdits?), SystemError> = await withDiscardingTaskGroup { group in
      do throws(SystemError) {
        let screen = try FullScreen()
        let signals = SignalWatcher([Signal.windowChange, Signal.proceed, Signal.hangUp]) { signal in
          mailbox.post(signal == Signal.hangUp ? .typed(nil) : .terminal)
        }
        let input = TerminalInput { mailbox.post(.typed($0)) }
        group.addTask { await store.watch(mailbox) }
        var session = EditorSession(store, mailbox, first, console: console, isTrial: trial)
        let end = await session.run(on: screen, in: &group)
        withExtendedLifetime(input) { signals.cancel() }
        // What still waits, for an answer that nobody reads any more, ends too.
        group.cancelAll()
        return .success((end, session.unsent))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success((.left, _)): return
    case .success((.interrupted, _)): throw .said(.interrupted)
    case .success((.ended, let unsent)):
      keep(unsent)
      throw .said(.interrupted)
    case .success((.hungUp, let unsent)):
      keep(unsent)
      throw .said(.failed)
    case .failure(let error):
      throw .text(
        FailureText(status: .failed, message: "the terminal cannot be used: \(printable(error.message))", hint: nil))
    }
  }

  /// Keeps what was typed and could not be sent, for `prefs edit`.
  private func keep(_ unsent: UnsentEdits?) {
    guard let unsent else { return }
    let document = PropertyListDocument(.dictionary(unsent.edited), format: .json)
    do throws(Failure) {
      keep(try node.makeScratch(document, of: place, base: unsent.base, hasEdits: true))
    } catch {
      output.tell(error)
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
    guard case .peer(let route, let peer) = place else { return place }
    if let session = session.withLock({ $0 }) { return .peer(.session(session), name: peer) }
    guard let address = address.withLock({ $0 }), let endpoint = try? Values.endpoint(address, of: .address) else {
      return place
    }
    switch route {
    case .session: return .peer(.address(endpoint), name: peer)
    // The editor takes a place there itself, with the last of which the host is announced no more.
    case .name(let name), .host(let name, _): return .peer(.host(name, endpoint), name: peer)
    case .address: return place
    }
  }
}
