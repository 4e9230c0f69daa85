import CEpoll
import Glibc

/// Tells which of many sockets are ready, for as long as they are (`epoll`, level-triggered).
///
/// One thread waits; the other calls are any thread's, while it waits too.
public struct Epoll: ~Copyable, Sendable {
  /// What is waited for at a socket.
  public struct Interest: OptionSet, Sendable, Hashable {
    /// A bit of each direction.
    public let rawValue: UInt8

    /// These bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something to read, or the end.
    public static let reading = Interest(rawValue: 1)
    /// Room to write.
    public static let writing = Interest(rawValue: 2)
  }

  /// A socket that is ready.
  public struct Ready: Sendable, Hashable {
    /// The number it was added under.
    public let number: UInt64
    /// What it is ready for; both where it has failed or is at its end both ways, asked for or not.
    public let interest: Interest
  }

  /// Sockets told of at once; the others are told of next.
  private static let batch = 128

  private let descriptor: FileDescriptor

  /// Nothing is waited for yet (`epoll_create1`).
  public init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try checked("epoll_create1") { epoll_create1(O_CLOEXEC) })
  }

  /// Waits for a socket too, which is told of under this number (`EPOLL_CTL_ADD`).
  ///
  /// It is removed before it is closed. One for which nothing is wanted is told of all the same where it fails, again and
  /// again: it is to be removed instead.
  public func add(_ socket: UnownedDescriptor, number: UInt64, _ interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_ADD, socket, number, interest)
  }

  /// Waits for something else at a socket from now on (`EPOLL_CTL_MOD`).
  public func change(_ socket: UnownedDescriptor, number: UInt64, _ interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_MOD, socket, number, interest)
  }

  /// Waits for a socket no longer (`EPOLL_CTL_DEL`).
  public func remove(_ socket: UnownedDescriptor) throws(SystemError) {
    try control(EPOLL_CTL_DEL, socket, 0, [])
  }

  private func control(
    _ operation: Int32, _ socket: UnownedDescriptor, _ number: UInt64, _ interest: Interest
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = interest.bits
    event.data.u64 = number
    try checked("epoll_ctl") { epoll_ctl(descriptor.rawValue, operation, socket.rawValue, &event) }
  }

  /// Waits until a socket is ready, and tells which are (`epoll_wait`).
  ///
  /// Blocks the thread.
  public func wait() throws(SystemError) -> [Ready] {
    var events = [epoll_event](repeating: epoll_event(), count: Self.batch)
    let count = try checked("epoll_wait") { epoll_wait(descriptor.rawValue, &events, Int32(Self.batch), -1) }
    return events.prefix(Int(count)).map { Ready(number: $0.data.u64, interest: Interest(bits: $0.events)) }
  }
}

extension Epoll.Interest {
  private static let failed = EPOLLERR.rawValue | EPOLLHUP.rawValue

  fileprivate var bits: UInt32 {
    (contains(.reading) ? EPOLLIN.rawValue : 0) | (contains(.writing) ? EPOLLOUT.rawValue : 0)
  }

  fileprivate init(bits: UInt32) {
    self = []
    if bits & (EPOLLIN.rawValue | Self.failed) != 0 { insert(.reading) }
    if bits & (EPOLLOUT.rawValue | Self.failed) != 0 { insert(.writing) }
  }
}
