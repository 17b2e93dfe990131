/// The bare times of day of a file, counted in one pass: they show whether its clock has twelve hours or 24, and how many
/// midnights lie between its first time and the hour in its name.
package struct TimesOfDay {
  private static let hourLength = 3_600_000
  /// The hour in the file's name.
  private let namedHour: Int?
  private var last: Int?
  private var hours: UInt32 = 0
  private var passesOneAfterTwelve = false
  /// Steps back by more than half a turn of the clock: midnights of a 24-hour clock, noons and midnights of a 12-hour one.
  private var midnights = 0
  private var halfDays = 0
  /// The counts at the last occurrence of the hour in the file's name.
  private var midnightsAtHour = 0
  private var halfDaysAtHour = 0
  /// True if all times before the first midnight are within ten minutes of it.
  private var startsBeforeMidnight = false

  /// Creates a count for a file whose name has `hour`, or none.
  package init(hour: Int?) { namedHour = hour }

  /// True if one o'clock follows twelve and no hour is above twelve.
  package var isTwelveHour: Bool { passesOneAfterTwelve && hours & ~0x1FFE == 0 }

  /// Adds the next time of day, in milliseconds since midnight.
  package mutating func add(_ clock: Int) {
    let hour = clock / Self.hourLength
    hours |= 1 << UInt32(hour)
    if let last {
      if last / Self.hourLength == 12, hour == 1 { passesOneAfterTwelve = true }
      if clock < last - 12 * Self.hourLength { midnights += 1 }
      if clock % (12 * Self.hourLength) < last % (12 * Self.hourLength) - 6 * Self.hourLength {
        halfDays += 1
      }
    } else if midnights == 0 {
      startsBeforeMidnight = clock >= 24 * Self.hourLength - 600_000
    }
    if let namedHour {
      if hour == namedHour { midnightsAtHour = midnights }
      if hour % 12 == namedHour % 12 { halfDaysAtHour = halfDays }
    }
    last = clock
  }

  /// Forgets the last time, because a line had the date.
  package mutating func startAgain() { last = nil }

  /// Returns the day and half-day of the first time, in a file whose name has `day` and perhaps `hour`.
  ///
  /// An hour in the name is an hour of that day, and times before a preceding midnight belong to the day before.
  /// Without one the name's day is the first line's, unless the first lines are stragglers of the ten minutes
  /// before midnight.
  package func start(day: Int?, hour: Int?) -> (day: Int?, half: Int) {
    guard let day else { return (nil, 0) }
    if isTwelveHour {
      guard let hour else { return (day, 0) }
      let half = 2 * day + hour / 12 - halfDaysAtHour
      return ((half - (half & 1)) / 2, half & 1)
    }
    if hour != nil { return (day - midnightsAtHour, 0) }
    return (startsBeforeMidnight && midnights > 0 ? day - 1 : day, 0)
  }
}
