/// The files that something is written to before it gets its name.
///
/// Who writes one holds its lock (`flock`) until it has that: one that nobody has locked was left behind by a crash. They are made
/// and locked by `Directory.createTemporaryFile(_:)`.
public enum TemporaryFile {
  private static let prefix = ".socketplay-"
  private static let suffix = ".tmp"
  /// Seconds that one stays in any case: far more than it takes from making one to locking it.
  static let minimumAge: Int64 = 60
  /// Names of a directory that are looked at, which takes a few hundredths of a second: others may put files into it.
  static let maximumNames = 1 << 16

  /// A name for one that nobody else has.
  public static func name() -> String { prefix + Random.hexadecimal(bytes: 8) + suffix }

  private static func isOne(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(suffix) && name.utf8.count == prefix.utf8.count + 16 + suffix.utf8.count
  }

  /// Removes those of a directory that crashes have left, at `now` in nanoseconds since 1970.
  ///
  /// Never one that somebody writes. What cannot be removed stays, and so may some of a directory of very many names.
  public static func removeLeftovers(in directory: borrowing Directory, now: Int64 = nowNanoseconds) {
    removeLeftovers(in: directory, now: now, ofNames: maximumNames)
  }

  static func removeLeftovers(in directory: borrowing Directory, now: Int64, ofNames count: Int) {
    var names: [String] = []
    var left = count
    try? directory.forEachEntry { entry in
      if isOne(entry.name), entry.kind == .regular || entry.kind == nil { names.append(entry.name) }
      left -= 1
      return left > 0
    }
    for name in names {
      guard let status = try? directory.status(name), status.kind == .regular,
        isOld(status, now: now), let file = try? directory.openForReading(name),
        (try? file.tryLock()) == true
      else { continue }
      try? directory.unlink(name)
    }
  }

  /// Whether a file was last written so long ago that whoever still works on it has locked it.
  public static func isOld(_ status: FileStatus, now: Int64 = nowNanoseconds) -> Bool {
    now - status.modified > minimumAge * 1_000_000_000
  }

  /// Now, in nanoseconds since 1970.
  public static var nowNanoseconds: Int64 { Int64(Time.secondsSince1970() * 1e9) }
}

extension Directory {
  /// Makes a temporary file under a name of `TemporaryFile.name()` and locks it, for its owner alone.
  public func createTemporaryFile(_ name: String) throws(SystemError) -> FileDescriptor {
    let file = try createFile(name, mode: 0o600)
    do throws(SystemError) {
      try file.lock(within: 0)
    } catch {
      try? unlink(name)
      throw error
    }
    return file
  }
}
