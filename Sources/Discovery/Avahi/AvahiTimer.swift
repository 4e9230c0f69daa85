import CAvahi

/// A timer of Avahi's loop that fires once.
///
/// It ends with its owner, which lets go of it under the loop's lock.
final class AvahiTimer {
  private let loop: AvahiLoop
  private let fire: () -> Void
  private var timer: OpaquePointer?

  init(_ loop: AvahiLoop, milliseconds: UInt32, fire: @escaping () -> Void) {
    self.loop = loop
    self.fire = fire
    // Not retained: the C timer is freed before `self` is.
    timer = avahi_poll_timer_new(loop.api, milliseconds, timerFired, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { cancel() }

  fileprivate func fired() {
    cancel()
    fire()
  }

  private func cancel() {
    if let timer { avahi_poll_timer_free(loop.api, timer) }
    timer = nil
  }
}

/// Called on the loop's thread.
private func timerFired(_: OpaquePointer?, _ context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  // The strong reference keeps it alive where `fire` lets go of it.
  let timer = Unmanaged<AvahiTimer>.fromOpaque(context).takeUnretainedValue()
  timer.fired()
}
