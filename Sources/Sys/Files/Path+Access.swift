import Glibc

extension Path {
  /// Whether this process may write what stands there (`access`): for a hint only, what counts is trying.
  public static func isWritable(_ path: String) -> Bool {
    access(path, W_OK) == 0
  }
}
