import ICU
import ImportKit

/// The head of a message: the date and time at the beginning of its first line.
///
/// `[1/5/24, 9:12:05 AM] Name: text` on iOS, `05/01/2024, 09:12 - Name: text` on Android, in the phone's language: with other
/// separators, digits, a word between date and time, or the half of the day before or after the time.
struct TranscriptHead {
  var date: NumericDate
  /// True if the date has no year, as on Android around 2014 for the current one. A leap year takes its place.
  var lacksYear = false
  /// Milliseconds since midnight.
  var clock: Int
  /// Equal for the heads of a file, which all come from one phone: a line with another head is text that somebody pasted.
  /// Words around the time differ from hour to hour, so the shape records only their positions.
  var shape: UInt64
  /// True if the head is in brackets, as on iOS.
  var isBracketed: Bool
  /// True if it looks like a head of Threema, of Signal's tools or of text copied from Telegram: in brackets,
  /// but without seconds, which iOS always writes.
  var isAmbiguous: Bool
  /// True if a comma follows the date.
  private(set) var hasComma = false
  /// True if the half of the day is written `AM` or `PM`.
  var hasCapitalHalf: Bool
  /// The hour as written in the head.
  private(set) var hour = 0
  /// An unknown word next to the time.
  private(set) var unknownHalf: Range<Int>?
  /// The offset after the head, where the name or the text of a notice begins.
  var end: Int

  /// The most bytes of words between date and time, and after the time.
  private static let wordLimit = 64

  /// Reads the head of the line in `range`, or returns nil if it has none.
  @inline(__always)
  init?(_ bytes: InputBytes, _ range: Range<Int>) {
    guard range.count >= 10 else { return nil }
    let first = bytes[range.lowerBound]
    // A digit, a bracket, or the first byte of an invisible character or of another script's digit.
    guard
      first &- 0x30 <= 9 || first == UInt8(ascii: "[") || first >= 0xD9
        || Self.isLetter(first) && Self.mayBeginWithMonth(bytes, range)
    else { return nil }
    self.init(line: bytes, range)
  }

  private init?(line bytes: InputBytes, _ range: Range<Int>) {
    var scanner = LineScanner(bytes, range)
    var shape = ShapeHash()
    scanner.skipInvisible()
    isBracketed = scanner.take(UInt8(ascii: "["))
    scanner.skipInvisible()
    shape.add(isBracketed ? 1 : 0)
    if Self.hasTimeFirst(scanner) {
      guard let head = Self.timeFirst(&scanner, &shape, isBracketed: isBracketed) else { return nil }
      (date, clock, hasCapitalHalf, isAmbiguous) = (head.date, head.clock, head.hasCapitalHalf, false)
      (hour, unknownHalf) = (head.hour, head.unknown)
      self.shape = shape.value
      end = scanner.offset
      return
    }
    let start = (scanner, shape)
    var written: WrittenDate?
    if let date = Self.date(&scanner, &shape) {
      self.date = date
    } else {
      (scanner, shape) = start
      guard
        isBracketed || bytes[range.lowerBound] < 0x80
          || DecimalDigit.at(range.lowerBound, of: bytes, end: range.upperBound) != nil,
        let date = Self.writtenDate(&scanner, &shape)
      else {
        return nil
      }
      (written, self.date) = (date, Self.noDate)
    }
    hasComma = scanner.byte == UInt8(ascii: ",")
    let dateShape = shape
    guard var words = Self.joint(&scanner, &shape) else { return nil }
    // Some phones omit the year from dates of the current year, and use other signs.
    if written != nil { shape = dateShape }
    guard let time = Self.clock(&scanner, &shape) else { return nil }
    isAmbiguous = isBracketed && !time.hasSeconds
    var hasSpace = scanner.skipSpaces()
    let isCapital = scanner.byte == UInt8(ascii: "A") || scanner.byte == UInt8(ascii: "P")
    if words.half == nil, let behind = scanner.dayHalf() {
      words.half = behind
      hasSpace = scanner.skipSpaces()
      shape.add(2)
    }
    hasCapitalHalf = isCapital && words.half != nil
    guard Self.end(&scanner, &shape, &words, isBracketed: isBracketed, hasSpace: hasSpace) else { return nil }
    clock = Self.clock(time.milliseconds, words.half)
    (hour, unknownHalf) = (time.hour, words.unknown)
    if let written {
      guard let date = written.date(bytes) else { return nil }
      self.date = date
      lacksYear = written.lacksYear
    }
    self.shape = shape.value
    end = scanner.offset
  }

