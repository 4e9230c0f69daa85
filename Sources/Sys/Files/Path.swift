import Glibc

/// Paths as text, and the few questions that are asked by path.
public enum Path {
  /// The directory part (`.` where there is none) and the last component.
  public static func split(_ path: String) -> (parent: String, name: String) {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[bytes.index(after: slash)...])
    return (slash == bytes.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// The path with every link and `..` resolved (`realpath`).
  public static func resolve(_ path: String) throws(SystemError) -> String {
    try checkPath("realpath", path)
    guard let resolved = Glibc.realpath(path, nil) else { throw failure("realpath", path, errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The path made absolute, from the working directory; links and `..` stay as they are.
  public static func absolute(_ path: String) throws(SystemError) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard let current = getcwd(nil, 0) else { throw failure("getcwd", "", errno) }
    defer { free(current) }
    let directory = String(cString: current)
    return directory == "/" ? "/" + path : directory + "/" + path
  }

  /// What stands at a path, links followed unless told not to (`stat`, `lstat`); nil where nothing does.
  public static func status(_ path: String, followLink: Bool = true) throws(SystemError) -> FileStatus? {
    try checkPath("stat", path)
    var status = stat()
    do {
      try checked("stat", path) { fstatat(AT_FDCWD, path, &status, followLink ? 0 : AT_SYMLINK_NOFOLLOW) }
    } catch  where error.isNotFound {
      return nil
    }
    return FileStatus(status)
  }
}
