import SessionCore

/// Bytes a second over the last seconds: an average that halves the weight of the past each second.
struct RateMeter {
  private(set) var rate = 0.0
  private var lastMoment: Moment
  private var lastBytes: Int64
  private var isFirst = true

  /// `bytes` were there before.
  init(now: Moment, bytes: Int64 = 0) {
    lastMoment = now
    lastBytes = bytes
  }

  /// `bytes` in all have passed at `now`.
  mutating func update(_ bytes: Int64, at now: Moment) {
    let seconds = now - lastMoment
    guard seconds > 0.05 else { return }
    let measured = Double(bytes - lastBytes) / seconds
    if isFirst {
      rate = measured
    } else {
      var weight = 1.0
      var rest = seconds
      while rest >= 1, weight > 0.001 {
        weight /= 2
        rest -= 1
      }
      weight *= 1 - rest / 2
      rate = rate * weight + measured * (1 - weight)
    }
    isFirst = false
    lastMoment = now
    lastBytes = bytes
  }
}
