/// How long one event may wait, in place, until more of a file comes or goes.
///
/// That is so likely within a few milliseconds that waiting for it beats the three wakings of a way through the event loop. What
/// else is to be done on the queue waits as long: 5 ms after its first wait an event has no patience left, however little came.
struct Patience {
  /// Nanoseconds from the first wait of an event to the end of its last.
  private static let limit: UInt64 = 5_000_000

  private var deadline: UInt64?

  /// Milliseconds that it may wait now; 0 where it may not any more.
  ///
  /// - Parameter now: nanoseconds of a clock that is never set back.
  mutating func milliseconds(at now: UInt64) -> Int32 {
    let end = deadline ?? now + Self.limit
    deadline = end
    return now < end ? Int32(clamping: (end - now + 999_999) / 1_000_000) : 0
  }
}
