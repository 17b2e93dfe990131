// Boundary to ICU's calendars, time zones and formats (`CICUTime`), which take pointers to text and own the objects they return.

import CICUTime

/// Queries to ICU's time zone database; each opens and closes what it uses.
enum ZoneLookup {
  /// Names that ICU keeps from Java and IANA does not have, or whose meaning is unexpected (`BST` is
  /// Bangladesh); three capitals that are IANA names stay allowed.
  private static let ianaShortNames: Set<String> = [
    "UTC", "GMT", "UCT", "EST", "MST", "HST", "CET", "MET", "EET", "WET", "PRC", "ROC", "ROK",
  ]

  static var edition: String {
    guard let edition = unsafe chat_zones_edition() else { return "" }
    return unsafe String(cString: edition)
  }

  /// True if `identifier` may be a zone name of the IANA database; some of ICU's names are not.
  static func isWellFormed(_ identifier: String) -> Bool {
    let utf8 = identifier.utf8
    guard (2...64).contains(utf8.count), utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return false }
    if identifier.hasPrefix("SystemV/") || identifier == "Factory" { return false }
    if utf8.count == 3, utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }), !ianaShortNames.contains(identifier) {
      return false
    }
    return true
  }

  /// True if ICU has `identifier` as a zone name of the IANA database.
  static func isKnown(_ identifier: String) -> Bool {
    guard isWellFormed(identifier) else { return false }
    let name = Array(identifier.utf16)
    return unsafe name.withUnsafeBufferPointer { unsafe chat_is_system_zone($0.baseAddress, Int32($0.count)) }
  }

  /// The stretch of one offset around an instant; nil if ICU cannot find it.
  static func interval(at seconds: Int64, zone: String) -> TimeZoneRules.Interval? {
    let name = Array(zone.utf16)
    let opened = unsafe name.withUnsafeBufferPointer {
      unsafe chat_open_calendar($0.baseAddress, Int32($0.count))
    }
    guard let calendar = unsafe opened else { return nil }
    defer { unsafe chat_close_calendar(calendar) }
    var offset: Int32 = 0
    guard unsafe chat_offset(calendar, Double(seconds) * 1000, &offset) else { return nil }
    var start = 0.0
    let hasStart = unsafe chat_previous_transition(calendar, &start)
    var end = 0.0
    let hasEnd = unsafe chat_next_transition(calendar, &end)
    return TimeZoneRules.Interval(
      start: hasStart ? Int64((start / 1000).rounded(.up)) : .min,
      end: hasEnd ? Int64((end / 1000).rounded(.up)) : .max,
      offset: Int64(offset) / 1000)
  }
}

/// ICU's formats for one locale, opened once.
///
/// Formatting reads these objects and changes nothing in them, which ICU allows from any thread.
@safe final class LocaleWords: Sendable {
  /// The parts of an instant, in UTC, that can be formatted.
  enum DatePart { case day, month, shortDate, time, dateAndTime }

  nonisolated(unsafe) private let day: OpaquePointer?
  nonisolated(unsafe) private let month: OpaquePointer?
  nonisolated(unsafe) private let shortDate: OpaquePointer?
  nonisolated(unsafe) private let time: OpaquePointer?
  nonisolated(unsafe) private let dateAndTime: OpaquePointer?
  nonisolated(unsafe) private let days: OpaquePointer?
  nonisolated(unsafe) private let number: OpaquePointer?

  /// Words without a locale: every answer is nil.
  static let none = LocaleWords()

  private init() {
    unsafe (day, month, shortDate, time, dateAndTime, days, number) = (nil, nil, nil, nil, nil, nil, nil)
  }

