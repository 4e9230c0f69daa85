import Glibc

/// Tells the names in a folder under which files were written, made, moved or removed, and that the folder itself was (`inotify`).
public struct FolderWatch: ~Copyable, Sendable {
  /// Readable where something has happened; never blocks.
  public let descriptor: FileDescriptor

  /// What happens in the folder at `path`, which need not hold anything, from now on.
  public init(path: String) throws(SystemError) {
    try checkPath("inotify_add_watch", path)
    let number = try checked("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }
    let descriptor = FileDescriptor(owning: number)
    let events = UInt32(
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    try checked("inotify_add_watch", path) { inotify_add_watch(number, path, events) }
    self.descriptor = descriptor
  }

  /// What has happened since the last call.
  public struct News: Sendable, Hashable {
    /// The names under which something has; nil where so much has that some were dropped.
    public var names: Set<String>?
    /// Whether the folder was moved or removed, or its file system unmounted: nothing is told of its path any more.
    public var isOver: Bool

    /// News of these names.
    public init(names: Set<String>?, isOver: Bool) {
      self.names = names
      self.isOver = isOver
    }
  }

  /// Takes what has happened since the last call.
  public borrowing func take() throws(SystemError) -> News {
    var names: Set<String> = []
    var (dropped, isOver) = (false, false)
    let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
    // At least one event with the longest name (inotify(7)).
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
    defer { buffer.deallocate() }
    let header = MemoryLayout<inotify_event>.size
    while let count = try descriptor.read(into: buffer), count > 0 {
      var offset = 0
      while offset + header <= count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { dropped = true }
        if event.mask & ends != 0 { isOver = true }
        let name = buffer[(offset + header)..<min(count, offset + header + Int(event.len))].prefix { $0 != 0 }
        if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
        offset += header + Int(event.len)
      }
    }
    return News(names: dropped ? nil : names, isOver: isOver)
  }
}
