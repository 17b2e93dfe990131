/// Dates, times and numbers in the words of a locale, in the Gregorian calendar even if the locale's own differs.
///
/// Made once per export or once per day of a chat, never per message. The texts depend on the locale alone: not on
/// the machine's language, zone or clock.
public struct DateTexts: Sendable {
  /// The BCP 47 tag in use: the requested one, or `en` if ICU has no data for it.
  public let locale: String
  /// A text for each minute of the day, as the locale's clock shows it: `09:12`, `9:12 AM`.
  public let timeOfDay: [String]

  private let words: LocaleWords
  /// Years that are unambiguous in the locale's short forms, which leave out the era.
  private static let commonYears = 1...9999

  /// The texts of a BCP 47 locale.
  public init(locale: String) {
    let found = LocaleWords(locale: locale)
    self.locale = found == nil ? "en" : locale
    words = found ?? LocaleWords(locale: "en") ?? LocaleWords.none
    timeOfDay = Self.minutes(words)
  }

  /// True if ICU knows the locale, so that the caller can report an unknown one.
  public static func isKnown(locale: String) -> Bool { LocaleWords.isKnown(locale: locale) }

  /// The whole date: `Friday, 1 May 2026`.
  public func day(_ date: CivilDate) -> String { text(.day, of: date) ?? date.isoText }

  /// The date in few words, the year in full and the month never as a bare number: `1 May 2026`.
  public func shortDate(_ date: CivilDate) -> String {
    text(.shortDate, of: date).map(Self.withPlainSpaces) ?? date.isoText
  }

  /// A month of a year: `May 2026`.
  public func month(year: Int, month: Int) -> String {
    guard let date = CivilDate(year: year, month: month, day: 1) else { return "" }
    return text(.month, of: date) ?? String(date.isoText.dropLast(3))
  }

  /// The twelve months by themselves, as under the heading of a year: `May`.
  public func monthNames() -> [String] {
    let days = (1...12).compactMap { CivilDate(year: 2026, month: $0, day: 15) }
    let texts = LocaleWords.texts(locale: locale, [("LLLL", days.map(Self.milliseconds))])
    guard let names = texts.first, names.count == 12 else { return (1...12).map(String.init) }
    return names.map(Self.withPlainSpaces)
  }

  /// The twelve months in few characters: `May`, or `M` if `isNarrow`.
  public func shortMonthNames(isNarrow: Bool) -> [String] {
    let days = (1...12).compactMap { CivilDate(year: 2026, month: $0, day: 15) }
    let skeleton = isNarrow ? "LLLLL" : "LLL"
    let texts = LocaleWords.texts(locale: locale, [(skeleton, days.map(Self.milliseconds))])
    guard let names = texts.first, names.count == 12 else { return (1...12).map(String.init) }
    return names.map(Self.withPlainSpaces)
  }

  /// A date and a minute of it: `1 May 2026, 09:12`.
  public func dateAndTime(_ date: CivilDate, minuteOfDay: Int) -> String {
    let minute = min(max(minuteOfDay, 0), 1439)
    guard Self.commonYears.contains(date.year),
      let text = words.text(.dateAndTime, milliseconds: Self.milliseconds(date) + Double(minute) * 60_000)
    else { return "\(date.isoText) \(timeOfDay[minute])" }
    return Self.withPlainSpaces(text)
  }

  /// A span of days, with the parts common to both ends written once: `1–5 May 2026`.
  public func dateRange(_ first: CivilDate, _ last: CivilDate) -> String {
    guard Self.commonYears.contains(first.year), Self.commonYears.contains(last.year),
      let text = words.dayRange(first: Self.milliseconds(first), last: Self.milliseconds(last))
    else { return first == last ? first.isoText : "\(first.isoText) – \(last.isoText)" }
    // Czech and Slovak have only numbers for months in ranges.
    guard !text.contains(where: \.isLetter) else { return text }
    let days = [first, last].map { day(month: $0.month, day: $0.day, year: $0.year) }
    return first == last ? days[0] : "\(days[0]) – \(days[1])"
  }

  /// A count with the locale's digits and grouping: `1,234`.
  public func integer(_ n: Int) -> String { words.integer(n) ?? String(n) }

