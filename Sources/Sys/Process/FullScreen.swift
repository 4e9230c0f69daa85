import Glibc
import Synchronization

/// A terminal that shows one program's screen: keys come one by one and without effect, and its own text stands aside.
///
/// Given back when its owner lets go of it, when the program leaves by `leave`, and when it crashes.
public struct FullScreen: ~Copyable {
  /// Takes the terminal of standard input and output.
  public init() throws(SystemError) {
    try FullScreenState.take()
    FullScreenState.watchCrashes()
  }

  /// Gives the terminal back, for as long as the shell has it.
  public func pause() { FullScreenState.giveBack() }

  /// Takes it again.
  public func resume() throws(SystemError) { try FullScreenState.take() }

  /// Stops the program and what it was started with, as Control-Z does (`SIGTSTP` to its group).
  ///
  /// Comes back at once; a `Signal.proceed` tells that it goes on. Where no shell can let it go on, it does not stop.
  public func stop() { _ = kill(0, SIGTSTP) }

  deinit { FullScreenState.giveBack() }
}

/// What is kept of the terminal meanwhile, for signal handlers too: they may do little, so all of it is made beforehand.
enum FullScreenState {
  /// The alternate screen, no wrapping at the margin, pasted text marked as such, and no cursor (xterm's private modes).
  private static let begin = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?25l".utf8)
  /// Mouse reports (1002, 1006) too, whoever asked for them.
  private static let end = Array(
    "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?7h\u{1B}[?1049l".utf8)

  // SAFETY: written once before `isTaken` is first set, read afterwards; never freed.
  private nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  // SAFETY: as `saved`.
  private nonisolated(unsafe) static let farewell: UnsafeMutableBufferPointer<UInt8> = {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: end.count)
    _ = buffer.initialize(from: end)
    return buffer
  }()
  private static let isSaved = Atomic(false)
  private static let isTaken = Atomic(false)

  static func take() throws(SystemError) {
    var mode = termios()
    try checked("tcgetattr") { tcgetattr(STDIN_FILENO, &mode) }
    if isSaved.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged {
      saved.initialize(to: mode)
      _ = farewell
    }
    cfmakeraw(&mode)
    try checked("tcsetattr") { tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) }
    isTaken.store(true, ordering: .sequentiallyConsistent)
    try UnownedDescriptor.standardOutput.writeAll(begin)
  }

  /// Async-signal-safe: no allocation, no lock.
  static func giveBack() {
    guard isTaken.exchange(false, ordering: .sequentiallyConsistent) else { return }
    _ = write(STDOUT_FILENO, farewell.baseAddress, farewell.count)
    _ = tcsetattr(STDIN_FILENO, TCSANOW, saved)
  }

  /// Gives the terminal back before a crash ends the program.
  static func watchCrashes() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      FullScreenState.giveBack()
      // The usual effect is in place again: the handler counts once.
      raise(number)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGHUP] {
      sigaction(number, &action, nil)
    }
  }
}
