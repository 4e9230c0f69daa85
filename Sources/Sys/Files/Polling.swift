import Glibc

/// A descriptor that is waited for, and what came of it.
public struct Polled: Sendable {
  /// The descriptor; it stays open while it is waited for.
  public var descriptor: UnownedDescriptor
  /// Whether something to read (or the end) is waited for.
  public var reading: Bool
  /// Whether room to write is waited for.
  public var writing: Bool
  /// Whether it can be read, is at its end or has failed.
  public fileprivate(set) var isReadable = false
  /// Whether it can be written to or has failed.
  public fileprivate(set) var isWritable = false

  /// A descriptor to wait for.
  public init(_ descriptor: UnownedDescriptor, reading: Bool, writing: Bool) {
    self.descriptor = descriptor
    self.reading = reading
    self.writing = writing
  }

  /// Waits until one of `entries` is ready, at most `milliseconds` (`poll`); false: none is.
  ///
  /// One for which neither direction is wanted is passed over. Blocks the thread.
  public static func wait(_ entries: inout [Polled], milliseconds: Int32) throws(SystemError) -> Bool {
    var list = entries.map { entry in
      let events = (entry.reading ? POLLIN : 0) | (entry.writing ? POLLOUT : 0)
      return pollfd(fd: events == 0 ? -1 : entry.descriptor.rawValue, events: Int16(events), revents: 0)
    }
    let count = try checked("poll") { poll(&list, nfds_t(list.count), milliseconds) }
    for (index, result) in list.enumerated() {
      let failed = Int32(result.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
      entries[index].isReadable = entries[index].reading && (failed || Int32(result.revents) & POLLIN != 0)
      entries[index].isWritable = entries[index].writing && (failed || Int32(result.revents) & POLLOUT != 0)
    }
    return count > 0
  }
}
