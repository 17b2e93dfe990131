/// The days of a week and the hours of a day in the words of a locale.
public struct WeekTexts: Hashable, Sendable {
  /// The first day of the week, 0 being Monday.
  public let firstDay: Int
  /// The names of the days from Monday on, in the stand-alone form: `Monday`.
  public let days: [String]
  /// The abbreviated name: `Mon`.
  public let shortDays: [String]
  /// The names of the 24 hours in few characters: `09`, `9 AM`.
  public let hours: [String]
  /// The names of the hours of each day, from Monday on, after the day's name: `Monday, 9 AM`.
  public let hoursOfDays: [[String]]

  /// The texts of a BCP 47 locale; in English if ICU has no data for it.
  public init(locale: String) {
    let known = DateTexts.isKnown(locale: locale) ? locale : "en"
    firstDay = LocaleWords.firstWeekday(locale: known) ?? 0
    // 1970-01-05 was a Monday.
    let monday = 4.0 * 86_400_000
    let week = (0..<7).map { monday + Double($0) * 86_400_000 }
    let hoursOfDay = (0..<24).map { Double($0) * 3_600_000 }
    let found = Self.texts(locale: known, [("cccc", week), ("ccc", week), ("j", hoursOfDay)])
    (days, shortDays, hours) = (found[0], found[1], found[2])
    hoursOfDays = found[0].map { day in found[2].map { "\(day), \($0)" } }
  }

  /// The days in the order of the locale's week.
  public var order: [Int] { (0..<7).map { (firstDay + $0) % 7 } }

  /// One text for each instant, a number if ICU fails, so that there are always as many.
  private static func texts(
    locale: String, _ wanted: [(skeleton: String, milliseconds: [Double])]
  ) -> [[String]] {
    zip(wanted, LocaleWords.texts(locale: locale, wanted)).map { wanted, found in
      found.count == wanted.milliseconds.count
        ? found.map(DateTexts.withPlainSpaces) : wanted.milliseconds.indices.map { String($0) }
    }
  }
}
