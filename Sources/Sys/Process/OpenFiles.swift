import Glibc

/// How many descriptors this process may hold open.
public enum OpenFiles {
  /// Raises the limit as far as the user may, so that many peers with many files each find room.
  public static func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