  /// A year in the locale's digits, without separators: `2026`, `٢٠٢٦`.
  public func year(_ year: Int) -> String {
    String(year).map { digit in digit.wholeNumberValue.map(integer) ?? String(digit) }.joined()
  }

  /// A number of tenths as a decimal number: `12.3`, and `12` for 120.
  public func tenths(_ n: Int) -> String { words.tenths(n) ?? "\(n / 10).\(abs(n % 10))" }

  /// A number of hundredths: `75%`, `75 %`, `٧٥٪`.
  public func percent(_ n: Int) -> String { PercentSign.of(locale).around(integer(n)) }

  /// An amount of money: `€15.00`, or `1.5 TON` for a currency outside ISO 4217. `units` is in steps of 10^−`digits`; nil: the
  /// currency's own.
  public func money(_ units: Int64, currency: String, digits: Int? = nil) -> String {
    Self.money(units, currency: currency, digits: digits, locale: locale)
  }

  /// An amount of money in the words of a locale, like ``money(_:currency:digits:)``.
  public static func money(
    _ units: Int64, currency: String, digits: Int? = nil, locale: String
  ) -> String {
    let isCode = currency.utf8.count == 3 && currency.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    if isCode, digits == nil,
      let text = LocaleWords.money(locale: locale, units: units, currency: currency, digits: nil)
    {
      return Self.withPlainSpaces(text)
    }
    return "\(Self.decimal(units, digits: digits ?? 0)) \(currency)"
  }

  /// A number of steps of 10^−`digits`, without zeros at its end.
  private static func decimal(_ units: Int64, digits: Int) -> String {
    var text = String(units.magnitude)
    guard digits > 0, digits <= 18 else { return (units < 0 ? "-" : "") + text }
    if text.utf8.count <= digits { text = String(repeating: "0", count: digits + 1 - text.utf8.count) + text }
    var fraction = String(text.suffix(digits))
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (units < 0 ? "-" : "") + text.dropLast(digits) + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// A day of a year, or of each year: `14 March 1990`, `14 March`. Empty for an impossible day.
  public func day(month: Int, day: Int, year: Int?) -> String {
    // A leap year has all days.
    guard let date = CivilDate(year: year ?? 2000, month: month, day: day) else { return "" }
    let skeleton = year == nil ? "MMMMd" : "yMMMMd"
    let texts = LocaleWords.texts(locale: locale, [(skeleton, [Self.milliseconds(date)])])
    return texts.first?.first.map(Self.withPlainSpaces) ?? date.isoText
  }

  /// A text for each minute of the day, combined from 108 texts instead of asking ICU for 1,440.
  ///
  /// Within an hour only the minute differs, except for the full hour, which is "noon" or "midnight" in some locales.
  private static func minutes(_ words: LocaleWords) -> [String] {
    func whole(_ minute: Int) -> String {
      words.text(.time, milliseconds: Double(minute) * 60_000) ?? CivilTimeText.isoText(minuteOfDay: minute)
    }
    let digits = (0..<60).map { words.timeParts(milliseconds: Double($0) * 60_000)?.minute }
    let texts = (0..<24).flatMap { hour in
      let frame = words.timeParts(milliseconds: Double(hour * 60 + 1) * 60_000)
      return (0..<60).map { minute in
        guard minute > 0, let frame, let digits = digits[minute] else { return whole(hour * 60 + minute) }
        return frame.before + digits + frame.after
      }
    }
    return texts.map(withPlainSpaces)
  }

  private func text(_ part: LocaleWords.DatePart, of date: CivilDate) -> String? {
    guard Self.commonYears.contains(date.year) else { return nil }
    return words.text(part, milliseconds: Self.milliseconds(date))
  }

  private static func milliseconds(_ date: CivilDate) -> Double { Double(date.daysSince1970) * 86_400_000 }

  /// CLDR 42 puts U+202F between time and AM; people type a plain space into a search field, and every font has it.
  static func withPlainSpaces(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{202F}" || $0 == "\u{A0}" ? " " : $0 }))
  }
}

/// A time of day without any locale.
enum CivilTimeText {
  /// `HH:MM`.
  static func isoText(minuteOfDay minute: Int) -> String {
    let digits = [minute / 600, minute / 60 % 10, minute % 60 / 10, minute % 10].map(String.init)
    return digits[0] + digits[1] + ":" + digits[2] + digits[3]
  }
}
