import SessionCore

/// What the gate remembers of a source.
struct SourceRecord: Sendable {
  var bucket: BurstBucket
  /// Its callers that wait for their turn, the first first.
  var held: [CallerID] = []
  /// Its callers that are looked at, the first first.
  var active: [CallerID] = []
  /// Failures in a row.
  private var failures = 0
  private var lastFailure: Moment?
  private var delayedUntil: Moment?
  /// When one of its callers was last looked at.
  var lastServed: Moment?
  /// Whether one of its callers was ever admitted.
  private var hasSucceeded = false

  init(at now: Moment) {
    bucket = BurstBucket(rate: Gate.Limit.rateOfSource.rate, capacity: Gate.Limit.rateOfSource.burst, at: now)
  }

  /// Whether none of its callers has failed lately.
  func isClean(at now: Moment) -> Bool { lastFailure.map { now - $0 > Gate.Limit.memory } ?? true }

  /// Its place in the order: who was admitted before goes first, who has failed lately goes last.
  func rank(at now: Moment) -> Int { !isClean(at: now) ? 2 : hasSucceeded ? 0 : 1 }

  /// Whether forgetting it changes nothing but its place in the order.
  mutating func isForgettable(at now: Moment) -> Bool {
    held.isEmpty && active.isEmpty && isClean(at: now) && bucket.isFull(at: now)
  }

  /// The moment from which its next caller may be looked at, as far as its own doings go.
  mutating func available(at now: Moment) -> Moment {
    max(bucket.available(at: now), delayedUntil ?? now)
  }

  /// One of its callers has failed: the next one waits, twice as long as after the failure before.
  mutating func fail(at now: Moment) {
    if isClean(at: now) { failures = 0 }
    let delay = Gate.Limit.delay
    delayedUntil = now + min(delay.lowerBound * Double(1 << min(failures, 6)), delay.upperBound)
    failures += 1
    lastFailure = now
  }

  /// One of its callers was admitted: all is forgiven.
  mutating func succeed() {
    bucket.giveBack()
    hasSucceeded = true
    failures = 0
    lastFailure = nil
    delayedUntil = nil
  }
}
