package import ChatModel
import ICU

/// A date and a time of day as apps write them for people, in any language's words and order.
///
/// `Jan 08, 2026 4:41 am`, `Aug 03, 2024 10:40:52pm`, `14 mai 2020, 16:32`, `31.12.2023 23:11`, `2024년 1월 1일 오후 3:45`.
package struct WrittenTime {
  private var year: Int?
  private var isYearFirst = false
  /// The number of numbers before the month's name; nil if there is none.
  private var numbersBeforeMonth: Int?
  private var month: Int?
  private var day: Int?
  /// Numbers of one or two digits that are the day, the month or a short year.
  private var numbers: [Int] = []
  private var clock: [Int] = []
  private var half: DayHalf?
  /// An unknown word beside the clock, which may name a half of the day.
  private var unknownHalf: String?
  /// The offset after the clock.
  private var clockEnd: Int?
  private var hasStops = false
  /// The number of words that are neither a month nor a half of the day.
  private var strangerCount = 0
  /// True if one of these is longer than words such as `de` and `kl`, or a number longer than a year.
  private var hasLongStranger = false
  private let scalars: [Unicode.Scalar]
  private var next = 0

  /// The most characters read from a text.
  private static let limit = 80

  /// Returns the milliseconds since 1970 that a text names, as if the clock showed UTC, or nil. `order` applies to dates without a
  /// name for the month.
  package static func milliseconds(_ text: String, order: DateOrder? = nil) -> Int64? {
    WrittenTime(text)?.milliseconds(order)
  }

  /// Returns the milliseconds of a text like ``milliseconds(_:order:)``. Adds the hour to `halves`, with an unknown word beside it.
  package static func milliseconds(_ text: String, order: DateOrder?, _ halves: inout UnknownHalves) -> Int64?
  {
    guard let time = WrittenTime(text), let milliseconds = time.milliseconds(order) else { return nil }
    if let hour = time.clock.first { halves.add(hour: hour, time.half == nil ? time.unknownHalf : nil) }
    return milliseconds
  }

  /// Returns the way in which a text writes a date, a time of day or both. `order` applies to dates without a name for the month.
  package static func style(_ text: String, order: DateOrder? = nil) -> DateStyle {
    guard let time = WrittenTime(text) else { return DateStyle() }
    var style = DateStyle()
    if let before = time.numbersBeforeMonth, !time.isYearFirst, time.day == nil {
      style.isDayFirst = before > 0
    } else if time.month == nil, !time.isYearFirst, time.numbers.count >= 2 {
      style.isDayFirst = order.map { $0 == .dmy } ?? !time.isMonthFirst(time.numbers[0], time.numbers[1], nil)
      if order == .ymd { style.isDayFirst = nil }
    }
    if time.clock.count >= 2 { style.has24Hours = time.half == nil }
    return style
  }

  /// Returns the milliseconds if a text as a whole is a time with seconds; nil if it has more numbers, or words other than a few short
  /// ones, such as `de`.
  package static func line(_ text: ArraySlice<Unicode.Scalar>, order: DateOrder? = nil) -> Int64? {
    guard text.count <= limit else { return nil }
    var time = WrittenTime(Array(text))
    while !time.hasLongStranger, time.readNext() {}
    let count = time.numbers.count + [time.year, time.month, time.day].count { $0 != nil }
    guard count == 3, time.clock.count == 3, time.strangerCount <= 3, !time.hasLongStranger else {
      return nil
    }
    return time.milliseconds(order)
  }

  private init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  /// Reads a text; nil if it is too long for a time.
  private init?(_ text: String) {
    // A character has up to four bytes.
    guard text.utf8.count <= Self.limit * 4 else { return nil }
    self.init(Array(text.unicodeScalars))
    guard scalars.count <= Self.limit else { return nil }
    read()
  }

  private var scalar: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

  private mutating func read() { while readNext() {} }

  /// Reads a number, a word or a sign; false at the end.
  private mutating func readNext() -> Bool {
    guard let scalar else { return false }
    if Self.digit(scalar) != nil {
      readNumber()
    } else if Self.isLetter(scalar) {
      readWord()
    } else {
      next += 1
    }
    return true
  }

  /// The value of a decimal digit of any script; nil for other characters.
  package static func digit(_ scalar: Unicode.Scalar) -> Int? {
    if scalar.isASCII { return 48...57 ~= scalar.value ? Int(scalar.value) - 48 : nil }
    let properties = scalar.properties
    return properties.numericType == .decimal ? properties.numericValue.flatMap { Int(exactly: $0) } : nil
  }

  /// True if a character is a letter of any script, or a mark on one.
  package static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return 97...122 ~= scalar.value | 0x20 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return properties.isAlphabetic
    }
  }

  /// Reads a run of digits, which is no number if it has more than four.
  private mutating func digits() -> (value: Int, count: Int) {
    var (value, count) = (0, 0)
    while let digit = scalar.flatMap(Self.digit) {
      value = count < 5 ? value * 10 + digit : value
      count += 1
      next += 1
    }
    return (value, count)
  }

  // MARK: Numbers

  private mutating func readNumber() {
    let (value, count) = digits()
    hasLongStranger = hasLongStranger || count > 4
    guard count <= 4 else { return }
    if clock.isEmpty, count <= 2, isClock(behind: scalar) { return readClock(value) }
    if scalar == ".", count <= 2 { hasStops = true }
    switch scalar {
    case "年", "년": setYear(value)
    case "月", "월": month = value
    case "日", "일": day = value
    default:
      if count >= 3 { setYear(value) } else { numbers.append(value) }
    }
  }

  private mutating func setYear(_ value: Int) {
    guard year == nil else { return }
    year = value
    isYearFirst = numbers.isEmpty && month == nil
  }

  /// True if the number before a separator is an hour: always before a colon, before a stop only after a whole date.
  private func isClock(behind separator: Unicode.Scalar?) -> Bool {
    guard separator == ":" || separator == ".", next + 2 < scalars.count,
      Self.digit(scalars[next + 1]) != nil,
      Self.digit(scalars[next + 2]) != nil
    else { return false }
    return separator == ":" || year != nil && (day != nil || !numbers.isEmpty)
  }

  private mutating func readClock(_ hour: Int) {
    clock = [hour]
    while clock.count < 3, let separator = scalar, separator == ":" || separator == ".",
      next + 2 < scalars.count, Self.digit(scalars[next + 1]) != nil, Self.digit(scalars[next + 2]) != nil
    {
      next += 1
      clock.append(digits().value)
    }
    clockEnd = next
  }

  // MARK: Words

  private mutating func readWord() {
    let start = next
    while let scalar, Self.isLetter(scalar) { next += 1 }
    let word = scalars[start..<next]
    let name = Self.lowercased(word)
    // Vietnamese numbers its months.
    if name == "tháng" || name == "thg" {
      while scalar == " " || scalar == "." { next += 1 }
      let number = digits()
      if number.count > 0 { month = number.value }
    } else if needsMonth, let number = MonthName.number(named: name) {
      (month, numbersBeforeMonth) = (number, numbers.count)
    } else if half != nil || !readHalf(from: start) {
      noteUnknownHalf(start)
      strangerCount += 1
      // Unknown zones have up to five capital letters.
      let isZone = word.count <= 5 && word.allSatisfy { 0x41...0x5A ~= $0.value }
      hasLongStranger = hasLongStranger || word.count > 3 && !isZone
    }
  }

  /// True unless numbers give the whole date: the word after `2024/01/15` is a weekday, and the names of months take long to load.
  private var needsMonth: Bool {
    month == nil && numbers.count + (year == nil ? 0 : 1) + (day == nil ? 0 : 1) < 3
  }

  /// Returns a word in small letters.
  private static func lowercased(_ word: ArraySlice<Unicode.Scalar>) -> String {
    guard word.allSatisfy(\.isASCII) else { return String(scalars: word).lowercased() }
    return String(decoding: word.map { UInt8(truncatingIfNeeded: $0.value | 0x20) }, as: UTF8.self)
  }

  /// Reads a word for the half of the day, which may contain stops and spaces; false if there is none.
  private mutating func readHalf(from start: Int) -> Bool {
    // Most have two letters, which `LineScanner.dayHalf()` reads with equal results.
    if next == start + 2, scalars[start + 1].value | 0x20 == 0x6D {
      let letter = scalars[start].value | 0x20
      if letter == 0x61 || letter == 0x70 {
        guard isBesideClock(start, next) else { return false }
        half = letter == 0x61 ? .morning : .afternoon
        return true
      }
    }
    let bytes = InputBytes(Array(String(scalars: scalars[start..<min(scalars.count, start + 12)]).utf8))
    var scanner = LineScanner(bytes, 0..<bytes.count)
    guard let found = scanner.dayHalf() else { return false }
    let length = bytes.repairedString(in: 0..<scanner.offset).unicodeScalars.count
    let end = max(next, min(scalars.count, start + length))
    guard isBesideClock(start, end) else { return false }
    half = found
    next = end
    return true
  }

  /// Notes the word at `start` if it may mean a half of the day: a word separated from the clock before it only by blanks, or
  /// directly before the clock. Single letters and names of zones are other words.
  private mutating func noteUnknownHalf(_ start: Int) {
    guard half == nil, unknownHalf == nil, next - start > 1 else { return }
    if let clockEnd {
      guard scalars[clockEnd..<start].allSatisfy({ $0.properties.isWhitespace || $0.isDirectionMark }) else {
        return
      }
    } else {
      guard isBesideClock(start, next), scalar.flatMap(Self.digit) != nil else { return }
    }
    let word = String(scalars: scalars[start..<next])
    let isZone = 3...5 ~= word.utf8.count && word.utf8.allSatisfy { 0x41...0x5A ~= $0 }
    guard !isZone, !ZoneNames.knows(word) else { return }
    let bytes = InputBytes(Array(word.utf8))
    var scanner = LineScanner(bytes, 0..<bytes.count)
    if case .unknown = scanner.clockWord() { unknownHalf = word }
  }

  /// True if a word is beside the clock, with only blanks and signs between: elsewhere it has another
  /// meaning.
  private func isBesideClock(_ start: Int, _ end: Int) -> Bool {
    if let clockEnd {
      return scalars[clockEnd..<start].allSatisfy { !Self.isLetter($0) && Self.digit($0) == nil }
    }
    // `오후 3:45`; the `am` of `am 5. Januar` is another word.
    let behind = scalars[end...].drop {
      $0 == "." || $0 == "," || $0.properties.isWhitespace || $0.isDirectionMark
    }
    let sign = behind.drop { Self.digit($0) != nil }
    guard 1...2 ~= behind.count - sign.count, let first = sign.first else { return false }
    if first == "." { return sign.dropFirst().prefix(2).count { Self.digit($0) != nil } == 2 }
    return first == ":" || first == "시" || first == "時" || first == "时"
  }

  // MARK: Result

  private func milliseconds(_ order: DateOrder?) -> Int64? {
    guard clock.count >= 2, let date = date(order) else { return nil }
    let (hour, minute, second) = (half?.hour(clock[0]) ?? clock[0], clock[1], clock.count > 2 ? clock[2] : 0)
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second else { return nil }
    let seconds = (date.daysSince1970 &* 24 &+ hour) &* 3600 &+ minute &* 60 &+ second
    return Int64(seconds) &* 1000
  }

  private func date(_ order: DateOrder?) -> CivilDate? {
    var rest = numbers[...]
    var (year, month, day) = (year, month, day)
    if year == nil, rest.count + (month == nil ? 0 : 1) + (day == nil ? 0 : 1) == 3 {
      year = rest.popLast().map { $0 + 2000 }
    }
    if month == nil, day == nil, rest.count >= 2, let first = rest.popFirst(), let second = rest.popFirst() {
      (month, day) = isMonthFirst(first, second, order) ? (first, second) : (second, first)
    }
    month = month ?? rest.popFirst()
    day = day ?? rest.popFirst()
    guard var year, let month, let day else { return nil }
    // Thai phones count years from 543 BC.
    if 2500...2650 ~= year { year -= 543 }
    guard 1970...2200 ~= year else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// True if the first of two numbers is the month.
  private func isMonthFirst(_ first: Int, _ second: Int, _ order: DateOrder?) -> Bool {
    isYearFirst || second > 12 || first <= 12 && (order.map { $0 == .mdy } ?? isAmerican)
  }

  /// True if a date of numbers looks American: a clock of twelve hours, and no stops.
  private var isAmerican: Bool { half != nil && !hasStops }
}

