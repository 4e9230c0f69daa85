/// Holds a stream of bytes to a rate: bytes may go while the bucket is not in debt, and what goes is paid back in time.
///
/// A piece that is larger than what the bucket holds is let through whole and waited for afterwards, so that the average
/// is right whatever the pieces are.
public struct TokenBucket: Sendable {
  /// What an idle stream may save up, in seconds of its rate: as much as a timer may be late by on a busy machine.
  public static let burst = 0.1

  /// Bytes a second, at least 1.
  public let rate: Double
  private var tokens = 0.0
  private var filledAt: Moment?

  /// A bucket that is neither full nor in debt.
  public init(rate: Int64) {
    self.rate = Double(max(1, rate))
  }

  /// Takes in the time that has passed; whether bytes may go now.
  public mutating func isOpen(at now: Moment) -> Bool {
    if let filledAt { tokens = min(tokens + (now - filledAt) * rate, rate * Self.burst) }
    filledAt = now
    return tokens >= 0
  }

  /// When the debt is paid; nil where there is none, or no time has been told yet.
  public var opensAt: Moment? {
    guard tokens < 0, let filledAt else { return nil }
    // A year is as good as never, and no clock overflows on it.
    return filledAt + min(-tokens / rate, 31_536_000)
  }

  /// `count` bytes went.
  public mutating func take(_ count: Int) {
    tokens -= Double(count)
  }
}
