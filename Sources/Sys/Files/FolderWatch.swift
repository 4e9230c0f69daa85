import Glibc

/// Tells the names in a folder under which files were written, made, moved or removed (`inotify`).
public struct FolderWatch: ~Copyable, Sendable {
  /// Readable where something has happened; never blocks.
  public let descriptor: FileDescriptor

  /// What happens in the folder at `path`, which need not hold anything, from now on.
  public init(path: String) throws(SystemError) {
    try checkPath("inotify_add_watch", path)
    let number = try checked("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }
    let descriptor = FileDescriptor(owning: number)
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR)
    try checked("inotify_add_watch", path) { inotify_add_watch(number, path, events) }
    self.descriptor = descriptor
  }

  /// The names under which something has happened since the last call; nil where so much has that some were dropped.
  public borrowing func take() throws(SystemError) -> Set<String>? {
    var names: Set<String> = []
    var dropped = false
    // At least one event with the longest name (inotify(7)).
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 8)
    defer { buffer.deallocate() }
    let header = MemoryLayout<inotify_event>.size
    while let count = try descriptor.read(into: buffer), count > 0 {
      var offset = 0
      while offset + header <= count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { dropped = true }
        let name = buffer[(offset + header)..<min(count, offset + header + Int(event.len))].prefix { $0 != 0 }
        if !name.isEmpty { names.insert(String(decoding: name, as: UTF8.self)) }
        offset += header + Int(event.len)
      }
    }
    return dropped ? nil : names
  }
}
