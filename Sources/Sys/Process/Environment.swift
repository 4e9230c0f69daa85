import Glibc

/// The process's surroundings: environment, user, machine.
public enum Environment {
  /// A variable (`getenv`); nil where it is not set or empty.
  public static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Whether a variable is set to bytes that are not UTF-8, which `variable` gives with U+FFFD for them.
  public static func isMangled(_ name: String) -> Bool {
    getenv(name).map { String(validatingCString: $0) == nil } ?? false
  }

  /// The user the process acts as (`geteuid`).
  public static var user: UInt32 { geteuid() }

  /// The process's number (`getpid`).
  public static var process: Int32 { getpid() }

  /// The machine's name, up to its first dot (`gethostname`); `localhost` where it has none.
  public static var hostName: String {
    let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0 else { return "" }
      return String(cString: start)
    }
    let first = name.prefix { $0 != "." }
    return first.isEmpty ? "localhost" : String(first)
  }

  /// The user's home directory: `$HOME`, else what the user database says (`getpwuid_r`); nil where neither does.
  public static var homeDirectory: String? {
    if let home = variable("HOME") { return home }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 * 1024) { buffer in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = buffer.baseAddress,
        getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0, found != nil,
        let directory = entry.pw_dir, directory.pointee != 0
      else { return nil }
      return String(cString: directory)
    }
  }
}

/// Leaves at once with an exit status (`_exit`): nothing deferred runs, no buffer is written out.
///
/// A terminal that was taken (`FullScreen`) is given back.
public func leave(_ status: Int32) -> Never {
  FullScreenState.giveBack()
  _exit(status)
}
