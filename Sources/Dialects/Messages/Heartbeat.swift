/// The sign of life of the messenger's clients: a text that nobody is meant to read.
public enum Heartbeat {
  /// Seconds from one to the next; the first comes so long after the connection.
  public static let interval = 3.0

  private static let start = "cheater connected..."

  /// The text at a time in seconds since 1970, as an original describes a date: `2016-12-01 08:00:00 +0000`.
  public static func text(at seconds: Double) -> String {
    let whole = Int64(seconds.rounded(.down))
    let day = whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400
    let time = whole - day * 86_400
    let date = civil(day)
    return start + "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2)) "
      + "\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2)) +0000"
  }

  /// Whether a text is one.
  public static func isOne(_ text: String) -> Bool {
    text.utf8.starts(with: start.utf8)
  }

  /// The Gregorian date of a day counted from 1970-01-01: the year begins in March, so that its last day is the leap day.
  private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