extension MonthName {
  /// The languages with known names of months. If a name has two meanings the first counts: `listopad` is November, not October
  /// as in Croatian.
  private static let languages = [
    "en", "de", "fr", "es", "pt", "it", "nl", "pl", "cs", "sk", "hu", "ro", "tr", "ru", "uk", "bg", "el",
    "sv", "da", "nb",
    "fi", "et", "lv", "lt", "id", "ms", "th", "ar", "he", "fa", "hi", "bn", "ta", "te", "mr", "gu", "kn",
    "ml", "pa", "ur",
    "sr", "sl", "hr", "ca", "fil", "sw", "af", "sq", "az", "ka", "hy", "kk", "mk", "is", "my", "km", "ne",
    "si", "be", "cy", "eu", "ga", "gl", "ig", "ky", "lo", "or", "so", "tk", "uz", "am", "rw", "sd", "bs",
    "ha",
    "yo", "zu", "ps",
  ]

  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for language in languages {
      for (number, names) in MonthNames.byNumber(locale: language).enumerated() {
        for name in names where numbers[name] == nil { numbers[name] = number + 1 }
      }
    }
    return numbers
  }()

  /// Returns 1 to 12 for a month's name in small letters, long or short, in any language that apps are translated to; or nil.
  package static func number(named name: String) -> Int? {
    // The table of all languages takes long to build.
    if name.utf8.count == 3, let number = number(letters: name.utf8.reduce(0) { $0 << 8 | UInt32($1) }) {
      return number
    }
    if let number = numbers[name] { return number }
    // An abbreviation's sign, and in Hebrew the word for "in" before the name.
    var bare = name[...]
    while let last = bare.unicodeScalars.last, ".॰׳'’".unicodeScalars.contains(last) {
      bare.unicodeScalars.removeLast()
    }
    if bare.utf8.count < name.utf8.count, let number = numbers[String(bare)] { return number }
    if bare.unicodeScalars.first == "ב" {
      return numbers[String(bare.unicodeScalars.dropFirst())] ?? numbers[String(name.dropFirst())]
    }
    return nil
  }
}
