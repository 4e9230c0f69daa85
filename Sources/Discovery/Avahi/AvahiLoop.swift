import CAvahi

/// Avahi's event loop on a thread of its own (`AvahiThreadedPoll`), with the lock that guards all that runs on it.
///
/// It is freed with its last reference, which comes after the client and the timers that stand on it.
final class AvahiLoop: @unchecked Sendable {
  // SAFETY: immutable; the poll behind the pointer is changed with its lock held, or while its thread does not run.
  private let poll: OpaquePointer

  init() {
    guard let poll = avahi_threaded_poll_new() else { preconditionFailure("no memory for an event loop") }
    self.poll = poll
  }

  deinit { avahi_threaded_poll_free(poll) }

  /// The loop as libavahi-client takes it.
  var api: UnsafePointer<AvahiPoll> { avahi_threaded_poll_get(poll) }

  /// Starts the thread: from now on everything else wants `locked`.
  func start() { avahi_threaded_poll_start(poll) }

  /// Ends the thread and waits until it has ended.
  ///
  /// Never call it from a callback.
  func stop() { avahi_threaded_poll_stop(poll) }

  /// Runs `body` while no callback does.
  ///
  /// Never call it from one.
  func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    avahi_threaded_poll_lock(poll)
    defer { avahi_threaded_poll_unlock(poll) }
    return try body()
  }
}
