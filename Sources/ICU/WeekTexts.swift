/// The days of a week and the hours of a day in the words of a locale.
public struct WeekTexts: Hashable, Sendable {
  /// The day a week begins with, 0 being Monday.
  public let firstDay: Int
  /// The names of the days from Monday on, standing alone: `Monday`.
  public let days: [String]
  /// The same in few characters: `Mon`.
  public let shortDays: [String]
  /// The names of the 24 hours in few characters: `09`, `9 AM`.
  public let hours: [String]

  /// The texts of a BCP 47 locale; in English when ICU has no data for it.
  public init(locale: String) {
    let known = DateTexts.isKnown(locale: locale) ? locale : "en"
    firstDay = LocaleWords.firstWeekday(locale: known) ?? 0
    // 1970-01-05 was a Monday.
    let monday = 4.0 * 86_400_000
    let week = (0..<7).map { monday + Double($0) * 86_400_000 }
    days = Self.texts("cccc", locale: known, week)
    shortDays = Self.texts("ccc", locale: known, week)
    hours = Self.texts("j", locale: known, (0..<24).map { Double($0) * 3_600_000 })
  }

  /// The days from the one that a week begins with.
  public var order: [Int] { (0..<7).map { (firstDay + $0) % 7 } }

  /// One text for each instant: a number where ICU has none, so that there are always as many.
  private static func texts(_ skeleton: String, locale: String, _ instants: [Double]) -> [String] {
    let found = LocaleWords.texts(skeleton: skeleton, locale: locale, milliseconds: instants)
    return found.count == instants.count
      ? found.map(DateTexts.withPlainSpaces) : instants.indices.map { String($0) }
  }
}
