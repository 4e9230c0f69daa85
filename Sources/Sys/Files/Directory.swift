import Glibc

/// An open directory: what is done in it is done there, wherever its path leads by then.
///
/// A name given to its methods is one component; anything else (`..`, a slash, a NUL, nothing) fails with EINVAL. No
/// method follows a symbolic link at the name itself unless it says so.
public struct Directory: ~Copyable, Sendable {
  /// The directory's own descriptor.
  public let descriptor: FileDescriptor

  /// Takes over a descriptor of a directory.
  public init(owning descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Opens a directory by its path; links on the way, and at the end, are followed (`open`).
  public init(path: String) throws(SystemError) {
    try checkPath("open", path)
    let number = try checked("open", path) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    descriptor = FileDescriptor(owning: number)
  }

  /// Opens a directory by its path, making it and what is missing above it (`mkdir -p`).
  ///
  /// - Parameter mode: the permission bits of what is made, less the umask.
  public init(makingPath path: String, mode: UInt32) throws(SystemError) {
    try checkPath("mkdir", path)
    var made = path.utf8.first == UInt8(ascii: "/") ? "" : "."
    for component in path.split(separator: "/", omittingEmptySubsequences: true) {
      made += "/" + component
      if Glibc.mkdir(made, mode) == -1 {
        let code = errno
        // EROFS and EACCES may be said of a directory that is already there; opening it tells.
        if code != EEXIST && code != EROFS && code != EACCES { throw failure("mkdir", made, code) }
      }
    }
    try self.init(path: path)
  }

  /// Another handle on the same directory.
  public func duplicate() throws(SystemError) -> Directory {
    Directory(owning: try descriptor.duplicate())
  }

  /// The absolute path the directory has now (`/proc/self/fd`).
  public func path() throws(SystemError) -> String { try descriptor.path() }

  /// Has the directory's names on disk (`fsync`).
  ///
  /// Blocks.
  public func sync() throws(SystemError) { try descriptor.sync() }
}

extension Directory {
  /// Opens a directory in this one; a link there is refused (ELOOP or ENOTDIR).
  public func openDirectory(_ name: String) throws(SystemError) -> Directory {
    try checkComponent("openat", name)
    let number = try checked("openat", name) {
      openat(descriptor.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    }
    return Directory(owning: FileDescriptor(owning: number))
  }

  /// Makes a directory in this one (`mkdirat`); EEXIST where the name is taken.
  public func makeDirectory(_ name: String, mode: UInt32) throws(SystemError) {
    try checkComponent("mkdirat", name)
    try checked("mkdirat", name) { mkdirat(descriptor.rawValue, name, mode) }
  }

  /// Opens a file for reading; a link is refused (ELOOP), and a FIFO does not make it wait.
  ///
  /// The caller looks at `status()`: only a regular file is read.
  public func openForReading(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
  }

  /// Opens a file that is there for reading and writing; a link is refused (ELOOP), and a FIFO does not make it wait.
  public func openForWriting(_ name: String) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDWR | O_NONBLOCK | O_NOCTTY)
  }

  /// Makes a file that was not there and opens it for reading and writing (`O_EXCL`); EEXIST where the name is taken.
  public func createFile(_ name: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDWR | O_CREAT | O_EXCL, mode)
  }

  /// Opens a file for reading and writing, making it where it is not there; a link is refused (ELOOP).
  public func openOrCreateFile(_ name: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
    try open(name, O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY, mode)
  }

  /// A file without a name in this directory (`O_TMPFILE`), gone when closed unless `link(_:as:)` gave it one.
  ///
  /// Some file systems cannot (`isUnsupported`, `isADirectory`).
  public func createNamelessFile(mode: UInt32) throws(SystemError) -> FileDescriptor {
    let number = try checked("openat") {
      openat(descriptor.rawValue, ".", LinuxConstants.temporaryFile | O_RDWR | O_CLOEXEC, mode)
    }
    return FileDescriptor(owning: number)
  }

  private func open(_ name: String, _ flags: Int32, _ mode: UInt32 = 0) throws(SystemError) -> FileDescriptor {
    try checkComponent("openat", name)
    let number = try checked("openat", name) {
      openat(descriptor.rawValue, name, flags | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    return FileDescriptor(owning: number)
  }
}
