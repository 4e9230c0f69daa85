import Glibc

/// The kernel's clocks.
public enum Time {
  /// Nanoseconds since some point in the past, never set back; stands still while the machine sleeps.
  public static func monotonicNanoseconds() -> UInt64 {
    let time = read(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Nanoseconds since the machine was started, never set back; goes on while it sleeps (`CLOCK_BOOTTIME`).
  public static func sinceBootNanoseconds() -> UInt64 {
    let time = read(CLOCK_BOOTTIME)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Seconds since some point in the past, never set back.
  public static func monotonic() -> Double {
    Double(monotonicNanoseconds()) / 1e9
  }

  /// Seconds since 1970, UTC, with their fraction.
  public static func secondsSince1970() -> Double {
    let time = read(CLOCK_REALTIME)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    precondition(clock_gettime(clock, &time) == 0, "clock_gettime failed")
    return time
  }
}
