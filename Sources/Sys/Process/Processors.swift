import Glibc

/// The machine's processors.
public enum Processors {
  /// How many this process might run on when that was first asked (`sched_getaffinity`); 1 where the system does not say.
  public static let count: Int = {
    // One bit for each; the kernel refuses a set that is smaller than its own.
    var set = [UInt64](repeating: 0, count: 128)
    guard let call = LinuxCalls.schedGetaffinity, call(0, 8 * set.count, &set) == 0 else { return 1 }
    return set.reduce(0) { $0 + $1.nonzeroBitCount }
  }()
}
