import Dispatch
import SessionCore
import Synchronization
import Sys

/// Listens on a session's control socket and hands each request to the session, until it is closed.
///
/// Only this user's processes are heard (`SO_PEERCRED`), whatever the folder's mode says.
final class ControlServer: Sendable {
  private let name: String
  private let claim: Claim
  private let clients = Mutex<[ObjectIdentifier: ControlClientHandler]>([:])
  // SAFETY: libdispatch's objects may be used from any thread; its Swift form does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead

  /// Takes the session's name and starts to listen; each client gets a `ControlClientHandler` of `session`.
  init(name: String, places: Places, session: LiveSession) throws(Failure) {
    let claim = try Claim(name, places)
    self.name = name
    self.claim = claim
    source = DispatchSource.makeReadSource(
      fileDescriptor: claim.session.listener.rawValue, queue: DispatchQueue(label: "socketplay.control.accept"))
    source.setEventHandler { [weak self] in self?.accept(session) }
    // The source holds the claim, and so its descriptor, until it has let go of it.
    source.setCancelHandler { withExtendedLifetime(claim) {} }
    source.resume()
  }

  /// Stops listening, gives the session's name back, and hangs up on every client: who asked for the end learns that
  /// it is here.
  func close() {
    claim.release(name)
    source.cancel()
    let clients = clients.withLock { clients in
      defer { clients = [:] }
      return Array(clients.values)
    }
    for client in clients { client.close() }
  }

  /// Waits until every client has its answer: whoever asked for something learns what became of it also where that, or the
  /// peer's farewell behind it, ended the session.
  ///
  /// To be called once all peers have left: then nothing is waited for any more.
  func settle() async {
    let clients = clients.withLock { Array($0.values) }
    await withDiscardingTaskGroup { group in
      for client in clients { group.addTask { await client.answered() } }
    }
  }

  private func accept(_ session: LiveSession) {
    while let client = next() {
      guard (try? client.socket.localPeer().user) == Environment.user else { continue }
      let handler = ControlClientHandler(session: session)
      let id = ObjectIdentifier(handler)
      clients.withLock { $0[id] = handler }
      handler.start(client.socket) { [weak self] in
        _ = self?.clients.withLock { $0.removeValue(forKey: id) }
      }
    }
  }

  /// The next client; nil where none waits.
  ///
  /// Without a descriptor left it waits a second, and does not spin.
  private func next() -> AcceptedConnection? {
    do throws(SystemError) {
      return try claim.session.listener.accept()
    } catch {
      if error.isOutOfDescriptors { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 1) }
      return nil
    }
  }
}

/// The name of a session and the folder it stands in, held by everything that uses its descriptors.
private final class Claim: Sendable {
  let folder: RuntimeFolder
  let session: ClaimedSession
  private let lock: Mutex<FileDescriptor?>

  init(_ name: String, _ places: Places) throws(Failure) {
    let folder = try RuntimeFolder(places.runtime)
    var claimed = try folder.claim(name)
    lock = Mutex(claimed.lock.take())
    session = claimed
    self.folder = folder
  }

  /// Removes the socket and then lets the lock go: nobody can have the name before the socket is gone.
  func release(_ name: String) {
    folder.remove(name)
    lock.withLock { $0 = nil }
  }
}
