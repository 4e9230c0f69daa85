import Glibc

/// What a crash leaves on the disk.
public enum CoreDump {
  /// Has nothing of this process's memory written there, where keys and pairing codes are (`setrlimit`).
  public static func forbid() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
