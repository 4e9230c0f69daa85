/// How much of what a peer does wrong its user is shown: a burst, then one report a second; the others are counted.
///
/// A peer may ask for what it may not have as often as it likes.
public struct ReportLimit: Sendable {
  /// Reports that are shown at once: more than somebody makes by hand.
  public static let burst = 16

  private var bucket: BurstBucket?
  /// Reports that were not shown since the last that was.
  public private(set) var untold = 0

  /// A limit that nothing was shown of.
  public init() {}

  /// Whether something that happens `now` is to be shown; else it is counted.
  public mutating func admits(at now: Moment) -> Bool {
    var bucket = self.bucket ?? BurstBucket(rate: 1, capacity: Double(Self.burst), at: now)
    let isAdmitted = bucket.available(at: now) <= now
    if isAdmitted { bucket.take() } else { untold += 1 }
    self.bucket = bucket
    return isAdmitted
  }

  /// How many were not shown, which are told now; nil for none.
  public mutating func takeUntold() -> Int? {
    defer { untold = 0 }
    return untold == 0 ? nil : untold
  }
}
