/// A second of the proleptic Gregorian calendar in UTC, from year 0 to 9999, as the `<date>` of a property list has it.
struct CivilTime: Equatable {
  /// Seconds since 2001-01-01T00:00:00Z.
  let seconds: Int64

  /// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
  static let range: ClosedRange<Int64> = -63_145_526_400...252_423_993_599

  /// The second in which `time`, in seconds since 2001-01-01T00:00:00Z, lies; nil beyond the range.
  init?(_ time: Double) {
    guard time >= Double(Self.range.lowerBound), time < Double(Self.range.upperBound + 1) else { return nil }
    let whole = Int64(time)
    seconds = Double(whole) > time ? whole - 1 : whole
  }

  /// The second that `2024-01-02T03:04:05Z` names; nil for any other form and for a day that no month has.
  init?(propertyListText text: [UInt8]) {
    let text = Array(text.trimmed)
    let form = Array("dddd-dd-ddTdd:dd:ddZ".utf8)
    guard text.count == form.count else { return nil }
    var fields: [Int] = []
    var field: Int?
    for (byte, expected) in zip(text, form) {
      if expected == UInt8(ascii: "d") {
        guard let digit = byte.decimalDigit else { return nil }
        field = (field ?? 0) * 10 + Int(digit)
      } else {
        guard byte == expected, let value = field else { return nil }
        fields.append(value)
        field = nil
      }
    }
    let (year, month, day) = (fields[0], fields[1], fields[2])
    let (hour, minute, second) = (fields[3], fields[4], fields[5])
    guard (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year) else { return nil }
    guard hour < 24, minute < 60, second < 60 else { return nil }
    let days = Self.daysToNewYear(year) + Self.daysToMonth(month, of: year) + day - 1
    seconds = Int64(days - Self.daysToNewYear(2001)) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
  }

  /// `2024-01-02T03:04:05Z`.
  var propertyListText: String {
    let (day, second) = (seconds - Self.range.lowerBound).quotientAndRemainder(dividingBy: 86_400)
    var rest = Int(day)
    // A first guess is at most a year too late: 400 years are 146,097 days.
    var year = (rest * 400 + 399) / 146_097
    while Self.daysToNewYear(year) > rest { year -= 1 }
    rest -= Self.daysToNewYear(year)
    var month = 12
    while Self.daysToMonth(month, of: year) > rest { month -= 1 }
    rest -= Self.daysToMonth(month, of: year)
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let clock = [Int(second) / 3_600, Int(second) / 60 % 60, Int(second) % 60].map { padded($0, 2) }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(rest + 1, 2))T\(clock[0]):\(clock[1]):\(clock[2])Z"
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The days from 0000-01-01 to the first of January of `year`, which is 0 or more.
  private static func daysToNewYear(_ year: Int) -> Int {
    guard year > 0 else { return 0 }
    let before = year - 1
    return year * 365 + before / 4 - before / 100 + before / 400 + 1
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysToMonth(_ month: Int, of year: Int) -> Int {
    (1..<month).reduce(0) { $0 + days(inMonth: $1, of: year) }
  }
}
