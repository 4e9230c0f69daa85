import Glibc

/// Programs on this machine.
public enum Program {
  /// The path of a program of that name in `$PATH`; nil where there is none.
  ///
  /// A name with a slash is a path already.
  public static func find(_ name: String) -> String? {
    if name.isEmpty || name.utf8.contains(0) { return nil }
    if name.utf8.contains(UInt8(ascii: "/")) { return isRunnable(name) ? name : nil }
    let path = Environment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
    for directory in path.split(separator: ":") {
      let candidate = "\(directory)/\(name)"
      if isRunnable(candidate) { return candidate }
    }
    return nil
  }

  private static func isRunnable(_ path: String) -> Bool {
    guard let status = try? Path.status(path), status.kind == .regular else { return false }
    return access(path, X_OK) == 0
  }
}

/// What a child's standard input, output or error is.
public enum ChildStream: Sendable, Hashable {
  /// The same as this process's own.
  case inherited
  /// Nothing (`/dev/null`).
  case nothing
  /// A descriptor that stays open until the child has started.
  case descriptor(UnownedDescriptor)
}

/// How a child ended.
public enum ChildEnd: Sendable, Hashable {
  /// By itself, with a status.
  case exited(Int32)
  /// By a signal.
  case signalled(Int32)
}
