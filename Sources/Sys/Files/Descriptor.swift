import Glibc

/// Something that has a descriptor: one that owns it, or a handle to one that somebody else owns.
public protocol Descriptor: ~Copyable {
  /// The number the kernel knows it by.
  var rawValue: Int32 { get }
}

/// A descriptor that closes itself, once, when its owner lets go of it.
public struct FileDescriptor: ~Copyable, Sendable, Descriptor {
  /// The number the kernel knows it by.
  public let rawValue: Int32

  /// Takes over an open descriptor.
  public init(owning rawValue: Int32) {
    precondition(rawValue >= 0, "not a descriptor")
    self.rawValue = rawValue
  }

  deinit {
    // Linux frees the number even where close reports an error, EINTR included: never tried twice.
    _ = Glibc.close(rawValue)
  }

  /// Gives the descriptor away: whoever takes the number closes it.
  public consuming func release() -> Int32 {
    let number = rawValue
    discard self
    return number
  }

  /// A handle for hot paths and callbacks.
  ///
  /// It must not be used once this descriptor is gone.
  public var unowned: UnownedDescriptor { UnownedDescriptor(rawValue) }
}

/// A handle to a descriptor that somebody else keeps open for as long as this is used.
public struct UnownedDescriptor: Sendable, Hashable, Descriptor {
  /// The number the kernel knows it by.
  public let rawValue: Int32

  /// A handle to an open descriptor.
  public init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Standard input.
  public static let standardInput = UnownedDescriptor(0)
  /// Standard output.
  public static let standardOutput = UnownedDescriptor(1)
  /// Standard error.
  public static let standardError = UnownedDescriptor(2)
}

extension Descriptor where Self: ~Copyable {
  /// Another descriptor of the same open file, closed on exec (`F_DUPFD_CLOEXEC`).
  public func duplicate() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try checked("fcntl") { fcntl(rawValue, F_DUPFD_CLOEXEC, 0) })
  }

  /// Whether reads and writes give up (`nil`) where they would wait (`O_NONBLOCK`).
  ///
  /// Shared with every duplicate.
  public func setNonblocking(_ on: Bool) throws(SystemError) {
    let flags = try checked("fcntl") { fcntl(rawValue, F_GETFL) }
    try checked("fcntl") { fcntl(rawValue, F_SETFL, on ? flags | O_NONBLOCK : flags & ~O_NONBLOCK) }
  }

  /// Takes an exclusive lock on the open file (`flock`); false where somebody else holds it.
  ///
  /// Gone when it is closed.
  public func tryLock() throws(SystemError) -> Bool {
    while flock(rawValue, LOCK_EX | LOCK_NB) == -1 {
      let code = errno
      if code == EWOULDBLOCK { return false }
      if code != EINTR { throw failure("flock", "", code) }
    }
    return true
  }

  /// Takes an exclusive lock on the open file (`flock`) within so many seconds; ETIMEDOUT where somebody else holds it for longer.
  ///
  /// Blocks the thread. The kernel has no such wait, so it is asked again, after 1 ms first and every 20 ms later.
  public func lock(within seconds: Double) throws(SystemError) {
    let deadline = Time.monotonic() + seconds
    var pause: UInt32 = 1_000
    while try !tryLock() {
      guard Time.monotonic() < deadline else { throw SystemError(call: "flock", subject: "", code: ETIMEDOUT) }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }

  /// Waits until there is something to read (or the end), at most `milliseconds`; blocks the thread.
  ///
  /// False: nothing came.
  public func waitReadable(milliseconds: Int32) throws(SystemError) -> Bool {
    try wait(Int16(POLLIN), milliseconds)
  }

  /// Waits until it can be written to (or has failed), at most `milliseconds`; blocks the thread.
  ///
  /// False: it cannot yet.
  public func waitWritable(milliseconds: Int32) throws(SystemError) -> Bool {
    try wait(Int16(POLLOUT), milliseconds)
  }

  /// As `waitWritable`, but ends when something comes to be read (or the end), too: false then.
  public func waitWritableFirst(milliseconds: Int32) throws(SystemError) -> Bool {
    let found = try poll(Int16(POLLIN | POLLOUT), milliseconds)
    return found != 0 && found & Int16(POLLIN) == 0
  }

  private func wait(_ events: Int16, _ milliseconds: Int32) throws(SystemError) -> Bool {
    try poll(events, milliseconds) != 0
  }

  /// Which of the events are there (`poll`); none after so many milliseconds.
  private func poll(_ events: Int16, _ milliseconds: Int32) throws(SystemError) -> Int16 {
    var entry = pollfd(fd: rawValue, events: events, revents: 0)
    try checked("poll") { Glibc.poll(&entry, 1, milliseconds) }
    return entry.revents
  }
}
