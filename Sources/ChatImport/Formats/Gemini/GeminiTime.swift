/// A time in the words of My Activity, in any language: `Sep 2, 2026, 1:26:27 PM PDT`, `18 Sept 2025, 12:02:52 CET`,
/// `02.09.2026, 09:00:00 MESZ`, `2026年6月19日 12:23:08 CST`, `10 de mai. de 2026, 03:46:09 BRT`.
enum GeminiTime {
  /// The most bytes of a line that is a time.
  private static let limit = 160

  /// Returns the time that a line is, or nil if it is anything else. `order` is that of dates in numbers alone.
  static func timestamp(_ line: String, order: DateOrder? = nil) -> Timestamp? {
    guard line.utf8.count <= limit, mayHaveClock(line) else { return nil }
    let (words, zone) = split(Array(line.unicodeScalars))
    guard let time = WrittenTime.line(words, order: order) else { return nil }
    let minutes: Int? =
      switch zone {
      case .offset(let minutes): minutes
      case .named(let name): meaning(of: name, in: line, isYearFirst: time.isYearFirst)
      case nil: nil
      }
    return minutes.map { .instant(time.milliseconds &- Int64($0) &* 60_000) } ?? .wallClock(time.milliseconds)
  }

  /// Indicates whether two colons or stops with digits behind them are in a line, as a clock with seconds has. Most lines are no
  /// times, and names of months take longer to look for.
  private static func mayHaveClock(_ line: String) -> Bool {
    var (count, isBehindSign) = (0, false)
    for byte in line.utf8 {
      if isBehindSign, byte &- 0x30 <= 9 || byte >= 0x80 { count += 1 }
      isBehindSign = byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
    return count >= 2
  }

  // MARK: Zones

  private enum Zone {
    /// Minutes east of Greenwich.
    case offset(Int)
    /// An abbreviation, or a name in brackets.
    case named(String)
  }

  /// Zones by the abbreviations that Google writes, in minutes east of Greenwich.
  private static let zones: [String: Int] = [
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "WAT": 60, "CET": 60, "MEZ": 60, "CEST": 120,
    "MESZ": 120, "EET": 120, "OEZ": 120, "CAT": 120, "SAST": 120, "EEST": 180, "OESZ": 180, "MSK": 180,
    "EAT": 180, "TRT": 180, "IDT": 180, "IRST": 210, "GST": 240, "AZT": 240, "AFT": 270, "PKT": 300,
    "UZT": 300,
    "IST": 330, "NPT": 345, "BDT": 360, "MMT": 390, "ICT": 420, "WIB": 420, "WITA": 480, "PHT": 480,
    "PHST": 480,
    "MYT": 480, "SGT": 480, "HKT": 480, "AWST": 480, "WIT": 540, "JST": 540, "KST": 540, "ACST": 570,
    "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780, "BRST": -120, "BRT": -180, "ART": -180,
    "UYT": -180, "CLST": -180, "NST": -210, "NDT": -150, "AST": -240, "ADT": -180, "CLT": -240, "BOT": -240,
    "VET": -240, "COT": -300, "PET": -300, "ECT": -300, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
    "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600,
    "台北標準時間": 480, "中國標準時間": 480, "中国标准时间": 480, "香港標準時間": 480, "日本標準時": 540,
  ]

  /// Returns the minutes east of Greenwich of a zone, or nil if it is not known. The language of the line tells which of two
  /// zones an abbreviation is of.
  private static func meaning(of name: String, in line: String, isYearFirst: Bool) -> Int? {
    switch name {
    case "CST" where isYearFirst && !line.utf8.contains(UInt8(ascii: "-")): 480
    case "IST" where line.unicodeScalars.contains { 0x590...0x5FF ~= $0.value }: 120
    case "AST" where line.unicodeScalars.contains { 0x600...0x6FF ~= $0.value }: 180
    default: zones[name]
    }
  }

  /// Splits a line into date and clock, and the zone behind them.
  private static func split(_ line: [Unicode.Scalar]) -> (words: ArraySlice<Unicode.Scalar>, zone: Zone?) {
    var end = line.count
    while end > 0, isSpace(line[end - 1]) { end -= 1 }
    if end > 0, line[end - 1] == "]", let open = line[..<end].lastIndex(of: "[") {
      return (line[..<open], .named(text(line[(open + 1)..<(end - 1)])))
    }
    if let (start, minutes) = offset(line[..<end]) { return (line[..<start], .offset(minutes)) }
    var start = end
    while start > 0, 0x41...0x5A ~= line[start - 1].value { start -= 1 }
    let name = text(line[start..<end])
    return zones[name] == nil ? (line[..<end], nil) : (line[..<start], .named(name))
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// Returns the minutes of an offset at the end, such as `GMT-03:00`, `UTC+2` or `+0530`, and its start; nil if there is none.
  private static func offset(_ scalars: ArraySlice<Unicode.Scalar>) -> (start: Int, minutes: Int)? {
    var start = scalars.endIndex
    while start > 0, scalars[start - 1] == ":" || WrittenTime.digit(scalars[start - 1]) != nil { start -= 1 }
    guard start > 0, start < scalars.endIndex, let sign = sign(scalars[start - 1]) else { return nil }
    let parts = scalars[start...].split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.map { $0.compactMap(WrittenTime.digit) }
    guard 1...2 ~= parts.count, digits.allSatisfy({ 1...4 ~= $0.count }) else { return nil }
    var numbers = digits.map { $0.reduce(0) { $0 * 10 + $1 } }
    if numbers.count == 1 {
      numbers = numbers[0] > 99 ? [numbers[0] / 100, numbers[0] % 100] : [numbers[0], 0]
    }
    guard numbers[0] <= 15, numbers[1] < 60 else { return nil }
    // The name before it is of letters, in Arabic `غرينتش`. A sign behind a digit is that of a date.
    start -= 1
    while start > 0, WrittenTime.isLetter(scalars[start - 1]) { start -= 1 }
    guard start > 0, isSpace(scalars[start - 1]) else { return nil }
    return (start, sign * (numbers[0] * 60 + numbers[1]))
  }

  private static func sign(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "+": 1
    case "-", "−": -1
    default: nil
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value <= 0x20 }
    return scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
  }
}
