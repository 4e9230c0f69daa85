/// How much of what a peer does wrong its user is shown: a burst, then one report a second; the others are counted.
///
/// A peer may ask for what it may not have as often as it likes.
public struct ReportLimit: Sendable {
  /// Reports that are shown at once: more than somebody makes by hand.
  public static let burst = 16

  private var left = burst
  private var filledAt: Moment?
  /// Reports that were not shown since the last that was.
  public private(set) var untold = 0

  /// A limit that nothing was shown of.
  public init() {}

  /// Whether something that happens `now` is to be shown; else it is counted.
  public mutating func admits(at now: Moment) -> Bool {
    let since = now - (filledAt ?? now)
    if filledAt == nil || since >= 1 {
      left = min(Self.burst, left + Int(min(since, Double(Self.burst))))
      filledAt = now
    }
    guard left > 0 else {
      untold += 1
      return false
    }
    left -= 1
    return true
  }

  /// How many were not shown, which are told now; nil for none.
  public mutating func takeUntold() -> Int? {
    defer { untold = 0 }
    return untold == 0 ? nil : untold
  }
}
