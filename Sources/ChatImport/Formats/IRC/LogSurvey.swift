import ChatModel
import ICU

/// What has to be known of a whole log file before its first line can be dated: one pass over the times alone.
struct LogIndex: Sendable {
  /// The clock as it stands before the first line.
  let clock: LogClock
  /// Whether the clock shows twelve hours without saying which half of the day it is.
  let isTwelveHour: Bool
  /// Whether the server put `+` or `-` before each text to say who is identified (dircproxy logs keep it).
  let hasIdentitySigns: Bool
  /// Places to start from in the middle; none in a small file.
  let checkpoints: [Checkpoint]

  /// A line's start, and how things stand before it.
  struct Checkpoint: Sendable {
    var offset: Int
    /// The line's number, counted from 1.
    var line: Int
    var clock: LogClock
  }

  /// Reading this much again to find a place costs next to nothing.
  static let checkpointDistance = 256 * 1024

  /// Surveys a file with the name `name` and times in `zone`.
  init(_ bytes: InputBytes, name: LogFileName, zone: TimeZoneRules) {
    var times = TimesOfDay(hour: name.hour)
    var signs = IdentitySigns()
    var firstTime = LogTime.none
    var place = LogLines.start(of: bytes)
    while place < bytes.count {
      let end = LogLines.end(of: bytes, from: place)
      let (time, next) = LogTimeParser.time(in: bytes, from: place, to: end)
      if place < 64 * 1024 { signs.count(bytes, from: next, to: end) }
      if case .clock(let clock) = time {
        times.add(clock)
      } else if time == .none, end > place, !LogLines.isSpace(bytes[place]),
        case .marker(let marker) = LogLine(bytes, from: place, to: end).shape
      {
        if marker != .other { times.startAgain() }
      }
      if firstTime == .none { firstTime = time }
      place = end + 1
    }
    isTwelveHour = times.isTwelveHour
    hasIdentitySigns = signs.areUsed
    let start = times.start(day: name.date?.daysSince1970, hour: name.hour)
    var clock = LogClock(
      zone: zone, day: start.day, half: start.half, isTwelveHour: times.isTwelveHour,
      nextDayStep: (name.date == nil ? 3 : 12) * 3_600_000, year: name.year)
    clock.startUntimedLines(at: firstTime)
    self.clock = clock
    checkpoints = bytes.count > Self.checkpointDistance ? Self.checkpoints(in: bytes, clock) : []
  }

  /// The checkpoint to start from for what begins at `offset`.
  func checkpoint(before offset: Int, start: Int) -> Checkpoint {
    checkpoints.last { $0.offset <= offset } ?? Checkpoint(offset: start, line: 1, clock: clock)
  }

  private static func checkpoints(in bytes: InputBytes, _ clock: LogClock) -> [Checkpoint] {
    var checkpoints: [Checkpoint] = []
    var now = Checkpoint(offset: LogLines.start(of: bytes), line: 1, clock: clock)
    while now.offset < bytes.count {
      if now.offset >= (checkpoints.count + 1) * checkpointDistance { checkpoints.append(now) }
      now.step(over: bytes)
    }
    return checkpoints
  }
}

extension LogIndex.Checkpoint {
  /// Goes on to the next line.
  mutating func step(over bytes: InputBytes) {
    let end = LogLines.end(of: bytes, from: offset)
    let (time, _) = LogTimeParser.time(in: bytes, from: offset, to: end)
    if time != .none {
      _ = clock.instant(of: time)
    } else if case .marker(let marker) = LogLine(bytes, from: offset, to: end).shape {
      _ = clock.follow(marker)
    }
    offset = end + 1
    line += 1
  }
}

/// The lines of a file: ended by a line feed, the last one perhaps not.
enum LogLines {
  /// The first line's start, behind a byte order mark.
  static func start(of bytes: InputBytes) -> Int { bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0 }

  /// The place of the line feed that ends the line at `start`, or the file's end.
  @inline(__always)
  static func end(of bytes: InputBytes, from start: Int) -> Int {
    bytes.firstIndex(of: 0x0A, in: start..<bytes.count) ?? bytes.count
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

/// The bare times of a file: which clock shows them, and how many midnights lie between the first and the one
/// the file's name speaks of.
private struct TimesOfDay {
  private static let hourLength = 3_600_000
  private let wanted: Int?
  private var last: Int?
  private var hours: UInt32 = 0
  private var passesOneAfterTwelve = false
  /// Times went back by more than half a round: midnights of 24 hours, half days of twelve.
  private var midnights = 0
  private var halfDays = 0
  /// The counts when the hour the name speaks of was last met.
  private var midnightsAtHour = 0
  private var halfDaysAtHour = 0
  /// Whether all times before the first midnight are the last few minutes of a day.
  private var startsBeforeMidnight = false

  init(hour: Int?) { wanted = hour }

  var isTwelveHour: Bool { passesOneAfterTwelve && hours & ~0x1FFE == 0 }

  mutating func add(_ clock: Int) {
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
    if let wanted {
      if hour == wanted { midnightsAtHour = midnights }
      if hour % 12 == wanted % 12 { halfDaysAtHour = halfDays }
    }
    last = clock
  }

  /// A line named the date: what comes next is not measured against what came before.
  mutating func startAgain() { last = nil }

  /// The day and half-day of the first time, in a file whose name says `day` and perhaps `hour`.
  ///
  /// An hour in the name is an hour of that day, and what lies before a midnight before it is of the day before.
  /// Without one the name's day is the first line's, unless the first lines are stragglers of the ten minutes
  /// before midnight.
  func start(day: Int?, hour: Int?) -> (day: Int?, half: Int) {
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

/// Counts how many texts of full-host lines begin with the sign of freenode's identify-msg.
private struct IdentitySigns {
  private var lines = 0
  private var signed = 0

  /// Where nobody's texts are signed, far fewer than a quarter begin with these characters.
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
