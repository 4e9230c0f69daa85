import Glibc

/// A name in a directory.
public struct DirectoryEntry: Sendable, Hashable {
  /// The name; bytes that are not UTF-8 come as U+FFFD, and `isValidName` is false.
  public var name: String
  /// Whether `name` is the very bytes on disk.
  public var isValidName: Bool
  /// What it is, where the file system tells without being asked (`d_type`); a link is a link.
  public var kind: FileStatus.Kind?
}

extension Directory {
  /// The directory's names, in no order, without `.` and `..` (`readdir`).
  ///
  /// Blocks.
  public func entries() throws(SystemError) -> [DirectoryEntry] {
    var entries: [DirectoryEntry] = []
    try forEachEntry { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  /// Tells `body` each name, in no order, without `.` and `..`, until it returns false (`readdir`).
  ///
  /// Blocks.
  public func forEachEntry(_ body: (DirectoryEntry) -> Bool) throws(SystemError) {
    // A descriptor of its own: readdir's position belongs to the open file, and closedir closes it.
    let number = try checked("openat") { openat(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard let stream = fdopendir(number) else {
      let code = errno
      _ = Glibc.close(number)
      throw failure("fdopendir", "", code)
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw failure("readdir", "", errno) }
        return
      }
      let (name, valid) = Self.name(of: entry)
      if name == "." || name == ".." { continue }
      if !body(DirectoryEntry(name: name, isValidName: valid, kind: Self.kind(of: entry.pointee.d_type))) { return }
    }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> (String, Bool) {
    withUnsafePointer(to: &entry.pointee.d_name) { field in
      let text = UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self)
      if let name = String(validatingCString: text) { return (name, true) }
      return (String(cString: text), false)
    }
  }

  private static func kind(of type: UInt8) -> FileStatus.Kind? {
    switch Int(type) {
    case Int(DT_REG): .regular
    case Int(DT_DIR): .directory
    case Int(DT_LNK): .link
    case Int(DT_FIFO): .fifo
    case Int(DT_SOCK): .socket
    case Int(DT_BLK): .blockDevice
    case Int(DT_CHR): .characterDevice
    default: nil
    }
  }
}
