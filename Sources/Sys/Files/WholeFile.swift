import Glibc

/// Files that are read or replaced as a whole, by path.
///
/// All of it blocks.
public enum WholeFile {
  /// The bytes of a regular file (links are followed); EFBIG above `maximumSize`, EISDIR or EINVAL for what is no file.
  public static func read(_ path: String, maximumSize: Int) throws(SystemError) -> [UInt8] {
    let file = try openForReading(path)
    return try read(file, subject: path, maximumSize: maximumSize)
  }

  /// The bytes of a regular file of an open directory; a link is refused (ELOOP).
  public static func read(
    _ name: String, in directory: borrowing Directory, maximumSize: Int
  ) throws(SystemError) -> [UInt8] {
    let file = try directory.openForReading(name)
    return try read(file, subject: name, maximumSize: maximumSize)
  }

  /// Opens a file by its path for reading (`open`); links are followed, and a FIFO does not make it wait.
  public static func openForReading(_ path: String) throws(SystemError) -> FileDescriptor {
    try checkPath("open", path)
    return FileDescriptor(
      owning: try checked("open", path) { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) })
  }

  /// Puts a whole new file in place of one, or where none was, in one step: a temporary file, synced, then renamed.
  ///
  /// - Parameter mode: the permission bits, exactly.
  public static func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(SystemError) {
    let (parent, name) = Path.split(path)
    let directory = try Directory(path: parent)
    try replace(name, in: directory, with: bytes, mode: mode)
  }

  /// Puts a whole new file under a name of an open directory, in one step: a temporary file, synced, then renamed.
  ///
  /// A link of that name is itself replaced; what it points at is not touched.
  public static func replace(
    _ name: String, in directory: borrowing Directory, with bytes: [UInt8], mode: UInt32
  ) throws(SystemError) {
    try checkComponent("renameat", name)
    let temporary = TemporaryFile.name()
    let file = try directory.createTemporaryFile(temporary)
    do throws(SystemError) {
      try file.writeAll(bytes)
      try file.setMode(mode)
      try file.sync()
      try directory.rename(temporary, to: name)
    } catch {
      try? directory.unlink(temporary)
      throw error.about(name)
    }
    try directory.sync()
  }

  /// The bytes of an open regular file, from its start; EFBIG above `maximumSize`, EISDIR or EINVAL for what is no file.
  public static func read(
    _ file: borrowing FileDescriptor, subject: String, maximumSize: Int
  ) throws(SystemError) -> [UInt8] {
    let status = try file.status()
    switch status.kind {
    case .regular: break
    case .directory: throw SystemError(call: "read", subject: subject, code: EISDIR)
    default: throw SystemError(call: "read", subject: subject, code: EINVAL)
    }
    guard status.size <= maximumSize else { throw SystemError(call: "read", subject: subject, code: EFBIG) }
    // One byte more than it has: a file that grows meanwhile is noticed, and /proc's files of size 0 are read too.
    var bytes: [UInt8] = []
    var capacity = Int(status.size) + 1
    while true {
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: capacity))
      var span = bytes.mutableSpan
      let count = try span.withUnsafeMutableBytes { (buffer) throws(SystemError) in
        try file.readAll(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]), at: Int64(start))
      }
      bytes.removeLast(capacity - count)
      if bytes.count > maximumSize { throw SystemError(call: "read", subject: subject, code: EFBIG) }
      if count < capacity { return bytes }
      capacity = min(64 * 1024, maximumSize - bytes.count + 1)
    }
  }
}
