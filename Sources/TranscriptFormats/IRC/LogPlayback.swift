import ChatModel
import ICU
import ImportKit

/// The lines of a log that a bouncer repeated when the client came back.
///
///     10:00:01 <***> Buffer Playback...
///     10:00:01 <ann> [09:30:12] is anybody here?
///     10:00:01 <***> Playback Complete.
///
/// ZNC puts the time of a line in front of its text, because a client knows only when it got the line. That time
/// is the line's; its day is the last one on which it lies before the playback. A line that is in the log
/// already, from before the client left or from an earlier playback, is not shown again.
struct LogPlayback {
  /// A repeated line.
  struct PlayedLine {
    /// The offset of the line in the file.
    var offset: Int
    /// The text without its time.
    var text: Range<Int>
    var instant: Instant?
    /// True if the line is in the log already.
    var isKnown = false
  }

  /// The lines in the order of the file.
  private(set) var lines: [PlayedLine] = []
  /// The number of lines that are in the log already.
  var knownCount: Int { lines.count(where: \.isKnown) }

  /// A file without repeated lines.
  static let none = LogPlayback()

  private static let (beginning, ending): (StaticString, StaticString) = (
    "Buffer Playback...", "Playback Complete."
  )
  /// Milliseconds by which the clocks of the bouncer and of the client may differ.
  private static let tolerance = 120_000

  private init() {}

  /// True if a line begins a playback. `next` is the offset after its time.
  @inline(__always)
  static func begins(_ bytes: InputBytes, _ next: Int, _ end: Int) -> Bool {
    guard end &- next >= 22 else { return false }
    for start in next..<next &+ 4 where bytes[start] == UInt8(ascii: "*") {
      return sign(bytes, start, end).map { bytes.has(beginning, at: $0) } ?? false
    }
    return false
  }

  /// Returns the offset after `***> `, or nil if `start` is not at one.
  private static func sign(_ bytes: InputBytes, _ start: Int, _ end: Int) -> Int? {
    guard bytes.has("***", at: start) else { return nil }
    var offset = start + 3
    while offset < end, offset < start + 8, [0x20, 0x09, UInt8(ascii: ">")].contains(bytes[offset]) {
      offset += 1
    }
    return offset
  }

  // MARK: Reading

  /// Reads a file that has a playback. `clock` is the clock before its first line, `earlier` counts the lines of the
  /// files before it.
  init(_ bytes: InputBytes, clock: LogClock, zone: TimeZoneRules, earlier: LineCounts) {
    var reader = PlaybackReader(bytes: bytes, clock: clock, zone: zone, earlier: earlier)
    reader.read()
    lines = reader.lines
  }

  /// The numbers of equal lines, by their minute, nick and text.
  typealias LineCounts = [UInt64: Int]

  /// Counts the lines of a file, except repeated ones that are in `earlier` already.
  static func counts(
    _ bytes: InputBytes, clock: LogClock, zone: TimeZoneRules, earlier: LineCounts
  ) -> LineCounts {
    var reader = PlaybackReader(bytes: bytes, clock: clock, zone: zone, earlier: earlier)
    reader.read()
    return reader.counts
  }

  /// A pass over a file that finds the repeated lines.
  private struct PlaybackReader {
    let bytes: InputBytes
    var clock: LogClock
    var zone: TimeZoneRules
    /// The lines of the files before.
    let earlier: LineCounts
    var lines: [PlayedLine] = []
    var counts: LineCounts = [:]
    private var block: Block?

    /// The playback that is being read.
    private struct Block {
      /// The day on which it began.
      var day: Int?
      var start: Moment
      /// The time of the last line.
      var last: Moment
      var lines: [BlockLine] = []
    }

    /// The time at which a line came.
    private struct Moment {
      /// Milliseconds since midnight.
      var clock: Int?
      var instant: Instant?

