/// A date of the proleptic Gregorian calendar: today's rules applied to all of time, with a year 0 (ISO 8601).
///
/// Pure arithmetic, so that finding the day of a message costs nothing worth caching.
public struct CivilDate: Hashable, Comparable, Sendable, Codable {
  /// The year; 0 is 1 BC.
  public var year: Int
  /// 1 to 12.
  public var month: Int
  /// 1 to 31.
  public var day: Int

  /// The given date; nil if it does not exist, e.g. 30 February.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month), day >= 1,
      day <= Self.dayCount(ofMonth: month, year: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The date `days` after 1970-01-01, brought into the years ±999,999.
  public init(daysSince1970 days: Int) {
    // Counted in eras of 400 years that begin on 1 March, so that the leap day is a year's last.
    let bounded = min(max(days, Self.firstDay), Self.lastDay) + 719_468
    let era = (bounded >= 0 ? bounded : bounded - 146_096) / 146_097
    let dayOfEra = bounded - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The date of `seconds` after 1970-01-01T00:00, in wall-clock seconds.
  public init(wallClock seconds: Int64) {
    let quotient = seconds / 86_400
    self.init(daysSince1970: Int(seconds % 86_400 < 0 ? quotient - 1 : quotient))
  }

  /// Days from 1970-01-01 to this date; negative before.
  public var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// `YYYY-MM-DD`; years outside 0…9999 carry a sign and at least four digits.
  public var isoText: String {
    var bytes: [UInt8] = []
    if year < 0 { bytes.append(UInt8(ascii: "-")) }
    if year > 9999 { bytes.append(UInt8(ascii: "+")) }
    var divisor = 1000
    while abs(year) / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(abs(year) / divisor % 10))
      divisor /= 10
    }
    for part in [month, day] {
      bytes.append(UInt8(ascii: "-"))
      bytes.append(UInt8(ascii: "0") + UInt8(part / 10))
      bytes.append(UInt8(ascii: "0") + UInt8(part % 10))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the number of days of a month.
  public static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns true if `a` is the earlier day.
  public static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  private static let years = -999_999...999_999
  private static let firstDay = -365_961_662
  private static let lastDay = 364_522_971
}
