import ChatModel
import ICU
import ImportKit

/// The facts of a whole log file that are needed to date its first line, found in one pass over its times.
struct LogSurvey {
  /// The clock before the first line.
  let clock: LogClock
  /// True if the clock shows twelve hours without saying which half of the day it is.
  let isTwelveHour: Bool
  /// True if the server put `+` or `-` before each text to say who is identified (dircproxy logs keep it).
  let hasIdentitySigns: Bool
  /// The lines that a bouncer repeated.
  let playback: LogPlayback
  /// True if the dates have no year, and neither has the file's name: ``assumedYear`` is taken.
  let hasAssumedYear: Bool

  /// The year of dates if nothing says it: a leap year, so that it has all days.
  static let assumedYear = 2000

  /// Surveys a file with the name `name` and times in `zone`. `earlier` is called if a bouncer repeated lines: it counts the lines of
  /// the files before this one, or returns nil if repeated lines are not wanted.
  init(
    _ bytes: InputBytes, name: LogFileName, zone: TimeZoneRules,
    earlier: () -> LogPlayback.LineCounts? = { [:] }
  ) {
    var times = TimesOfDay(hour: name.hour)
    var signs = IdentitySigns()
    var firstTime = LogTime.none
    // Lines before the first one with a year are of that year.
    var knownYear: Int?
    var (hasRepeated, hasYearless) = (false, false)
    var offset = LogLines.start(of: bytes)
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let (time, next) = LogTimeParser.time(in: bytes, from: offset, to: end)
      if offset < 64 * 1024 { signs.count(bytes, from: next, to: end) }
      if !hasRepeated, LogPlayback.begins(bytes, next, end) { hasRepeated = true }
      if case .monthDay = time { hasYearless = true }
      if case .clock(let clock) = time {
        if Self.mayBeMarker(bytes, next, end),
          case .marker = LogLine(bytes, from: offset, to: end).shape
        {
          times.startAgain()
        }
        times.add(clock)
      } else if time == .none, end > offset, !LogLines.isSpace(bytes[offset]),
        case .marker(let marker) = LogLine(bytes, from: offset, to: end).shape
      {
        if marker != .other { times.startAgain() }
        if case .date(let date, _) = marker, knownYear == nil { knownYear = date.year }
      } else if case .wallClock(let wallClock) = time, knownYear == nil {
        knownYear = CivilDate(wallClock: Instant(milliseconds: wallClock).seconds).year
      }
      if firstTime == .none { firstTime = time }
      offset = end + 1
    }
    isTwelveHour = times.isTwelveHour
    hasIdentitySigns = signs.areUsed
    let start = times.start(day: name.date?.daysSince1970, hour: name.hour)
    let year = name.year ?? name.date?.year ?? knownYear
    hasAssumedYear = hasYearless && year == nil
    var clock = LogClock(
      zone: zone, day: start.day, half: start.half, isTwelveHour: times.isTwelveHour,
      nextDayStep: (name.date == nil ? 3 : 12) * 3_600_000,
      year: year ?? (hasYearless ? Self.assumedYear : nil))
    clock.startUntimedLines(at: firstTime)
    self.clock = clock
    let lines = hasRepeated ? earlier() : nil
    playback = lines.map { LogPlayback(bytes, clock: clock, zone: zone, earlier: $0) } ?? .none
  }

  /// True if a line may be a marker after its time, which ends at `next`.
  @inline(__always)
  private static func mayBeMarker(_ bytes: InputBytes, _ next: Int, _ end: Int) -> Bool {
    next &+ 20 <= end && bytes.word(at: next) & 0xFF_FFFF_FFFF == 0x20_2D2D_2D20
  }
}

/// Counts how many texts of full-host lines begin with the sign of freenode's identify-msg.
private struct IdentitySigns {
  private var lines = 0
  private var signed = 0

  /// True if a quarter of the texts are signed. Without signs far fewer texts begin with these characters.
  var areUsed: Bool { lines > 0 && signed * 4 >= lines }

  mutating func count(_ bytes: InputBytes, from start: Int, to end: Int) {
    guard start + 2 < end, bytes[start + 1] == UInt8(ascii: "<"),
      let host = bytes.firstIndex(of: UInt8(ascii: "!"), in: start..<min(end, start + 64)),
      let close = bytes.firstIndex(of: UInt8(ascii: ">"), in: start..<min(end, start + 256)), host < close
    else { return }
    lines += 1
    guard close + 2 < end else { return }
    if bytes[close + 2] == UInt8(ascii: "+") || bytes[close + 2] == UInt8(ascii: "-") { signed += 1 }
  }
}
