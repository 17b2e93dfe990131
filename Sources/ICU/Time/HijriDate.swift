/// Dates in the calendar of Umm al-Qura, which is used by some phones in Arabia.
public enum HijriDate {
  /// The years of the calendar whose months are known.
  public static let years = 1431...1500

  /// The first day of each month, in days since 1970.
  private static let months: [Int] = {
    let starts = HijriMonths.starts(from: years.lowerBound, count: years.count * 12 + 1)
    return starts.map { Int(($0 / 86_400_000).rounded(.down)) }
  }()

  /// Returns the days since 1970 of a date, or nil if it does not exist.
  public static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
    guard years.contains(year), 1...12 ~= month, !months.isEmpty else { return nil }
    let index = (year - years.lowerBound) * 12 + month - 1
    let length = months[index + 1] - months[index]
    return 1...length ~= day ? months[index] + day - 1 : nil
  }
}
