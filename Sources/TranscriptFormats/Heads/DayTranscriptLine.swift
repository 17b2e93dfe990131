import ImportKit

/// The lines of LINE's text: one for each day, and one or more for each message below it.
enum DayTranscriptLine {
  /// The time at the beginning of a message's line.
  struct Time {
    /// Milliseconds since midnight.
    var clock: Int
    /// True if a tab follows the time (desktop exports) instead of a space.
    var hasTab: Bool
    /// The hour as written.
    var hour: Int
    /// An unknown word next to the time.
    var unknownHalf: Range<Int>?
    /// The offset after the tab or space.
    var end: Int
  }

  /// A line with a date alone.
  struct WrittenDay {
    var date: NumericDate
    /// The day of the week next to the date, 0 for Monday; nil if it is in an unknown language.
    var weekday: Int?
    /// True if the day of the week precedes the date.
    var isBefore: Bool
  }

  /// The most bytes of the words around a date.
  private static let wordLimit = 48

  /// Reads `10:20`, `6:20 PM`, `9:30AM`, `上午9:20`, `午後3:04` and the tab or space that follows.
  @inline(__always)
  static func time(_ bytes: InputBytes, _ range: Range<Int>) -> Time? {
    guard range.count >= 5 else { return nil }
    let first = bytes[range.lowerBound]
    guard first &- 0x30 <= 9 || first >= 0x80 || 0x41...0x5A ~= first & 0xDF else { return nil }
    var scanner = LineScanner(bytes, range)
    var half: DayHalf?
    var unknown: Range<Int>?
    if first &- 0x30 > 9, !isWordBeforeTime(&scanner, &half, &unknown) { return nil }
    let hour = scanner.number(limit: 2)
    // Some phones write `21.12`.
    let isDotted = scanner.byte == UInt8(ascii: ".")
    guard let hour, hour.value < 25, isDotted || scanner.byte == UInt8(ascii: ":"),
      scanner.take(scanner.byte),
      let minute = scanner.number(limit: 2), minute.digits == 2, minute.value < 60
    else { return nil }
    if half == nil {
      var ahead = scanner
      // A tab does not count as a space before AM and PM: it ends the time.
      if ahead.byte != 0x09 { ahead.skipBlank() }
      let start = ahead
      if let behind = ahead.dayHalf(), ahead.byte == 0x09 {
        (half, scanner) = (behind, ahead)
      } else {
        ahead = start
        // After a space, the word may be a name that means AM or PM in some language.
        if let behind = ahead.latinDayHalf(), ahead.byte == 0x09 || ahead.byte == 0x20 {
          (half, scanner) = (behind, ahead)
        } else if unknown == nil {
          ahead = start
          if case .unknown(let word) = ahead.clockWord(), ahead.byte == 0x09 {
            (unknown, scanner) = (word, ahead)
          }
        }
      }
    }
    let hasTab = scanner.byte == 0x09
    guard hasTab || scanner.byte == 0x20 && !isDotted, scanner.take(scanner.byte) else { return nil }
    // An unknown word may be part of a text, unless the line has the columns of a message.
    guard unknown == nil || hasTab && bytes.firstIndex(of: 0x09, in: scanner.offset..<range.upperBound) != nil
    else { return nil }
    let hours = half?.hour(hour.value) ?? hour.value % 24
    return Time(
      clock: (hours * 60 + minute.value) * 60_000, hasTab: hasTab, hour: hour.value, unknownHalf: unknown,
      end: scanner.offset)
  }

  /// Reads the word in front of a time. Returns false if there is none, or no digit after it.
  private static func isWordBeforeTime(
    _ scanner: inout LineScanner, _ half: inout DayHalf?, _ unknown: inout Range<Int>?
  ) -> Bool {
    // Digits of other scripts.
    if DecimalDigit.at(scanner.offset, of: scanner.bytes, end: scanner.end) != nil { return true }
    // Most lines that begin with a letter are texts and need no lookup.
    guard scanner.hasDigitAhead else { return false }
    switch scanner.clockWord() {
    case .half(let found): half = found
    case .unknown(let word): unknown = word
    case .other, nil: return false
    }
    scanner.skipSpaces()
    return DecimalDigit.at(scanner.offset, of: scanner.bytes, end: scanner.end) != nil
  }

  /// The year before the first one of a Japanese era, by the letter or word before its years.
  private static let eras = ["R": 2018, "令和": 2018, "H": 1988, "平成": 1988]

  /// Reads `2024.01.05 Friday`, `2024/01/05(金)`, `Fri, 01/05/2024`, `พฤ. 11/07/2024`, `2024. 1. 5. 금요일`, `R6/01/05(金)`.
  static func day(_ bytes: InputBytes, _ range: Range<Int>) -> WrittenDay? {
    guard range.count >= 8, range.count <= 2 * wordLimit + 20 else { return nil }
    var scanner = LineScanner(bytes, range)
    // Vietnamese days of the week have numbers: `Th 6, 15/03/2024`.
    if scanner.take("Th ") || scanner.take("Thứ ") || scanner.take("T") { _ = scanner.number(limit: 1) }
    while DecimalDigit.at(scanner.offset, of: bytes, end: scanner.end) == nil {
      guard scanner.offset < min(scanner.end, range.lowerBound + wordLimit) else { return nil }
      _ = scanner.take(scanner.byte)
    }
    let before = bytes.string(in: range.lowerBound..<scanner.offset) ?? ""
    guard var first = scanner.number(limit: 4), separator(&scanner), let second = scanner.number(limit: 2),
      separator(&scanner), let third = scanner.number(limit: 4)
    else { return nil }
    let era = eras[before]
    if let era, first.digits <= 2 { first = (era + first.value, 4) }
    guard first.digits == 4 || third.digits == 4, first.digits != third.digits else { return nil }
    let rest = bytes.string(in: scanner.offset..<range.upperBound) ?? ""
    guard rest.utf8.count <= wordLimit, !rest.utf8.contains(0x09), DecimalDigit.isMissing(in: rest) else {
      return nil
    }
    let date = NumericDate(
      first: first.value, second: second.value, third: third.value, firstDigits: first.digits,
      thirdDigits: third.digits, isUnpadded: first.digits == 1 || second.digits == 1)
    let isBefore = era == nil && before.contains { $0.isLetter }
    guard isBefore != rest.drop(while: { "日.".contains($0) }).contains(where: \.isLetter) else { return nil }
    return WrittenDay(date: date, weekday: WeekdayName.day(isBefore ? before : rest), isBefore: isBefore)
  }

  private static func separator(_ scanner: inout LineScanner) -> Bool {
    guard
      scanner.take(UInt8(ascii: "/")) || scanner.take(UInt8(ascii: ".")) || scanner.take(UInt8(ascii: "-"))
        || scanner.take("年") || scanner.take("月")
    else { return false }
    scanner.skipBlank()
    return true
  }
}

extension LineScanner {
  /// True if one of the next bytes may be a digit's: no word for AM or PM is longer.
  fileprivate var hasDigitAhead: Bool {
    for next in offset..<min(end, offset + 40) {
      let byte = bytes[next]
      if byte &- 0x30 <= 9 || byte >= 0x80 && DecimalDigit.at(next, of: bytes, end: end) != nil {
        return true
      }
      if byte == 0x09 { return false }
    }
    return false
  }

  /// Reads blanks, but no tabs.
  fileprivate mutating func skipBlank() {
    while byte == 0x20, take(0x20) {}
    if let count = Self.spaceLength(bytes, offset, end) { move(to: offset + count) }
  }
}
