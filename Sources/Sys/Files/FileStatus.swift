import Glibc

/// What a file is, as `fstat` tells.
public struct FileStatus: Sendable, Hashable {
  /// The kinds of file.
  public enum Kind: Sendable, Hashable { case regular, directory, link, fifo, socket, blockDevice, characterDevice }

  /// What kind of file it is.
  public var kind: Kind
  /// Its size in bytes.
  public var size: Int64
  /// When its bytes last changed, in nanoseconds since 1970.
  public var modified: Int64
  /// When its bytes, its mode or its names last changed, in nanoseconds since 1970; nobody can set it.
  public var changed: Int64
  /// The permission bits, set-user-id and the like included, the kind not.
  public var mode: UInt32
  /// The file system it is on.
  public var device: UInt64
  /// Its number there.
  public var inode: UInt64
  /// How many names it has.
  public var links: UInt64
  /// Who owns it.
  public var owner: UInt32

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    case S_IFIFO: kind = .fifo
    case S_IFSOCK: kind = .socket
    case S_IFBLK: kind = .blockDevice
    case S_IFCHR: kind = .characterDevice
    default: kind = .regular
    }
    size = Int64(status.st_size)
    modified = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
    mode = status.st_mode & 0o7777
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    links = UInt64(status.st_nlink)
    owner = status.st_uid
  }

  /// Whether both are of one file, under whatever names.
  public func isSameFile(as other: FileStatus) -> Bool { inode == other.inode && device == other.device }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension Descriptor where Self: ~Copyable {
  /// What the open file is (`fstat`).
  public func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try checked("fstat") { fstat(rawValue, &status) }
    return FileStatus(status)
  }

  /// Bytes that may still be written to its file system by this user (`fstatvfs`).
  public func availableSpace() throws(SystemError) -> Int64 {
    var status = statvfs()
    try checked("fstatvfs") { fstatvfs(rawValue, &status) }
    let (bytes, over) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return over ? .max : Int64(clamping: bytes)
  }

  /// The path the open file has now (`/proc/self/fd`); ends in ` (deleted)` where it has none.
  public func path() throws(SystemError) -> String {
    try readLink("/proc/self/fd/\(rawValue)")
  }
}

extension Descriptor where Self: ~Copyable {
  /// Has everything written to the file, its size and times included, on disk (`fsync`).
  ///
  /// Blocks.
  public func sync() throws(SystemError) {
    try checked("fsync") { fsync(rawValue) }
  }

  /// Has everything written to the file's file system on disk (`syncfs`).
  ///
  /// Blocks.
  public func syncFileSystem() throws(SystemError) {
    guard let syncfs = LinuxCalls.syncfs else { return Glibc.sync() }
    try checked("syncfs") { syncfs(rawValue) }
  }

  /// Cuts or extends the file to a size (`ftruncate`).
  public func setSize(_ size: Int64) throws(SystemError) {
    try checked("ftruncate") { ftruncate(rawValue, off_t(size)) }
  }

  /// Sets the permission bits (`fchmod`), whatever the umask is.
  public func setMode(_ mode: UInt32) throws(SystemError) {
    try checked("fchmod") { fchmod(rawValue, mode) }
  }

  /// Sets when the file's bytes last changed, in nanoseconds since 1970 (`futimens`).
  public func setModified(_ nanoseconds: Int64) throws(SystemError) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let time =
      rest < 0
      ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
      : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    var times = (time, time)
    try checked("futimens") {
      withUnsafeBytes(of: &times) { futimens(rawValue, $0.assumingMemoryBound(to: timespec.self).baseAddress) }
    }
  }

  /// Tells the kernel that the file will be read once, from start to end (`posix_fadvise`).
  ///
  /// A hint: never fails.
  public func adviseSequential() {
    _ = posix_fadvise(rawValue, 0, 0, POSIX_FADV_SEQUENTIAL)
  }
}

/// What a symbolic link says (`readlink`).
func readLink(_ path: String) throws(SystemError) -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = try checked("readlink", path) { Glibc.readlink(path, &buffer, buffer.count) }
  return String(decoding: buffer[..<count].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
