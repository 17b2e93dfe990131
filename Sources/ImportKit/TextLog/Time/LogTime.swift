import ICU

/// The time in a log line.
package enum LogTime: Equatable {
  /// Nothing: the time is the preceding line's.
  case none
  /// A time of day, in milliseconds since midnight; the date is elsewhere.
  case clock(Int)
  /// A time of day and a date without a year.
  case monthDay(month: Int, day: Int, clock: Int)
  /// A date and a time of day in an unnamed zone, in milliseconds since 1970 as if they were UTC.
  case wallClock(Int64)
  /// An exact instant, in milliseconds since 1970.
  case instant(Int64)

  package static let millisecondsPerDay: Int64 = 86_400_000

  /// The time of day in the line, in milliseconds since midnight.
  package var clockOfDay: Int? {
    switch self {
    case .none: nil
    case .clock(let clock), .monthDay(_, _, let clock): clock
    case .wallClock(let milliseconds), .instant(let milliseconds):
      Int((milliseconds % Self.millisecondsPerDay + Self.millisecondsPerDay) % Self.millisecondsPerDay)
    }
  }
}

/// Reads the time at the start of a log line, in any shape that clients write.
///
/// `[10:00]`, `10:00:00`, `[01:15 PM]`, `2024-01-15 10:00:00`, `2024-01-15T10:00:00+0100`,
/// `2025-12-01 10:00:00.123456Z`, `[14 Jan 10:36]`, `Jan 15 10:00:00`.
package struct LogTimeParser {
  private let bytes: InputBytes
  private var offset: Int
  private let end: Int
  /// True within brackets, where any word beside the time is a half of the day: elsewhere it may be a nick.
  private var isBracketed = false

  /// The time at `start` and the offset of the space, tab or line end after it; a line without a time gives
  /// `none` and `start`.
  @inline(__always)
  package static func time(in bytes: InputBytes, from start: Int, to end: Int) -> (time: LogTime, next: Int) {
    guard start < end else { return (.none, start) }
    let first = bytes[start]
    if first == UInt8(ascii: "["), start &+ 7 <= end, let clock = bracketedMinutes(bytes.word(at: start)) {
      return (.clock(clock), start &+ 7)
    }
    guard first == UInt8(ascii: "[") || isDigit(first) || isLetter(first) else { return (.none, start) }
    if start &+ 21 <= end, let wallClock = wholeTime(bytes, start) {
      return (.wallClock(wallClock), start &+ 19)
    }
    return slowTime(in: bytes, from: start, to: end)
  }

  /// `[HH:MM]` in the low seven bytes of a word, by far the commonest shape, in milliseconds.
  @inline(__always)
  private static func bracketedMinutes(_ word: UInt64) -> Int? {
    guard word & 0x00FF_0000_FF00_00FF == 0x005D_0000_3A00_005B else { return nil }
    let tenHours = Int(word >> 8 & 0xFF) &- 48
    let hours = Int(word >> 16 & 0xFF) &- 48
    let tenMinutes = Int(word >> 32 & 0xFF) &- 48
    let minutes = Int(word >> 40 & 0xFF) &- 48
    guard 0...2 ~= tenHours, 0...9 ~= hours, 0...5 ~= tenMinutes, 0...9 ~= minutes else { return nil }
    let hour = tenHours &* 10 &+ hours
    guard hour < 24 else { return nil }
    return (hour &* 60 &+ tenMinutes &* 10 &+ minutes) &* 60_000
  }

  /// `2024-01-15 10:00:00` and `2024-01-15T10:00:00` before a space or a tab, in milliseconds since 1970; other shapes
  /// take the slower path.
  private static func wholeTime(_ bytes: InputBytes, _ start: Int) -> Int64? {
    @inline(__always) func pair(_ offset: Int) -> Int {
      let (tens, ones) = (Int(bytes[start &+ offset]) &- 48, Int(bytes[start &+ offset &+ 1]) &- 48)
      return 0...9 ~= tens && 0...9 ~= ones ? tens &* 10 &+ ones : .min / 2
    }
    let (separator, after) = (bytes[start &+ 10], bytes[start &+ 19])
    guard bytes[start &+ 4] == UInt8(ascii: "-"), bytes[start &+ 7] == UInt8(ascii: "-"),
      bytes[start &+ 13] == UInt8(ascii: ":"), bytes[start &+ 16] == UInt8(ascii: ":"),
      separator == UInt8(ascii: " ") || separator == UInt8(ascii: "T"),
      after == 0x09 || after == 0x20 && !isLetter(bytes[start &+ 20])
    else { return nil }
    let (century, years, hour, minute, second) = (pair(0), pair(2), pair(11), pair(14), pair(17))
    guard century >= 0, years >= 0, 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second,
      let date = CivilDate(year: century &* 100 &+ years, month: pair(5), day: pair(8))
    else { return nil }
    return (Int64(date.daysSince1970) &* 86_400 &+ Int64(hour &* 3600 &+ minute &* 60 &+ second)) &* 1000
  }

  private static func slowTime(in bytes: InputBytes, from start: Int, to end: Int) -> (
    time: LogTime, next: Int
  ) {
    let isBracketed = bytes[start] == UInt8(ascii: "[")
    var parser = LogTimeParser(bytes: bytes, offset: isBracketed ? start + 1 : start, end: end)
    parser.isBracketed = isBracketed
    guard let time = parser.stamp() else { return (.none, start) }
    if isBracketed {
      guard parser.take("]") else { return (.none, start) }
    }
    guard
      parser.offset == end || bytes[parser.offset] == 0x20 || bytes[parser.offset] == 0x09
        || isSign(bytes, parser.offset, end)
    else { return (.none, start) }
    return (time, parser.offset)
  }

  /// True if a nick in brackets or irssi's sign of events follows, which irssi writes right after the time if its time format has no
  /// blank.
  private static func isSign(_ bytes: InputBytes, _ offset: Int, _ end: Int) -> Bool {
    if bytes[offset] == UInt8(ascii: "<") {
      return bytes.firstIndex(of: UInt8(ascii: ">"), in: offset..<min(end, offset + 64)) != nil
    }
    return offset + 3 <= end && bytes.has("-!-", at: offset)
  }

  /// The time of day in `word`, which must have nothing else, in milliseconds since midnight.
  package static func clock(in bytes: InputBytes, _ word: Range<Int>) -> Int? {
    var parser = LogTimeParser(bytes: bytes, offset: word.lowerBound, end: word.upperBound)
    guard let clock = parser.clock(), parser.offset == word.upperBound else { return nil }
    return clock
  }

  private init(bytes: InputBytes, offset: Int, end: Int) {
    (self.bytes, self.offset, self.end) = (bytes, offset, end)
  }

  private mutating func stamp() -> LogTime? {
    guard offset < end else { return nil }
    if isBracketed, !Self.isDigit(bytes[offset]), let half = dayHalf() {
      // `[오후 3:04]`
      _ = take(" ")
      guard let clock = clock(half) else { return nil }
      return .clock(clock)
    }
    if Self.isLetter(bytes[offset]) { return monthFirst() }
    let start = offset
    guard let (number, digits) = number(upTo: 4) else { return nil }
    if digits == 4 { return isoDate(year: number) }
    if digits <= 2, take(":") {
      offset = start
      return clock().map(LogTime.clock)
    }
    return dayFirst(day: number)
  }

  /// `2024-01-15`, then `T` or a space, a clock, and for an instant `Z` or an offset.
  private mutating func isoDate(year: Int) -> LogTime? {
    guard offset < end else { return nil }
    let separator = bytes[offset]
    guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") else { return nil }
    offset += 1
    guard let month = number(exactly: 2), offset < end, bytes[offset] == separator else { return nil }
    offset += 1
    guard let day = number(exactly: 2), take("T") || take(" "),
      let date = CivilDate(year: year, month: month, day: day), let clock = clock()
    else { return nil }
    let wallClock = Int64(date.daysSince1970) * LogTime.millisecondsPerDay + Int64(clock)
    if take("Z") { return .instant(wallClock) }
    return zoneOffset().map { .instant(wallClock - Int64($0) * 60_000) } ?? .wallClock(wallClock)
  }

  /// `+01:00` or `-0500`, in minutes.
  private mutating func zoneOffset() -> Int? {
    let start = offset
    guard offset < end, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") else {
      return nil
    }
    let isWest = bytes[offset] == UInt8(ascii: "-")
    offset += 1
    guard let hours = number(exactly: 2), hours < 24 else {
      offset = start
      return nil
    }
    _ = take(":")
    guard let minutes = number(exactly: 2), minutes < 60 else {
      offset = start
      return nil
    }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }

  /// `15 Jan 10:00` or `15-Jan-2024 10:00:00`, or in numbers `15/01/2024 10:00` and `15.01.2024 10:00:00`.
  private mutating func dayFirst(day: Int) -> LogTime? {
    if offset < end, bytes[offset] == UInt8(ascii: "/") || bytes[offset] == UInt8(ascii: ".") {
      return numericDate(first: day)
    }
    guard take(" ") || take("-"), let month = month(), take(" ") || take("-") else { return nil }
    return yearAndClock(month: month, day: day)
  }

  /// A day, a month and a year in numbers; the month comes first only if the second number cannot be a month.
  private mutating func numericDate(first: Int) -> LogTime? {
    let separator = bytes[offset]
    offset += 1
    guard let (second, _) = number(upTo: 2), offset < end, bytes[offset] == separator else { return nil }
    offset += 1
    guard let year = number(exactly: 4), take(" ") || take(",") && take(" ") || take("T") else { return nil }
    let isMonthFirst = second > 12
    guard
      let date = CivilDate(
        year: year, month: isMonthFirst ? first : second, day: isMonthFirst ? second : first),
      let clock = clock()
    else { return nil }
    return .wallClock(Int64(date.daysSince1970) * LogTime.millisecondsPerDay + Int64(clock))
  }

  /// `Jan 15 10:00:00` or `Jan 15 2024 10:00`, with or without the weekday before.
  private mutating func monthFirst() -> LogTime? {
    guard let month = month(), take(" ") else { return nil }
    _ = take(" ")
    guard let (day, _) = number(upTo: 2), take(" ") else { return nil }
    return yearAndClock(month: month, day: day)
  }

  private mutating func yearAndClock(month: Int, day: Int) -> LogTime? {
    let start = offset
    if let year = number(exactly: 4), take(" ") {
      guard let date = CivilDate(year: year, month: month, day: day), let clock = clock() else { return nil }
      return .wallClock(Int64(date.daysSince1970) * LogTime.millisecondsPerDay + Int64(clock))
    }
    offset = start
    // A leap year, so that 29 February is accepted; the actual year decides later.
    guard CivilDate(year: 2000, month: month, day: day) != nil, let clock = clock() else { return nil }
    return .monthDay(month: month, day: day, clock: clock)
  }

  /// `10:00`, `10:00:00`, `10:00:00.123456`, `1:15 PM`, in milliseconds since midnight.
  private mutating func clock(_ before: DayHalf? = nil) -> Int? {
    guard var (hour, _) = number(upTo: 2), take(":"), let minute = number(exactly: 2), minute < 60 else {
      return nil
    }
    var seconds = 0
    var milliseconds = 0
    if take(":") {
      guard let found = number(exactly: 2), found < 61 else { return nil }
      // A leap second is shown as the second before.
      seconds = min(found, 59)
      if take(".") || take(",") { milliseconds = fraction() }
    }
    let start = offset
    _ = take(" ")
    if before == nil, let half = isBracketed ? dayHalf() : latinDayHalf() {
      guard 1...12 ~= hour else { return nil }
      hour = half.hour(hour)
    } else {
      offset = start
      if let before { hour = before.hour(hour) }
    }
    guard hour < 24 else { return nil }
    return ((hour * 60 + minute) * 60 + seconds) * 1000 + milliseconds
  }

  /// The digits of a fraction of a second, truncated to milliseconds.
  private mutating func fraction() -> Int {
    var milliseconds = 0
    var scale = 100
    while offset < end, Self.isDigit(bytes[offset]) {
      milliseconds += Int(bytes[offset] - 48) * scale
      scale /= 10
      offset += 1
    }
    return milliseconds
  }

  /// Reads `AM` or `PM`, in either case.
  private mutating func latinDayHalf() -> DayHalf? {
    guard offset + 2 <= end, bytes[offset + 1] | 0x20 == UInt8(ascii: "m") else { return nil }
    let letter = bytes[offset] | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
    offset += 2
    return letter == UInt8(ascii: "a") ? .morning : .afternoon
  }

  /// Reads the half of the day in any language.
  private mutating func dayHalf() -> DayHalf? {
    var scanner = LineScanner(bytes, offset..<end)
    guard let half = scanner.dayHalf() else { return nil }
    offset = scanner.offset
    return half
  }

  /// The month whose English name starts with the next three letters.
  private mutating func month() -> Int? {
    guard offset + 3 <= end, let month = MonthName.number(in: bytes, at: offset) else { return nil }
    offset += 3
    return month
  }

  private mutating func number(upTo limit: Int) -> (value: Int, digits: Int)? {
    var value = 0
    var digits = 0
    while digits < limit, offset < end, Self.isDigit(bytes[offset]) {
      value = value * 10 + Int(bytes[offset] - 48)
      digits += 1
      offset += 1
    }
    return digits == 0 ? nil : (value, digits)
  }

  private mutating func number(exactly digits: Int) -> Int? {
    guard let number = number(upTo: digits), number.digits == digits else { return nil }
    return number.value
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard offset < end, bytes[offset] == UInt8(truncatingIfNeeded: character.value) else { return false }
    offset += 1
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }
}
