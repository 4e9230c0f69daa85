/// A rate with room for a burst: one token each, which come back with time.
public struct BurstBucket: Sendable {
  private let rate: Double
  private let capacity: Double
  private var tokens: Double
  private var counted: Moment

  /// A full bucket: `capacity` tokens, `rate` of them a second.
  public init(rate: Double, capacity: Double, at now: Moment) {
    self.rate = rate
    self.capacity = capacity
    tokens = capacity
    counted = now
  }

  private mutating func count(at now: Moment) {
    tokens = min(capacity, tokens + (now - counted) * rate)
    counted = max(counted, now)
  }

  /// Whether all tokens are back.
  public mutating func isFull(at now: Moment) -> Bool {
    count(at: now)
    return tokens >= capacity
  }

  /// The moment from which there is a token: `now` where there is one.
  public mutating func available(at now: Moment) -> Moment {
    count(at: now)
    // A little more than the exact time, which rounding might put just before the token.
    return tokens >= 1 ? now : now + ((1 - tokens) / rate + 1e-6)
  }

  /// Takes one; there must be one.
  public mutating func take() { tokens -= 1 }

  /// Gives one back.
  public mutating func giveBack() { tokens = min(capacity, tokens + 1) }
}