  /// The words of a BCP 47 locale; nil if ICU has no data for it.
  init?(locale: String) {
    guard let name = Self.gregorianName(of: locale) else { return nil }
    unsafe day = chat_open_styled(name, ChatStyleNone, ChatStyleFull)
    let patterns = unsafe chat_open_patterns(name)
    defer { unsafe chat_close_patterns(patterns) }
    unsafe month = chat_open_skeleton(name, patterns, "yMMMM")
    unsafe shortDate = chat_open_brief_date(name, patterns)
    // ICU's styles ignore a tag's hour cycle (`-u-hc-h23`), but its skeletons do not.
    let hasHourCycle = String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains("hours=")
    unsafe time =
      hasHourCycle
      ? chat_open_skeleton(name, patterns, "jm") : chat_open_styled(name, ChatStyleShort, ChatStyleNone)
    unsafe dateAndTime =
      hasHourCycle
      ? chat_open_skeleton(name, patterns, "yMMMMdjm")
      : chat_open_styled(name, ChatStyleShort, ChatStyleLong)
    unsafe days = chat_open_days(name)
    unsafe number = chat_open_number(name)
  }

  deinit {
    unsafe Self.close(day)
    unsafe Self.close(month)
    unsafe Self.close(shortDate)
    unsafe Self.close(time)
    unsafe Self.close(dateAndTime)
    if let days = unsafe days { unsafe chat_close_days(days) }
    if let number = unsafe number { unsafe chat_close_number(number) }
  }

  private static func close(_ format: OpaquePointer?) {
    if let format = unsafe format { unsafe chat_close_format(format) }
  }

  /// ICU's name of a BCP 47 locale, as a C string; nil if ICU has no data for it.
  private static func gregorianName(of locale: String) -> [CChar]? {
    var name = [CChar](repeating: 0, count: 157)
    let isKnown = unsafe name.withUnsafeMutableBufferPointer {
      unsafe chat_gregorian_locale(locale, $0.baseAddress, Int32($0.count))
    }
    return isKnown ? name : nil
  }

  /// The first day of the week in a locale, 0 being Monday; nil if ICU has no data for it.
  static func firstWeekday(locale: String) -> Int? {
    guard let name = gregorianName(of: locale) else { return nil }
    return Int(unsafe chat_first_weekday(name))
  }

  /// True if ICU has data for a BCP 47 locale.
  static func isKnown(locale: String) -> Bool { gregorianName(of: locale) != nil }

  /// The texts of instants by CLDR skeletons, in a locale; none for a skeleton if ICU fails.
  ///
  /// Opens the formats only for these texts, which are made once in an export.
  static func texts(locale: String, _ wanted: [(skeleton: String, milliseconds: [Double])]) -> [[String]] {
    guard let name = gregorianName(of: locale) else { return wanted.map { _ in [] } }
    let patterns = unsafe chat_open_patterns(name)
    defer { unsafe chat_close_patterns(patterns) }
    return wanted.map { skeleton, instants in
      guard let format = unsafe chat_open_skeleton(name, patterns, skeleton) else { return [] }
      defer { unsafe chat_close_format(format) }
      return instants.compactMap { instant in
        unsafe string { unsafe chat_format(format, instant, $0, $1) }
      }
    }
  }

  /// The text of an instant, given in milliseconds since 1970.
  func text(_ part: DatePart, milliseconds: Double) -> String? {
    let format =
      switch part {
      case .day: unsafe day
      case .month: unsafe month
      case .shortDate: unsafe shortDate
      case .time: unsafe time
      case .dateAndTime: unsafe dateAndTime
      }
    guard let format = unsafe format else { return nil }
    return unsafe Self.string { unsafe chat_format(format, milliseconds, $0, $1) }
  }

  /// The text of a time of day, cut at its minute: the text before it, the minute, the text after.
  func timeParts(milliseconds: Double) -> (before: String, minute: String, after: String)? {
    guard let time = unsafe time else { return nil }
    var (from, to): (Int32, Int32) = (0, 0)
    let text = unsafe Self.string { unsafe chat_format_minute(time, milliseconds, $0, $1, &from, &to) }
    guard let units = text.map({ Array($0.utf16) }), 0 <= from, from < to, to <= units.count else {
      return nil
    }
    return (
      String(decoding: units[..<Int(from)], as: UTF16.self),
      String(decoding: units[Int(from)..<Int(to)], as: UTF16.self),
      String(decoding: units[Int(to)...], as: UTF16.self)
    )
  }

