import Dispatch

/// The thread the program starts on.
public enum MainThread {
  /// Gives it to the main queue for good: the program goes on in tasks and on queues, until one of them leaves.
  public static func serve() -> Never { dispatchMain() }
}