      /// The milliseconds from this time to another; 0 if either is unknown.
      func milliseconds(to other: Moment) -> Int64 {
        if let instant, let end = other.instant { return end.milliseconds &- instant.milliseconds }
        guard let clock, let end = other.clock else { return 0 }
        // The shorter way round the clock.
        let day = LogTime.millisecondsPerDay
        return (Int64(end - clock) + day + day / 2) % day - day / 2
      }
    }

    private struct BlockLine {
      var offset: Int
      var nick: Range<Int>
      var text: Range<Int>
      /// The time in front of the text.
      var stamp: LogTime?
      /// The time of the line itself.
      var instant: Instant?
      /// True if it has no time and came after the playback began, so that it was said then.
      var isLive = false
    }

    init(bytes: InputBytes, clock: LogClock, zone: TimeZoneRules, earlier: LineCounts) {
      (self.bytes, self.clock, self.zone, self.earlier) = (bytes, clock, zone, earlier)
    }

    mutating func read() {
      var offset = LogLines.start(of: bytes)
      while offset < bytes.count {
        let end = LogLines.end(of: bytes, from: offset)
        if end > offset { add(LogLine(bytes, from: offset, to: end), at: offset) }
        offset = end + 1
      }
      finish()
    }

    private mutating func add(_ line: LogLine, at offset: Int) {
      switch line.shape {
      case .marker(let marker):
        finish()
        _ = clock.follow(marker)
      case .event(let event):
        let moment = Moment(clock: line.time.clockOfDay, instant: clock.instant(of: line.time))
        guard event.kind == .info, let text = event.text else { return }
        if bytes.has(beginning, at: text.lowerBound) {
          finish()
          block = Block(day: clock.day, start: moment, last: moment)
        } else if bytes.has(ending, at: text.lowerBound) {
          finish()
        } else if block != nil, let stamp = stamp(in: text), isInBlock(moment, isStamped: true) {
          addToBlock(
            BlockLine(
              offset: offset, nick: text.lowerBound..<text.lowerBound, text: stamp.text, stamp: stamp.time,
              instant: moment.instant), at: moment)
        }
      case .message(let nick, let text), .unmarkedMessage(let nick, let text), .action(let nick, let text):
        let moment = Moment(clock: line.time.clockOfDay, instant: clock.instant(of: line.time))
        let stamp = block == nil ? nil : stamp(in: text)
        guard isInBlock(moment, isStamped: stamp != nil) else { return count(nick, text, moment.instant) }
        addToBlock(
          BlockLine(
            offset: offset, nick: nick, text: stamp?.text ?? text, stamp: stamp?.time, instant: moment.instant
          ),
          at: moment)
      case .blank, .unknown: _ = clock.instant(of: line.time)
      }
    }

    /// Returns true if a line belongs to the current playback. A line that comes too late ends the playback.
    ///
    /// A log may lack the line that ends a playback, and anything said afterwards is not repeated.
    private mutating func isInBlock(_ moment: Moment, isStamped: Bool) -> Bool {
      guard let block else { return false }
      let before = isStamped ? block.last : block.start
      if before.milliseconds(to: moment) <= Int64(tolerance) { return true }
      finish()
      return false
    }

    private mutating func addToBlock(_ line: BlockLine, at moment: Moment) {
      guard var block = block.take() else { return }
      var line = line
      line.isLive = line.stamp == nil && block.start.milliseconds(to: moment) >= 0
      block.last = moment
      block.lines.append(line)
      self.block = block
    }

    /// Reads `[09:30:12] text` or `text [09:30:12]`.
    private func stamp(in text: Range<Int>) -> (time: LogTime, text: Range<Int>)? {
      var end = text.upperBound
      while end > text.lowerBound, LogLines.isSpace(bytes[end - 1]) { end -= 1 }
      guard end > text.lowerBound else { return nil }
      if bytes[text.lowerBound] == UInt8(ascii: "[") {
        let (time, next) = LogTimeParser.time(in: bytes, from: text.lowerBound, to: end)
        if time != .none, next == end || bytes[next] == 0x20 { return (time, min(next + 1, end)..<end) }
      }
      guard bytes[end - 1] == UInt8(ascii: "]"),
        let open = (max(text.lowerBound, end - 24)..<end).last(where: { bytes[$0] == UInt8(ascii: "[") })
      else { return nil }
      let (time, next) = LogTimeParser.time(in: bytes, from: open, to: end)
      guard time != .none, next == end else { return nil }
      return (time, text.lowerBound..<max(text.lowerBound, open - (bytes[max(open - 1, 0)] == 0x20 ? 1 : 0)))
    }

