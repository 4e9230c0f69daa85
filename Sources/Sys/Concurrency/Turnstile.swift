import Dispatch

/// Lets a thread wait until another one has said something, as often as it was said (`dispatch_semaphore_t`).
public final class Turnstile: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Nothing was said yet.
  public init() {}

  /// Lets one wait through.
  public func signal() { semaphore.signal() }

  /// Waits for a signal; blocks the thread.
  public func wait() { semaphore.wait() }

  /// Waits so many milliseconds at most; false where no signal came.
  public func wait(milliseconds: Int) -> Bool {
    semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }
}