  private static let noDate = NumericDate(
    first: 0, second: 0, third: 0, firstDigits: 4, thirdDigits: 2, isUnpadded: false)

  /// Reads a head with the time before the date.
  private static func timeFirst(
    _ scanner: inout LineScanner, _ shape: inout ShapeHash, isBracketed: Bool
  ) -> (date: NumericDate, clock: Int, hasCapitalHalf: Bool, hour: Int, unknown: Range<Int>?)? {
    guard let time = clock(&scanner, &shape) else { return nil }
    scanner.skipSpaces()
    let isCapital = scanner.byte == UInt8(ascii: "A") || scanner.byte == UInt8(ascii: "P")
    var words = ClockWords(half: scanner.dayHalf())
    _ = scanner.take(UInt8(ascii: ",")) || scanner.take("،")
    scanner.skipSpaces()
    let start = (scanner, shape)
    var found = date(&scanner, &shape)
    if found == nil {
      (scanner, shape) = start
      found = writtenDate(&scanner, &shape)?.date(scanner.bytes)
    }
    let hasSpace = scanner.skipSpaces()
    shape.add(11)
    guard let found, end(&scanner, &shape, &words, isBracketed: isBracketed, hasSpace: hasSpace) else {
      return nil
    }
    return (
      found, clock(time.milliseconds, words.half), isCapital && words.half != nil, time.hour, words.unknown
    )
  }

  /// The words around the time.
  private struct ClockWords {
    var half: DayHalf?
    /// The unknown words.
    var unknown: Range<Int>?
    /// True if they follow the time.
    var isUnknownBehind = false

    /// Takes an unknown word after the time. Returns false if a phone does not write it there:
    /// there is one already, or it is a severity in a program's log.
    mutating func take(_ word: Range<Int>, _ bytes: InputBytes) -> Bool {
      guard half == nil, unknown == nil, !LogLevel.isLevel(bytes, word) else { return false }
      (unknown, isUnknownBehind) = (word, true)
      return true
    }
  }

  private static func clock(_ milliseconds: Int, _ half: DayHalf?) -> Int {
    let hour = milliseconds / 3_600_000
    return milliseconds + ((half?.hour(hour) ?? hour) - hour) * 3_600_000
  }

  /// True if the time precedes the date, as in Vietnamese.
  private static func hasTimeFirst(_ scanner: LineScanner) -> Bool {
    var ahead = scanner
    return ahead.number(limit: 2) != nil && ahead.byte == UInt8(ascii: ":")
  }

  // MARK: Dates

