import Glibc

/// The calls that the C library hides behind `_GNU_SOURCE`, which Swift's importer does not define: looked up by name.
///
/// Each is nil where the C library lacks it; the callers fall back to what POSIX offers.
enum LinuxCalls {
  typealias Accept4 =
    @convention(c) (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?, Int32) -> Int32
  typealias RenameAt2 =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32
  typealias SyncFileSystem = @convention(c) (Int32) -> Int32
  typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
  typealias MemfdCreate = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
  typealias SchedGetaffinity = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
  typealias Pipe2 = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32

  static let accept4 = look("accept4", as: Accept4.self)
  static let renameat2 = look("renameat2", as: RenameAt2.self)
  static let syncfs = look("syncfs", as: SyncFileSystem.self)
  static let mallopt = look("mallopt", as: Mallopt.self)
  static let memfdCreate = look("memfd_create", as: MemfdCreate.self)
  static let schedGetaffinity = look("sched_getaffinity", as: SchedGetaffinity.self)
  static let pipe2 = look("pipe2", as: Pipe2.self)

  /// The function of that name; `type` must be its C type.
  private static func look<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let symbol = dlsym(nil, name) else { return nil }
    return unsafeBitCast(symbol, to: type)
  }
}

/// The constants that stand behind the same door, from the kernel's headers (equal on every architecture).
enum LinuxConstants {
  /// `O_TMPFILE` (`asm-generic/fcntl.h`).
  static let temporaryFile: Int32 = 0o20_000_000 | O_DIRECTORY
  /// `MFD_CLOEXEC` (`linux/memfd.h`).
  static let memoryFileCloseOnExec: UInt32 = 1
  /// `RENAME_NOREPLACE` (`linux/fs.h`).
  static let renameNoReplace: UInt32 = 1
}