    /// Ends a playback: dates its lines, from the last one back, and finds the ones that are already
    /// known.
    private mutating func finish() {
      guard let block else { return }
      self.block = nil
      let lines = block.lines
      var now = (day: block.day, clock: block.start.clock ?? 0)
      var played: [PlayedLine] = []
      for line in lines.reversed() {
        var time = line.instant
        if let stamp = line.stamp { time = instant(of: stamp, &now) }
        played.append(PlayedLine(offset: line.offset, text: line.text, instant: time))
      }
      played.reverse()
      var used: [UInt64: Int] = [:]
      for (index, line) in lines.enumerated() where !line.isLive {
        guard let instant = played[index].instant else { continue }
        for minute in [0, -1, 1] where !played[index].isKnown {
          let key = key(line.nick, line.text, instant, minute)
          guard used[key, default: 0] < counts[key, default: 0] + earlier[key, default: 0] else { continue }
          used[key, default: 0] += 1
          played[index].isKnown = true
        }
      }
      for (index, line) in lines.enumerated() where !played[index].isKnown {
        count(line.nick, line.text, played[index].instant)
      }
      self.lines += played
    }

    /// Returns the instant of a line's time, which is not after `now`, the time of the line below it.
    private mutating func instant(of time: LogTime, _ now: inout (day: Int?, clock: Int)) -> Instant? {
      switch time {
      case .none: return nil
      case .instant(let milliseconds): return Instant(milliseconds: milliseconds)
      case .wallClock(let milliseconds): return instant(ofWallClock: milliseconds)
      case .clock(let clock):
        if clock > now.clock + tolerance { now.day = now.day.map { $0 - 1 } }
        now.clock = clock
        return now.day.map { instant(day: $0, clock) }
      case .monthDay(let month, let dayOfMonth, let clock):
        guard let day = now.day else { return nil }
        let year = CivilDate(daysSince1970: day).year
        let found = [year, year - 1].lazy
          .compactMap { CivilDate(year: $0, month: month, day: dayOfMonth)?.daysSince1970 }.first {
            $0 <= day
          }
        return found.map { instant(day: $0, clock) }
      }
    }

    private mutating func instant(day: Int, _ clock: Int) -> Instant {
      instant(ofWallClock: Int64(day) * LogTime.millisecondsPerDay + Int64(clock))
    }

    private mutating func instant(ofWallClock milliseconds: Int64) -> Instant {
      let seconds = Instant(milliseconds: milliseconds).seconds
      let instant = zone.instantSeconds(ofWallClock: seconds, notBefore: .min)
      return Instant(milliseconds: instant * 1000 + milliseconds - seconds * 1000)
    }

    private mutating func count(_ nick: Range<Int>, _ text: Range<Int>, _ instant: Instant?) {
      if let instant { counts[key(nick, text, instant, 0), default: 0] += 1 }
    }

    /// A number for a line: its minute, nick and text (FNV-1a).
    private func key(_ nick: Range<Int>, _ text: Range<Int>, _ instant: Instant, _ minute: Int) -> UInt64 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      let number = UInt64(bitPattern: instant.milliseconds / 60_000 &+ Int64(minute))
      for shift in 0..<8 { add(UInt8(truncatingIfNeeded: number >> UInt64(shift * 8))) }
      for offset in nick { add(bytes[offset]) }
      add(0)
      var end = text.upperBound
      while end > text.lowerBound, LogLines.isSpace(bytes[end - 1]) { end -= 1 }
      for offset in text.lowerBound..<end { add(bytes[offset]) }
      return hash
    }
  }
}
