/// How long to wait before the next attempt to come back: 0.5 s doubling to 30 s, each spread by a quarter.
public struct Backoff: Sendable {
  /// The attempts made since the last success.
  public private(set) var attempts = 0

  /// The first delay, in seconds.
  public static let first = 0.5
  /// The longest delay, in seconds, before it is spread.
  public static let longest = 30.0

  /// No attempt made yet.
  public init() {}

  /// The seconds to wait before the next attempt; `random` is from 0 up to 1.
  public mutating func next(random: Double) -> Double {
    let doublings = Double(min(attempts, 16))
    attempts += 1
    var delay = Self.first
    for _ in 0..<Int(doublings) where delay < Self.longest { delay *= 2 }
    return min(delay, Self.longest) * (0.75 + 0.5 * random)
  }

  /// An attempt has succeeded.
  public mutating func reset() {
    attempts = 0
  }
}