  /// Reads three numbers with separators: `5.1.2024`, `2024/01/05`, `2024. 1. 5.`, `2024年1月5日`, `令和6/1/5`, `1/5/R6`.
  private static func date(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> NumericDate? {
    let era = eraYear(&scanner)
    guard let first = scanner.number(limit: 4), separator(&scanner, &shape),
      let second = scanner.number(limit: 2), separator(&scanner, &shape)
    else { return nil }
    // A phone in English with Japan's calendar has the era before the year.
    let lastEra = era == nil && first.digits <= 2 ? eraYear(&scanner) : nil
    guard var third = scanner.number(limit: lastEra == nil ? 4 : 2), third.digits != 3,
      first.digits < 4 || third.digits < 4
    else { return nil }
    if let lastEra { (third.value, third.digits) = (lastEra + third.value, 4) }
    var (year, digits) = (first.value, first.digits)
    if let era {
      guard digits <= 2 else { return nil }
      (year, digits) = (era + year, 4)
    } else if digits == 3 {
      guard taiwanYears.contains(year) else { return nil }
      (year, digits) = (taiwanYear + year, 4)
    }
    shape.add(digits == 4 ? 4 : third.digits == 4 ? 5 : 6)
    return NumericDate(
      first: year, second: second.value, third: third.value, firstDigits: digits, thirdDigits: third.digits,
      isUnpadded: first.value < 10 && first.digits == 1 || second.value < 10 && second.digits == 1)
  }

  /// The year before the first of Taiwan's calendar, whose years up to 99 cannot be distinguished from others.
  private static let taiwanYear = 1911
  private static let taiwanYears = 100...189

  /// Reads the name of a Japanese era and returns the year before its first.
  private static func eraYear(_ scanner: inout LineScanner) -> Int? {
    switch scanner.byte {
    case UInt8(ascii: "A"):
      // Pashto names the era; the years can be distinguished from others.
      _ = scanner.take("AP ")
      return nil
    case UInt8(ascii: "R"), UInt8(ascii: "H"):
      var ahead = scanner
      let year = ahead.byte == UInt8(ascii: "R") ? 2018 : 1988
      ahead.move(to: ahead.offset + 1)
      guard DecimalDigit.at(ahead.offset, of: ahead.bytes, end: ahead.end) != nil else { return nil }
      scanner = ahead
      return year
    case 0xE4: return scanner.take("令和") ? 2018 : nil
    case 0xE5: return scanner.take("平成") ? 1988 : nil
    case 0xE6:
      _ = scanner.take("民國")
      return nil
    default: return nil
    }
  }

  private static func separator(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> Bool {
    scanner.skipSpaces()
    let byte = scanner.byte
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"): _ = scanner.take(byte)
    default:
      guard
        scanner.take("年") || scanner.take("月") || scanner.take("년") || scanner.take("월")
          || scanner.take("‐") || scanner.take("–")
      else {
        return false
      }
    }
    shape.add(byte)
    scanner.skipSpaces()
    return true
  }

  /// The most bytes of a date with a month's name.
  private static let writtenLimit = 80

  /// True if a line may begin with a month's name or a day of the week: a word, a stop or comma, and a number.
  private static func mayBeginWithMonth(_ bytes: InputBytes, _ range: Range<Int>) -> Bool {
    var (offset, spaces) = (range.lowerBound, 0)
    let end = min(range.upperBound, range.lowerBound + 40)
    while offset < end {
      let byte = bytes[offset]
      if byte &- 0x30 <= 9 { return spaces > 0 || offset == range.lowerBound + 1 }
      if byte == 0x20 {
        spaces += 1
        if spaces > 3 { return false }
      } else if !isLetter(byte), byte < 0x80, byte != UInt8(ascii: "."), byte != UInt8(ascii: ",") {
        return false
      }
      offset += 1
    }
    return false
  }

  private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte & 0xDF }