  /// The text of the days from one instant to another.
  func dayRange(first: Double, last: Double) -> String? {
    guard let days = unsafe days else { return nil }
    return unsafe Self.string { unsafe chat_format_days(days, first, last, $0, $1) }
  }

  /// A whole number with the locale's digits and grouping.
  func integer(_ n: Int) -> String? {
    guard let number = unsafe number else { return nil }
    return unsafe Self.string { unsafe chat_format_integer(number, Int64(n), $0, $1) }
  }

  /// A number of tenths with the locale's digits and its decimal sign.
  func tenths(_ n: Int) -> String? {
    guard let number = unsafe number else { return nil }
    return unsafe Self.string { unsafe chat_format_tenths(number, Int64(n), $0, $1) }
  }

  /// A number of hundredths with the locale's digits and sign. Nil if ICU fails.
  static func percent(locale: String, _ n: Int32) -> String? {
    guard let name = gregorianName(of: locale) else { return nil }
    return unsafe string { text, capacity in unsafe chat_format_percent(name, n, text, capacity) }
  }

  /// An amount of money with the locale's digits, in steps of 10^−`digits` (nil: the currency's own). Nil if ICU fails.
  static func money(locale: String, units: Int64, currency: String, digits: Int?) -> String? {
    let code = Array(currency.utf16)
    guard let name = gregorianName(of: locale), code.count == 3 else { return nil }
    let digits = Int32(clamping: digits ?? -1)
    return unsafe string { text, capacity in
      unsafe code.withUnsafeBufferPointer {
        unsafe chat_format_money(name, $0.baseAddress, units, min(digits, 18), text, capacity)
      }
    }
  }

  /// Returns the UTF-16 text that `write` puts into a buffer of 256 units, enough for every text here.
  private static func string(_ write: (UnsafeMutablePointer<UInt16>, Int32) -> Int32) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = unsafe write(start, 256)
      guard length >= 0, length <= 256 else { return nil }
      return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF16.self)
    }
  }
}

/// The plural rules of a language (CLDR).
///
/// Queries change nothing in ICU's object, which ICU allows from any thread.
@safe public final class PluralRules: Sendable {
  nonisolated(unsafe) private let rules: OpaquePointer?

  /// The rules of a language, by its BCP 47 tag.
  public init(locale: String) {
    // ICU uses `_` between language and region, and would fall back to the machine's locale for an empty name.
    let name = locale.isEmpty ? "en" : String(locale.map { $0 == "-" ? "_" : $0 }.prefix(100))
    unsafe rules = name.withCString { unsafe chat_open_plurals($0) }
  }

  deinit { if let rules = unsafe rules { unsafe chat_close_plurals(rules) } }

  /// The category of a number: `zero`, `one`, `two`, `few`, `many` or `other`.
  public func category(of number: Int) -> String {
    guard let rules = unsafe rules else { return "other" }
    return unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 16) { buffer in
      guard let start = buffer.baseAddress else { return "other" }
      let length = unsafe chat_plural(rules, Double(number), start, 16)
      guard length > 0, length <= 16 else { return "other" }
      return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF16.self)
    }
  }
}

/// The months of the calendar of Umm al-Qura.
enum HijriMonths {
  /// Returns the start of each of `count` months from the first of a year, in milliseconds since 1970; empty if ICU fails.
  static func starts(from year: Int, count: Int) -> [Double] {
    var starts = [Double](repeating: 0, count: count)
    guard unsafe chat_hijri_months(Int32(year), Int32(count), &starts) else { return [] }
    return starts
  }
}
