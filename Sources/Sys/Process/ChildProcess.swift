import Dispatch
import Glibc
import Synchronization

/// A program that runs as a child of this one.
///
/// `wait()` or `waitBlocking()` must be called once, or the child stays a zombie until this process ends.
public final class ChildProcess: Sendable {
  /// Its process number.
  public let process: Int32
  private let leadsGroup: Bool
  private let end = Mutex<ChildEnd?>(nil)

  /// Starts the program at a path (`posix_spawn`), with this process's environment and no descriptors but the three.
  ///
  /// It starts with the signals' usual effects, whatever this process has set.
  ///
  /// - Parameter ownGroup: whether it leads a process group of its own, which `signal` then reaches as a whole: what it
  ///   has started ends with it.
  public init(
    _ path: String, arguments: [String], input: ChildStream, output: ChildStream, error: ChildStream,
    ownGroup: Bool = false
  ) throws(SystemError) {
    try checkPath("posix_spawn", path)
    for argument in arguments { try checkPath("posix_spawn", argument) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [(0 as Int32, input), (1, output), (2, error)] {
      switch stream {
      case .inherited: break
      case .nothing:
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor.rawValue, number)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let group = ownGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))

    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var number: pid_t = 0
    let code = posix_spawn(&number, path, &actions, &attributes, words, environ)
    if code != 0 { throw failure("posix_spawn", path, code) }
    process = number
    leadsGroup = ownGroup
  }

  /// Sends it, or the group it leads, a signal (`kill`), unless it has been waited for already.
  public func signal(_ number: Int32) {
    end.withLock { end in
      // Under the lock: a number that was waited for may belong to somebody else by now.
      if end == nil { _ = kill(leadsGroup ? -process : process, number) }
    }
  }

  /// Waits until it has ended (`waitpid`): blocks the thread.
  ///
  /// Every call after the first gives the same answer.
  public func waitBlocking() throws(SystemError) -> ChildEnd {
    // First until it has ended but still keeps its number, then, under the lock, the taking of it.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1 {
      let code = errno
      if code == ECHILD, let known = end.withLock({ $0 }) { return known }
      if code != EINTR { throw failure("waitid", "", code) }
    }
    return try end.withLock { (end) throws(SystemError) in
      if let end { return end }
      var status: Int32 = 0
      try checked("waitpid") { waitpid(process, &status, 0) }
      let signal = status & 0x7f
      let result: ChildEnd = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
      end = result
      return result
    }
  }

  /// Waits until it has ended, on a thread of its own.
  ///
  /// Cancelling does not end it: send it a signal.
  public func wait() async throws(SystemError) -> ChildEnd {
    let result: Result<ChildEnd, SystemError> = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(SystemError) {
          continuation.resume(returning: .success(try self.waitBlocking()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