  /// Reads a date with a month's name, as older versions wrote it: `Mar 15, 2014`, `15 de mar. de 2014`, `Sat, 15 March 2014`. Its month
  /// stays open: it is one of the words.
  private static func writtenDate(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> WrittenDate? {
    var (words, day, month, year): ([Range<Int>], Int?, Int?, Int?) = ([], nil, nil, nil)
    let limit = scanner.offset + writtenLimit
    // After the last word or number, before its sign.
    var end = scanner
    while scanner.offset < limit {
      scanner.skipSpaces()
      if let day, year == nil, !words.isEmpty, hasTimeFirst(scanner) {
        // The time follows: `5 Jan 21:05`.
        let written = WrittenDate(words: words, day: day, month: month, year: leapYear, lacksYear: true)
        guard written.date(scanner.bytes) != nil else { return nil }
        scanner = end
        shape.add(12)
        return written
      }
      if let number = scanner.number(limit: 4) {
        if number.digits == 4, year == nil {
          year = number.value
        } else if number.digits <= 2, day == nil {
          day = number.value
        } else if number.digits <= 2, month == nil, let word = words.last, isCountedMonth(word, scanner.bytes)
        {
          month = number.value
        } else {
          return nil
        }
      } else {
        guard words.count < 5, let word = word(&scanner) else { return nil }
        words.append(word)
      }
      if let day, let year, month != nil || !words.isEmpty {
        let written = WrittenDate(words: words, day: day, month: month, year: year)
        // Words may precede the month: `2024. gada 5. janv.`
        if written.date(scanner.bytes) != nil {
          shape.add(12)
          return written
        }
      }
      end = scanner
      _ =
        scanner.take(UInt8(ascii: ".")) || scanner.take(UInt8(ascii: ",")) || scanner.take("،")
        || scanner.take(UInt8(ascii: "-")) || scanner.take(UInt8(ascii: "("))
      // Basque: `2024(e)ko urt. 5(a)`.
      if words.isEmpty || scanner.byte == UInt8(ascii: ")") { _ = scanner.take(UInt8(ascii: ")")) }
    }
    return nil
  }

  /// A leap year, for dates without a year.
  private static let leapYear = 2012

  /// True if a word says that the number after it is a month, as in Vietnamese.
  private static func isCountedMonth(_ word: Range<Int>, _ bytes: InputBytes) -> Bool {
    bytes.has("thg", at: word.lowerBound) || bytes.has("tháng".utf8, at: word.lowerBound)
  }

  /// Reads a run of letters.
  private static func word(_ scanner: inout LineScanner) -> Range<Int>? {
    let start = scanner.offset
    var end = start
    while end < min(scanner.end, start + wordLimit),
      isLetter(scanner.bytes[end]) || scanner.bytes[end] >= 0x80
    {
      if LineScanner.spaceLength(scanner.bytes, end, scanner.end) != nil { break }
      if scanner.bytes.has("،", at: end) { break }
      end += 1
    }
    guard end > start else { return nil }
    scanner.move(to: end)
    return start..<end
  }

  /// A date with a month's name.
  private struct WrittenDate {
    var words: [Range<Int>]
    var day: Int
    /// The month, if it is a number.
    var month: Int?
    var year: Int
    var lacksYear = false

    /// Returns the date in the order of ISO 8601, or nil if none of the words is a month.
    func date(_ bytes: InputBytes) -> NumericDate? {
      let names = words.lazy.compactMap { bytes.string(in: $0)?.lowercased() }
      guard let month = month ?? names.compactMap({ MonthName.number(named: $0) }).first else {
        return persianDate(names.map { $0 })
      }
      return NumericDate(
        first: year, second: month, third: day, firstDigits: 4, thirdDigits: 2, isUnpadded: false)
    }

    /// The months of the Persian calendar in Iran and in Afghanistan, by number.
    private static let persianMonths: [[String]] = [
      ["فروردین", "حمل"], ["اردیبهشت", "ثور"], ["خرداد", "جوزا"], ["تیر", "سرطان"], ["مرداد", "اسد"],
      ["شهریور", "سنبله"], ["مهر", "میزان"], ["آبان", "عقرب"], ["آذر", "قوس"], ["دی", "جدی"],
      ["بهمن", "دلو"], ["اسفند", "حوت"],
    ]

    private func persianDate(_ names: [String]) -> NumericDate? {
      guard 1380...1430 ~= year,
        let month = Self.persianMonths.firstIndex(where: { $0.contains(where: names.contains) })
      else { return nil }
      return NumericDate(
        first: year, second: month + 1, third: day, firstDigits: 4, thirdDigits: 2, isUnpadded: false)
    }
  }

  // MARK: Times

  /// Reads the part between date and time: a comma, a word such as `klo`, the half of the day. Returns nil
  /// if no time can follow.
  private static func joint(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> ClockWords? {
    if scanner.take(UInt8(ascii: ".")) || scanner.take("日") || scanner.take("일") { shape.add(7) }
    let limit = scanner.offset + wordLimit
    var words = ClockWords()
    var (hasSpace, hasWord) = (false, false)
    while scanner.offset < limit {
      if scanner.skipSpaces() { hasSpace = true }
      if DecimalDigit.at(scanner.offset, of: scanner.bytes, end: scanner.end) != nil {
        return hasSpace || words.half != nil || words.unknown != nil ? words : nil
      }
      if let word = scanner.clockWord() {
        switch word {
        case .half(let found): words.half = found
        case .other: break
        case .unknown(let range):
          words.unknown = (words.unknown?.lowerBound ?? range.lowerBound)..<range.upperBound
        }
        if !hasWord { shape.add(8) }
        hasWord = true
        continue
      }
      let byte = scanner.byte
      switch byte {
      case 0, UInt8(ascii: "]"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: "/"):
        return nil
      default: break
      }
      // A dash is the end of a head, not a word in it.
      if byte == UInt8(ascii: "-"), hasSpace { return nil }
      shape.add(byte)
      _ = scanner.take(byte)
    }
    return nil
  }

  /// Reads `9:12`, `09:12:05`, `9.12.05`, or `9 h 12 min 05 s`, in milliseconds.
  private static func clock(_ scanner: inout LineScanner, _ shape: inout ShapeHash) -> (
    milliseconds: Int, hour: Int, hasSeconds: Bool
  )? {
    guard let hour = scanner.number(limit: 2), hour.value < 25 else { return nil }
    let colon = scanner.byte
    guard colon == UInt8(ascii: ":") || colon == UInt8(ascii: "."), scanner.take(colon) else {
      return clockInWords(&scanner, &shape, hour.value)
    }
    guard let minute = scanner.number(limit: 2), minute.digits == 2, minute.value < 60 else { return nil }
    shape.add(colon)
    var seconds: Int?
    if scanner.byte == colon {
      var ahead = scanner
      if ahead.take(colon), let second = ahead.number(limit: 2), second.digits == 2, second.value < 61 {
        scanner = ahead
        seconds = second.value
        shape.add(9)
      }
    }
    let clock = (hour.value % 24) * 3600 + minute.value * 60 + (seconds ?? 0)
    return (clock * 1000, hour.value, seconds != nil)
  }

  /// Reads the rest of `21 h 12`, `21 h 12 min 05 s`, `21時12分05秒`.
  private static func clockInWords(_ scanner: inout LineScanner, _ shape: inout ShapeHash, _ hour: Int) -> (
    milliseconds: Int, hour: Int, hasSeconds: Bool
  )? {
    scanner.skipSpaces()
    guard
      scanner.take(UInt8(ascii: "h")) || scanner.take("時") || scanner.take("时") || scanner.take("시")
    else { return nil }
    scanner.skipSpaces()
    guard let minute = scanner.number(limit: 2), minute.value < 60 else { return nil }
    shape.add(13)
    var seconds = 0
    var ahead = scanner
    ahead.skipSpaces()
    var hasSeconds = false
    if ahead.take("min") || ahead.take("分") || ahead.take("분") {
      scanner = ahead
      ahead.skipSpaces()
      if let second = ahead.number(limit: 2), second.value < 61 {
        ahead.skipSpaces()
        if ahead.take(UInt8(ascii: "s")) || ahead.take("秒") || ahead.take("초") {
          scanner = ahead
          (seconds, hasSeconds) = (second.value, true)
          shape.add(9)
        }
      }
    }
    return (((hour % 24) * 3600 + minute.value * 60 + seconds) * 1000, hour, hasSeconds)
  }

  // MARK: The end

  /// Reads the end of the head, `] `, ` - ` or, as iOS wrote before 2018, `: `, and moves past the one space that follows. A word after
  /// the time, such as `ч.` and `Uhr`, is part of the head. `words` gets the half of the day if it is
  /// there.
  ///
  /// Before a colon only known words are part of the head: other logs have a name there.
  private static func end(
    _ scanner: inout LineScanner, _ shape: inout ShapeHash, _ words: inout ClockWords, isBracketed: Bool,
    hasSpace: Bool
  ) -> Bool {
    var hasSpace = hasSpace
    let limit = scanner.offset + wordLimit
    while !scanner.isAtEnd, scanner.offset < limit {
      let byte = scanner.byte
      if isBracketed {
        if scanner.take(UInt8(ascii: "]")) { return scanner.take(UInt8(ascii: " ")) || scanner.isAtEnd }
      } else if scanner.take(UInt8(ascii: "-")) || scanner.take("–") {
        return scanner.take(UInt8(ascii: " ")) || scanner.isAtEnd
      } else if byte == UInt8(ascii: ":") {
        shape.add(14)
        return !words.isUnknownBehind && scanner.take(byte) && scanner.take(UInt8(ascii: " "))
      }
      switch hasSpace ? scanner.clockWord() : nil {
      case .half(let found):
        if words.half == nil { shape.add(2) }
        words.half = words.half ?? found
      case .other: break
      case .unknown(let word):
        guard words.take(word, scanner.bytes) else { return false }
        shape.add(2)
      case nil:
        guard byte == UInt8(ascii: ".") || byte == UInt8(ascii: ")") else { return false }
        scanner.move(to: scanner.offset + 1)
      }
      if scanner.skipSpaces() { hasSpace = true }
    }
    return false
  }
}

/// A hash of the signs of a head (FNV-1a).
private struct ShapeHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

extension TranscriptHead {
  /// U+200E, with which the app marks its own words.
  static let mark: Unicode.Scalar = "\u{200E}"

  /// The offset of the colon that ends the name at the beginning of `line`: the first one followed by a space.
  static func colon(in line: Range<Int>, of bytes: InputBytes) -> Int? {
    var start = line.lowerBound
    while let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: start..<line.upperBound) {
      start = colon + 1
      if start < line.upperBound, bytes[start] == 0x20 { return colon > line.lowerBound ? colon : nil }
    }
    return nil
  }

  /// The colon that ends the name at the beginning of `line`: the first one followed by a space.
  static func colon(in line: Substring) -> Substring.Index? {
    let bytes = line.utf8
    var start = bytes.startIndex
    while let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) {
      let next = bytes.index(after: colon)
      if next < bytes.endIndex, bytes[next] == UInt8(ascii: " ") {
        return colon == bytes.startIndex ? nil : colon
      }
      start = next
    }
    return nil
  }
}
