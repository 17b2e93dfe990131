import ICU
import ImportKit

/// The head of a message in KakaoTalk's text, and the lines between days.
///
/// Android: `2024년 2월 10일 오전 11:33, 김민지 : text`, `February 10, 2024, 11:33 AM, Kim : text`. iOS: `2025. 10. 23. 오전 11:44, 김 : text`.
/// Windows: `[김민지] [오전 11:33] text` below `--------------- 2020년 6월 28일 일요일 ---------------`.
struct KakaoTalkHead: Equatable {
  enum Kind: Equatable {
    /// A message or notice after the head.
    case entry
    /// A day, with or without the time of its first message.
    case day
    /// A message of Windows by the person whose name is at `name`.
    case named(name: Range<Int>)
  }

  var kind: Kind
  /// Days since 1970; nil in the heads of Windows.
  var day: Int?
  /// Milliseconds since midnight.
  var clock: Int
  /// The hour as written.
  private(set) var hour = 0
  /// An unknown word next to the time.
  private(set) var unknownHalf: Range<Int>?
  /// Equal for the heads of a file: a line with another head is text that somebody pasted.
  var shape: Int
  /// The offset after the head; for an entry, the offset of the comma or colon.
  var end: Int

  /// The shape of the heads of Windows.
  static let windowsShape = 100

  private init(kind: Kind, day: Int?, clock: Int, shape: Int, end: Int) {
    (self.kind, self.day, self.clock, self.shape, self.end) = (kind, day, clock, shape, end)
  }

  /// Reads the head of the line in `range`, or returns nil if it has none.
  init?(_ bytes: InputBytes, _ range: Range<Int>) {
    guard range.count >= 8 else { return nil }
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "["): self.init(windows: bytes, range)
    case UInt8(ascii: "-"): self.init(ruler: bytes, range)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      if let day = Self.writtenDay(bytes, range) {
        self.init(kind: .day, day: day, clock: 0, shape: 0, end: range.upperBound)
      } else if let head = KakaoTalkHead(timed: bytes, range) {
        self = head
      } else {
        self.init(dated: bytes, range)
      }
    default: return nil
    }
  }

  /// The day of a line `Friday, January 5, 2024`, as iPhones write it in English.
  private static func writtenDay(_ bytes: InputBytes, _ range: Range<Int>) -> Int? {
    guard bytes[range.lowerBound] >= UInt8(ascii: "A"), range.count <= 40,
      let comma = bytes.firstIndex(of: UInt8(ascii: ","), in: range), bytes.has(", ", at: comma),
      let name = bytes.string(in: range.lowerBound..<comma), let weekday = WeekdayName.day(name)
    else { return nil }
    var scanner = LineScanner(bytes, comma + 2..<range.upperBound)
    guard let date = scanner.kakaoTalkDate(), scanner.isAtEnd,
      WeekdayName.day(ofDaysSince1970: date.day) == weekday
    else { return nil }
    return date.day
  }

  /// `9:46AM, February 20, 2014, Kim : text`, as Android had it in English until 2014.
  private init?(timed bytes: InputBytes, _ range: Range<Int>) {
    var scanner = LineScanner(bytes, range)
    guard let clock = scanner.kakaoTalkClock(), scanner.take(", "), let date = scanner.kakaoTalkDate(),
      scanner.isAtEnd || scanner.byte == UInt8(ascii: ",")
    else { return nil }
    self.init(
      kind: scanner.isAtEnd ? .day : .entry, day: date.day, clock: clock.milliseconds, shape: 16 + date.shape,
      end: scanner.offset)
    (hour, unknownHalf) = (clock.hour, clock.unknown)
  }

  private init?(dated bytes: InputBytes, _ range: Range<Int>) {
    var scanner = LineScanner(bytes, range)
    guard let date = scanner.kakaoTalkDate() else { return nil }
    (day, shape) = (date.day, date.shape)
    _ = scanner.take(UInt8(ascii: ","))
    scanner.skipSpaces()
    if scanner.take("at ") { shape += 8 }
    guard let clock = scanner.kakaoTalkClock() else {
      // `2025년 10월 23일 목요일`
      let rest = bytes.string(in: scanner.offset..<range.upperBound) ?? ""
      guard rest.isBlank || WeekdayName.day(rest) == WeekdayName.day(ofDaysSince1970: date.day) else {
        return nil
      }
      (self.clock, kind, end) = (0, .day, range.upperBound)
      return
    }
    (self.clock, hour, unknownHalf) = (clock.milliseconds, clock.hour, clock.unknown)
    end = scanner.offset
    if scanner.isAtEnd {
      kind = .day
    } else {
      guard scanner.byte == UInt8(ascii: ",") || scanner.byte == UInt8(ascii: ":") else { return nil }
      kind = .entry
    }
  }

  /// `[name] [오전 11:33] text`.
  private init?(windows bytes: InputBytes, _ range: Range<Int>) {
    var start = range.lowerBound + 1
    while let bracket = bytes.firstIndex(of: UInt8(ascii: "]"), in: start..<range.upperBound) {
      start = bracket + 1
      guard bytes.has("] [", at: bracket), bracket + 3 < range.upperBound else { continue }
      var scanner = LineScanner(bytes, bracket + 3..<range.upperBound)
      guard let clock = scanner.kakaoTalkClock(), scanner.take(UInt8(ascii: "]")),
        scanner.take(UInt8(ascii: " ")) || scanner.isAtEnd
      else { continue }
      (self.clock, hour, unknownHalf) = (clock.milliseconds, clock.hour, clock.unknown)
      (day, shape, end) = (nil, Self.windowsShape, scanner.offset)
      kind = .named(name: range.lowerBound + 1..<bracket)
      return
    }
    return nil
  }

  /// `--------------- 2020년 6월 28일 일요일 ---------------`.
  private init?(ruler bytes: InputBytes, _ range: Range<Int>) {
    var scanner = LineScanner(bytes, range)
    guard scanner.take("-----") else { return nil }
    while scanner.take(UInt8(ascii: "-")) {}
    scanner.skipSpaces()
    var date = scanner.kakaoTalkDate()
    if date == nil {
      // `Sunday, June 28, 2020`
      guard let space = bytes.firstIndex(of: 0x20, in: scanner.offset..<range.upperBound) else { return nil }
      scanner.move(to: space + 1)
      date = scanner.kakaoTalkDate()
    }
    guard let date, bytes[range.upperBound - 1] == UInt8(ascii: "-") else { return nil }
    (day, clock, shape, end, kind) = (date.day, 0, Self.windowsShape, range.upperBound, .day)
  }
}

