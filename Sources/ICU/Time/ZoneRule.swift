/// A rule for a zone's offsets in every year, in the format of POSIX's `TZ` variable (POSIX.1-2024 §8.3, extended by RFC
/// 9636 §3.3.1: hours from −167 to 167). Example: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable {
  /// The day in a year of one of the two changes, and the seconds after its midnight by the clocks in use until then.
  private struct Change {
    enum ChangeDay {
      /// Day 1 to 365; 29 February is not counted.
      case withoutLeapDay(Int)
      /// Day 0 to 365.
      case ofYear(Int)
      /// Weekday (0 is Sunday) of a week (1 to 5, 5 being the last) of a month.
      case weekday(Int, week: Int, month: Int)
    }
    var day: ChangeDay
    var time: Int64 = 2 * 3600

    /// The time of the change in `year`, in seconds since 1970 by the clocks in use until then.
    func wallClock(in year: Int) -> Int64 {
      let newYear = Int64(CivilDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 0)
      let days: Int64
      switch day {
      case .ofYear(let number): days = newYear + Int64(number)
      case .withoutLeapDay(let number):
        let isLeap = CivilDate(year: year, month: 2, day: 29) != nil
        days = newYear + Int64(number - 1) + (isLeap && number >= 60 ? 1 : 0)
      case .weekday(let weekday, let week, let month):
        let start = Int64(CivilDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0)
        let length = (28...31).last { CivilDate(year: year, month: month, day: $0) != nil } ?? 28
        // 1970-01-01 was a Thursday, day 4.
        let ofFirst = Int(((start + 4) % 7 + 7) % 7)
        var date = (weekday - ofFirst + 7) % 7 + (week - 1) * 7
        while date >= length { date -= 7 }
        days = start + Int64(date)
      }
      return days * 86_400 + time
    }
  }

  /// Seconds east of Greenwich in standard time.
  private var standard: Int64
  /// Summer time: its offset, and when it begins and ends. Nil if the zone has none.
  private var summer: (offset: Int64, begin: Change, end: Change)?

  /// Parses a rule; nil if the text is empty or not a rule.
  init?(_ text: String) {
    var rest = text[...]
    guard Self.skipName(&rest), let standard = Self.time(&rest) else { return nil }
    self.standard = -standard
    guard !rest.isEmpty else { return }
    guard Self.skipName(&rest) else { return nil }
    var offset = self.standard + 3600
    if rest.first != "," {
      guard let given = Self.time(&rest) else { return nil }
      offset = -given
    }
    guard let begin = Self.change(&rest), let end = Self.change(&rest), rest.isEmpty else { return nil }
    summer = (offset, begin, end)
  }

  /// Returns the stretch of one offset around an instant, in seconds since 1970 UTC.
  func interval(at instant: Int64) -> TimeZoneRules.Interval {
    guard let summer else { return TimeZoneRules.Interval(start: .min, end: .max, offset: standard) }
    // A mean year is 31,556,952 s; the neighbouring years cover the error of the estimate.
    let year = 1970 + Int((Double(instant) / 31_556_952).rounded(.down))
    var changes: [(instant: Int64, offset: Int64)] = []
    for year in (year - 2)...(year + 2) {
      changes.append((summer.begin.wallClock(in: year) - standard, summer.offset))
      changes.append((summer.end.wallClock(in: year) - summer.offset, standard))
    }
    changes.sort { $0.instant < $1.instant }
    var interval = TimeZoneRules.Interval(start: .min, end: .max, offset: standard)
    for change in changes where change.offset != interval.offset || interval.start == .min {
      if change.instant > instant {
        interval.end = change.instant
        break
      }
      (interval.start, interval.offset) = (change.instant, change.offset)
    }
    return interval
  }

  /// Skips a zone's abbreviation: letters, or anything in angle brackets.
  private static func skipName(_ rest: inout Substring) -> Bool {
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest[letters.endIndex...]
    return letters.count >= 3
  }

  /// Reads `[+-]hours[:minutes[:seconds]]` as seconds.
  private static func time(_ rest: inout Substring) -> Int64? {
    var sign: Int64 = 1
    if let first = rest.first, first == "-" || first == "+" {
      if first == "-" { sign = -1 }
      rest.removeFirst()
    }
    guard var seconds = number(&rest).map({ Int64($0) * 3600 }) else { return nil }
    for unit in [Int64(60), 1] where rest.first == ":" {
      rest.removeFirst()
      guard let value = number(&rest) else { return nil }
      seconds += Int64(value) * unit
    }
    return sign * seconds
  }

  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0 >= "0" && $0 <= "9" }
    rest = rest[digits.endIndex...]
    return digits.count <= 4 ? Int(digits) : nil
  }

  /// Reads `,Mm.w.d`, `,Jn` or `,n`, each with an optional `/time`.
  private static func change(_ rest: inout Substring) -> Change? {
    guard rest.popFirst() == "," else { return nil }
    let day: Change.ChangeDay
    switch rest.first {
    case "M":
      rest.removeFirst()
      guard let month = number(&rest), rest.popFirst() == ".", let week = number(&rest),
        rest.popFirst() == ".",
        let weekday = number(&rest), (1...12).contains(month), (1...5).contains(week),
        (0...6).contains(weekday)
      else { return nil }
      day = .weekday(weekday, week: week, month: month)
    case "J":
      rest.removeFirst()
      guard let number = number(&rest), (1...365).contains(number) else { return nil }
      day = .withoutLeapDay(number)
    default:
      guard let number = number(&rest), (0...365).contains(number) else { return nil }
      day = .ofYear(number)
    }
    var change = Change(day: day)
    if rest.first == "/" {
      rest.removeFirst()
      guard let time = time(&rest) else { return nil }
      change.time = time
    }
    return change
  }
}
