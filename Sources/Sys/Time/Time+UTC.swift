import Glibc

extension Time {
  /// Seconds since 1970 as a date and time of UTC, to the second: `2026-11-30T11:44:54Z` (`gmtime_r`).
  public static func utc(_ secondsSince1970: Double) -> String {
    var seconds = time_t(max(0, min(secondsSince1970, 253_402_300_799)))
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "1970-01-01T00:00:00Z" }
    func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    return "\(date)T\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))Z"
  }
}
