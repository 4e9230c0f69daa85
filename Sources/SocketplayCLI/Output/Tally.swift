import SessionCore

/// What an errand has sent, for the one line at its end.
struct Tally {
  private var files = 0
  private var failed = 0
  private var bytes: Int64 = 0
  /// Bytes that were at the other end before.
  private var there: Int64 = 0
  private var began: Double?
  private var ended = 0.0

  /// Takes in an event, at a time in seconds.
  mutating func add(_ event: Event, at now: Double) {
    switch event {
    case .fileBegin(let begin) where begin.direction == .sending:
      began = began ?? now
    case .file(let end) where end.direction == .sending:
      began = began ?? now - max(0, end.seconds)
      ended = now
      if end.stored == false || end.failure != nil {
        failed += 1
      } else {
        files += 1
        bytes += end.bytes
        there += end.resumedAt
      }
    default: break
    }
  }

  /// `3 files, 12.6 MB in 0.90 s, 14.0 MB/s`; nil where there were fewer than `minimum`.
  func line(minimum: Int) -> String? {
    guard files + failed >= minimum, let began else { return nil }
    let seconds = max(0, ended - began)
    let moved = bytes - there
    let share = there > 0 ? ", \(Units.bytes(moved)) of it" : ""
    var parts = ["\(Units.count(files, "file")), \(Units.bytes(bytes))\(share) in \(Units.seconds(seconds))"]
    if seconds > 0, moved > 0 { parts.append(Units.rate(Double(moved) / seconds)) }
    if failed > 0 { parts.append("\(failed) failed") }
    return parts.joined(separator: ", ")
  }
}
