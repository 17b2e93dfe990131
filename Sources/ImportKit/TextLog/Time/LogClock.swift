package import ChatModel
package import ICU

/// Gives each line of a log its instant, from the lines before it and the file's name.
///
/// A bare time of day belongs to the last day named. If it goes back far enough, the log has passed midnight.
package struct LogClock: Sendable {
  /// A line that a bouncer wrote late may be this much older than the one before, in seconds; more means the clocks
  /// went back an hour.
  private static let disorder: Int64 = 300
  private static let dayLength = Int(LogTime.millisecondsPerDay)

  /// The day of bare times, since 1970; nil until a line names one.
  package private(set) var day: Int?
  /// The half of the day of a twelve-hour clock: 0 or 1.
  private var half: Int
  private let isTwelveHour: Bool
  /// The least step back, in milliseconds, that moves a time of day to the next day.
  private let nextDayStep: Int
  /// A day near which dates without a year are placed.
  private let yearHint: Int?
  private var zone: TimeZoneRules
  /// The last time of day, in milliseconds; nil after a line with the date.
  private var lastClock: Int?
  private var lastTime = LogTime.none
  private var lastInstant: Instant?
  /// The last time, in milliseconds as if it were UTC, if the zone's clocks skipped it.
  package private(set) var skippedTime: Int64?

  /// A clock that starts at `half` of `day`.
  package init(zone: TimeZoneRules, day: Int?, half: Int, isTwelveHour: Bool, nextDayStep: Int, year: Int?) {
    (self.zone, self.day, self.half, self.isTwelveHour) = (zone, day, half, isTwelveHour)
    self.nextDayStep = nextDayStep
    yearHint = year.flatMap { CivilDate(year: $0, month: 7, day: 1)?.daysSince1970 }
  }

  /// The instant of the next line; nil if its date is unknown.
  @inline(__always)
  package mutating func instant(of time: LogTime) -> Instant? {
    if time == lastTime || time == .none { return lastInstant }
    return newInstant(of: time)
  }

  /// Uses the instant of a file's first timed line for the untimed lines above it.
  package mutating func startUntimedLines(at time: LogTime) {
    var ahead = self
    lastInstant = ahead.instant(of: time)
    if time != .none { day = ahead.day }
  }

  /// Continues at a marker's date; false if the date is unreadable.
  package mutating func follow(_ marker: LogMarker) -> Bool {
    switch marker {
    case .other: return true
    case .date(let date, let clock):
      start(day: date.daysSince1970)
      half = clock / (Self.dayLength / 2)
      lastInstant = wallInstant(Int64(date.daysSince1970) * LogTime.millisecondsPerDay + Int64(clock))
      return true
    case .unreadableDay(let dayOfMonth):
      guard let day else { return false }
      let next = (1...62).first { dayOfMonth == nil || CivilDate(daysSince1970: day + $0).day == dayOfMonth }
      start(day: day + (next ?? 1))
      return false
    }
  }

  private mutating func start(day: Int) {
    self.day = day
    (lastClock, half, lastTime, skippedTime) = (nil, 0, .none, nil)
  }

  private mutating func newInstant(of time: LogTime) -> Instant? {
    (lastTime, skippedTime) = (time, nil)
    switch time {
    case .none: break
    case .clock(let clock): lastInstant = bareInstant(clock)
    case .monthDay(let month, let dayOfMonth, let clock):
      guard let near = day ?? yearHint, let found = Self.day(month, dayOfMonth, near: near) else {
        lastInstant = nil
        break
      }
      (day, lastClock) = (found, clock)
      lastInstant = wallInstant(Int64(found) * LogTime.millisecondsPerDay + Int64(clock))
    case .wallClock(let wallClock):
      day = CivilDate(wallClock: Self.seconds(wallClock)).daysSince1970
      lastClock = Int(wallClock - Int64(day ?? 0) * LogTime.millisecondsPerDay)
      lastInstant = wallInstant(wallClock)
    case .instant(let instant):
      day = CivilDate(wallClock: Self.seconds(instant)).daysSince1970
      lastInstant = Instant(milliseconds: instant)
    }
    return lastInstant
  }

  private mutating func bareInstant(_ clock: Int) -> Instant? {
    let length = isTwelveHour ? Self.dayLength / 2 : Self.dayLength
    let shown = clock % length
    if let lastClock, shown < lastClock - (isTwelveHour ? length / 2 : nextDayStep) {
      if isTwelveHour { half += 1 }
      if !isTwelveHour || half == 2 { day = day.map { $0 + 1 } }
      half %= 2
    }
    lastClock = shown
    guard let day else { return nil }
    return wallInstant(
      Int64(day) * LogTime.millisecondsPerDay + Int64(isTwelveHour ? half * length + shown : shown))
  }

  private mutating func wallInstant(_ wallClock: Int64) -> Instant {
    let seconds = Self.seconds(wallClock)
    let notBefore = lastInstant.map { $0.seconds - Self.disorder } ?? .min
    let instant = zone.instantSeconds(ofWallClock: seconds, notBefore: notBefore)
    if zone.skips(wallClock: seconds) {
      skippedTime = wallClock
      return Instant(milliseconds: instant * 1000)
    }
    return Instant(milliseconds: instant * 1000 + wallClock - seconds * 1000)
  }

  private static func seconds(_ milliseconds: Int64) -> Int64 { Instant(milliseconds: milliseconds).seconds }

  /// The date with this month and day that is nearest to another day.
  private static func day(_ month: Int, _ dayOfMonth: Int, near: Int) -> Int? {
    let year = CivilDate(daysSince1970: near).year
    return (year - 1...year + 1).compactMap {
      CivilDate(year: $0, month: month, day: dayOfMonth)?.daysSince1970
    }
    .min { abs($0 - near) < abs($1 - near) }
  }
}
