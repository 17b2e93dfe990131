import ImportKit

/// Detects a chat by its first lines: a header with a line for a day or a message below it, or such lines alone.
struct DayTranscriptDetector {
  /// True if the file is a chat.
  private(set) var isChat = false

  init(_ bytes: InputBytes) {
    let header = DayTranscriptHeader(bytes)
    var (lines, days, tabs, blanks, others) = (0, 0, 0, 0, 0)
    var isOwnDay = false
    var firstWords: [String: Int] = [:]
    for line in LogSample(bytes, from: header?.end ?? LogLines.start(of: bytes)) {
      lines += 1
      if let time = DayTranscriptLine.time(bytes, line) {
        if time.hasTab { tabs += 1 } else { blanks += 1 }
        let rest = bytes.repairedString(in: time.end..<min(line.upperBound, time.end + 64))
        firstWords[String(rest.prefix { $0 != " " && $0 != "\t" }), default: 0] += 1
      } else if let day = DayTranscriptLine.day(bytes, line), header != nil || Self.isRight(day) {
        days += 1
        if lines == 1 { isOwnDay = Self.isOwnForm(bytes, line) }
      } else {
        others += 1
      }
      // Without a header the text begins with a day.
      if header == nil, lines == 1, days == 0 { return }
    }
    if header != nil {
      isChat = days > 0 || tabs > 0
    } else {
      // Names repeat, and are not in brackets as in the logs of chat rooms.
      let isTalk = firstWords.contains { $0.value > 1 && $0.key.first?.isLetter == true }
      // A chat of one or two messages must have nothing but lines in the app's own form.
      isChat =
        tabs > 1 || blanks > 2 && isTalk
        || tabs + blanks > 0 && blanks < 3 && others == 0 && (isOwnDay || blanks == 0)
    }
  }

  /// True if the date is written as the app does on computers: `2024.01.05 Friday`.
  private static func isOwnForm(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    var scanner = LineScanner(bytes, line)
    guard let year = scanner.number(limit: 4), year.digits == 4, scanner.take(UInt8(ascii: ".")),
      let month = scanner.number(limit: 2), month.digits == 2, scanner.take(UInt8(ascii: ".")),
      let day = scanner.number(limit: 2), day.digits == 2, scanner.take(UInt8(ascii: " "))
    else { return false }
    return true
  }

  /// True if the day of the week matches the date in some date order.
  private static func isRight(_ day: DayTranscriptLine.WrittenDay) -> Bool {
    guard let weekday = day.weekday else { return false }
    return DateOrder.allCases.contains { order in
      day.date.day(order).map { WeekdayName.day(ofDaysSince1970: $0) == weekday } ?? false
    }
  }
}
