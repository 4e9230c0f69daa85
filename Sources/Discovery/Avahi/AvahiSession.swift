import CAvahi

/// A connection to avahi-daemon, made again whenever daemon or bus come back.
///
/// Whoever makes a session closes it, once, and not from a callback.
final class AvahiSession: @unchecked Sendable {
  // SAFETY: every stored variable is touched with the loop's lock held: callbacks run under it. Before the loop is
  // started and after it was stopped there is one thread only.

  private let loop: AvahiLoop
  private let work: any AvahiWork
  private var client: OpaquePointer?
  private var retry: AvahiTimer?
  /// How long to wait before the next attempt at a bus that is not there, in milliseconds.
  private var delay: UInt32 = AvahiSession.firstDelay
  private var missing: DiscoveryError?

  private static let firstDelay: UInt32 = 500
  private static let longestDelay: UInt32 = 16_000

  /// Connects and starts the loop.
  ///
  /// What is wrong is told to the work, which may happen before this returns.
  init(_ loop: AvahiLoop, _ work: any AvahiWork) {
    self.loop = loop
    self.work = work
    // The box that C holds as `userdata`: released in `close`.
    _ = Unmanaged.passRetained(self)
    connect()
    loop.start()
  }

  /// Ends the loop, takes back all that was published, and closes the connection.
  func close() {
    // Stop the thread, free the client, then the box: nothing can call back any more. The loop goes with its last user.
    loop.stop()
    retry = nil
    work.daemonIsGone()
    if let client { avahi_client_free(client) }
    client = nil
    Unmanaged.passUnretained(self).release()
  }

  private func connect() {
    retry = nil
    if client != nil {
      work.daemonIsGone()
      avahi_client_free(client)
      client = nil
    }
    // With NO_FAIL a missing daemon is a state, out of which the client comes by itself; a missing bus is an error still.
    var code: Int32 = 0
    client = avahi_client_new(
      loop.api, AVAHI_CLIENT_NO_FAIL, clientChanged, Unmanaged.passUnretained(self).toOpaque(),
      &code)
    guard client == nil else { return }
    tellMissing(DiscoveryError(connecting: code))
    retry = AvahiTimer(loop, milliseconds: delay) { [unowned self] in connect() }
    delay = min(delay * 2, Self.longestDelay)
  }

  private func tellMissing(_ error: DiscoveryError) {
    if error == missing { return }
    missing = error
    work.daemonIsMissing(error)
  }

  fileprivate func changed(_ client: OpaquePointer, _ state: AvahiClientState) {
    // The first call comes out of `avahi_client_new`, before it has returned the client.
    self.client = client
    switch state {
    case AVAHI_CLIENT_S_RUNNING:
      missing = nil
      delay = Self.firstDelay
      work.daemonIsThere(client)
    case AVAHI_CLIENT_S_REGISTERING, AVAHI_CLIENT_S_COLLISION:
      work.daemonIsGone()
    case AVAHI_CLIENT_CONNECTING:
      tellMissing(.noDaemon)
    default:
      // The daemon or the bus went away. The client that calls cannot be freed here; a new one says what is missing.
      let code = avahi_client_errno(client)
      work.daemonIsGone()
      if code != Int32(AVAHI_ERR_DISCONNECTED) { tellMissing(DiscoveryError(code)) }
      retry = AvahiTimer(loop, milliseconds: code == Int32(AVAHI_ERR_DISCONNECTED) ? 0 : delay) { [unowned self] in
        connect()
      }
    }
  }
}

/// Called on the loop's thread, or by `avahi_client_new`.
private func clientChanged(_ client: OpaquePointer?, _ state: AvahiClientState, _ context: UnsafeMutableRawPointer?) {
  guard let client, let context else { return }
  Unmanaged<AvahiSession>.fromOpaque(context).takeUnretainedValue().changed(client, state)
}
