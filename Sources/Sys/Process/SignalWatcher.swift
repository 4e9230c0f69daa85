public import Dispatch
import Glibc
import Synchronization

/// The signals a person or a service manager ends a program with, and the ones that must not.
public enum Signal {
  /// Control-C.
  public static let interrupt: Int32 = SIGINT
  /// The polite request to end.
  public static let terminate: Int32 = SIGTERM
  /// The end that cannot be put off.
  public static let kill: Int32 = SIGKILL
  /// The terminal has gone.
  public static let hangUp: Int32 = SIGHUP
  /// The terminal's size has changed.
  public static let windowChange: Int32 = SIGWINCH
  /// The program goes on after it was stopped.
  public static let proceed: Int32 = SIGCONT

  /// Makes a write to a closed pipe an error (EPIPE) and not the end of the program.
  ///
  /// Called once, at the start.
  public static func ignoreBrokenPipes() {
    _ = signal(SIGPIPE, SIG_IGN)
  }

  /// Makes a write beyond the largest file that is allowed (`RLIMIT_FSIZE`) an error (EFBIG) and not the end of the program.
  ///
  /// Called once, at the start.
  public static func ignoreFileSizeLimit() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }
}

/// Tells of signals on a queue, in place of what they would do, until it is cancelled or let go of.
public final class SignalWatcher: Sendable {
  private let sources: Mutex<[any DispatchSourceSignal]>

  /// Watches `signals`; once `ready` is told, on the queue, they do nothing else to this process.
  ///
  /// Until then each does what it always did: one that comes that early ends the program and is not lost. Signals that
  /// come in a burst may be told of once.
  public init(
    _ signals: [Int32], queue: DispatchQueue, ready: (@Sendable () -> Void)? = nil,
    handler: @escaping @Sendable (Int32) -> Void
  ) {
    let waiting = Countdown(signals.count)
    let made = signals.map { number in
      // libdispatch puts a handler of its own in place as it registers the source. Ignoring the signal before, as one must
      // on Darwin, would lose those that come in between.
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler(number) }
      source.setRegistrationHandler { if waiting.isLast { ready?() } }
      source.activate()
      return source
    }
    sources = Mutex(made)
  }

  /// Stops telling; the signals stay without effect.
  public func cancel() {
    sources.withLock { sources in
      for source in sources { source.cancel() }
      sources = []
    }
  }

  deinit { cancel() }
}

/// Counts registrations down.
private final class Countdown: Sendable {
  private let left: Mutex<Int>

  init(_ count: Int) { left = Mutex(count) }

  var isLast: Bool {
    left.withLock { left in
      left -= 1
      return left == 0
    }
  }
}
