/// Numbers as people read them.
enum Units {
  /// `999 B`, `4.2 MB`: powers of 1000.
  static func bytes(_ count: Int64) -> String {
    guard count >= 1000 else { return "\(max(0, count)) B" }
    var value = Double(count)
    for unit in ["kB", "MB", "GB", "TB", "PB"] {
      value /= 1000
      if value < 999.95 { return "\(decimal(value, 1)) \(unit)" }
    }
    return "\(decimal(value / 1000, 1)) EB"
  }

  /// `4.2 MB/s`.
  static func rate(_ bytesPerSecond: Double) -> String {
    bytes(Int64(clamping: bytesPerSecond)) + "/s"
  }

  /// `0.31 s`, `12.3 s`, `1:05`, `1:02:03`.
  static func seconds(_ seconds: Double) -> String {
    let seconds = seconds.isFinite ? max(0, seconds) : 0
    if seconds < 10 { return decimal(seconds, 2) + " s" }
    if seconds < 60 { return decimal(seconds, 1) + " s" }
    return clock(seconds)
  }

  /// `0:07`, `1:05`, `1:02:03`.
  static func clock(_ seconds: Double) -> String {
    let whole = Int64(clamping: seconds)
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }

  /// `1 key`, `3 keys`.
  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// A number that is not negative with so many digits after the point.
  static func decimal(_ value: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(Int64(1)) { scale, _ in scale * 10 }
    let scaled = Int64(clamping: value * Double(scale) + 0.5)
    let rest = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - rest.utf8.count) + rest
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int64 {
  /// The whole part of `value`: 0 for what is negative or no number, the largest for what is too large.
  fileprivate init(clamping value: Double) {
    self = value > 0 ? (value < 9e18 ? Int64(value) : .max) : 0
  }
}
