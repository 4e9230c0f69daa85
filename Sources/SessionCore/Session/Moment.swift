/// A point of monotonic time, as whoever drives a machine read it: nanoseconds since an arbitrary start.
public struct Moment: Sendable, Hashable, Comparable {
  /// Nanoseconds.
  public var nanoseconds: UInt64

  /// A moment of `nanoseconds`.
  public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Whether the left one comes first.
  public static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The moment `seconds` later.
  public static func + (moment: Moment, seconds: Double) -> Moment {
    Moment(nanoseconds: moment.nanoseconds + UInt64(max(0, seconds) * 1e9))
  }

  /// The seconds from `earlier` to `later`; 0 where they stand the other way round.
  public static func - (later: Moment, earlier: Moment) -> Double {
    later > earlier ? Double(later.nanoseconds - earlier.nanoseconds) / 1e9 : 0
  }
}