extension LineScanner {
  /// Reads `2024년 2월 10일`, `2025. 10. 23.`, `2024-02-10`, `February 10, 2024`. Returns days since 1970 and a number for the form.
  fileprivate mutating func kakaoTalkDate() -> (day: Int, shape: Int)? {
    var ahead = self
    let shape: Int
    let date: CivilDate?
    if let found = ahead.kakaoTalkDayFirst() {
      (shape, date) = (5, found)
    } else if let month = MonthName.number(in: bytes, at: offset) {
      while ahead.byte | 0x20 >= UInt8(ascii: "a"), ahead.byte | 0x20 <= UInt8(ascii: "z"),
        ahead.take(ahead.byte)
      {}
      _ = ahead.take(UInt8(ascii: "."))
      guard ahead.take(UInt8(ascii: " ")), let day = ahead.number(limit: 2), ahead.take(UInt8(ascii: ",")),
        ahead.take(UInt8(ascii: " ")), let year = ahead.number(limit: 4), year.digits == 4
      else { return nil }
      (shape, date) = (1, CivilDate(year: year.value, month: month, day: day.value))
    } else {
      guard let year = ahead.number(limit: 4), year.digits == 4, let sign = ahead.kakaoTalkSeparator(),
        let month = ahead.number(limit: 2), ahead.kakaoTalkSeparator() != nil,
        let day = ahead.number(limit: 2)
      else { return nil }
      _ = ahead.take("일") || ahead.take("日") || ahead.take(UInt8(ascii: "."))
      (shape, date) = (sign, CivilDate(year: year.value, month: month.value, day: day.value))
    }
    guard let date else { return nil }
    self = ahead
    return (date.daysSince1970, shape)
  }

  /// Reads `10 February 2024`, as phones of Britain have it.
  private mutating func kakaoTalkDayFirst() -> CivilDate? {
    var ahead = self
    guard let day = ahead.number(limit: 2), ahead.take(UInt8(ascii: " ")),
      let month = MonthName.number(in: bytes, at: ahead.offset)
    else { return nil }
    while ahead.byte | 0x20 >= UInt8(ascii: "a"), ahead.byte | 0x20 <= UInt8(ascii: "z"),
      ahead.take(ahead.byte)
    {}
    guard ahead.take(UInt8(ascii: " ")), let year = ahead.number(limit: 4), year.digits == 4,
      let date = CivilDate(year: year.value, month: month, day: day.value)
    else { return nil }
    self = ahead
    return date
  }

  private mutating func kakaoTalkSeparator() -> Int? {
    let sign: Int
    if take("년") || take("월") || take("年") || take("月") {
      sign = 2
    } else if take(UInt8(ascii: ".")) {
      sign = 3
    } else if take(UInt8(ascii: "-")) || take(UInt8(ascii: "/")) {
      sign = 4
    } else {
      return nil
    }
    skipSpaces()
    return sign
  }

  /// Reads `오전 11:33`, `11:33 AM`, `23:33`, with or without seconds.
  fileprivate mutating func kakaoTalkClock() -> KakaoTalkClock? {
    var ahead = self
    var (half, unknown): (DayHalf?, Range<Int>?) = (nil, nil)
    switch ahead.clockWord() {
    case .half(let found): half = found
    case .unknown(let word): unknown = word
    case .other, nil: break
    }
    if half != nil || unknown != nil { ahead.skipSpaces() }
    guard let hour = ahead.number(limit: 2), hour.value < 25, ahead.take(UInt8(ascii: ":")),
      let minute = ahead.number(limit: 2), minute.digits == 2, minute.value < 60
    else { return nil }
    var seconds = 0
    // On iOS a colon ends the head of a notice.
    var behind = ahead
    if behind.take(UInt8(ascii: ":")), let second = behind.number(limit: 2), second.digits == 2,
      second.value < 61
    {
      (ahead, seconds) = (behind, second.value)
    }
    if half == nil {
      var further = ahead
      further.skipSpaces()
      switch further.clockWord() {
      case .half(let behind): (ahead, half) = (further, behind)
      case .unknown(let word) where further.isAtEnd || ",:]".utf8.contains(further.byte):
        (ahead, unknown) = (further, word)
      default: break
      }
    }
    self = ahead
    return KakaoTalkClock(
      milliseconds: ((half?.hour(hour.value) ?? hour.value % 24) * 3600 + minute.value * 60 + seconds) * 1000,
      hour: hour.value, unknown: unknown)
  }
}

/// A time of day as KakaoTalk writes it.
private struct KakaoTalkClock {
  /// Milliseconds since midnight.
  var milliseconds: Int
  /// The hour as written.
  var hour: Int
  /// An unknown word next to it.
  var unknown: Range<Int>?
}
