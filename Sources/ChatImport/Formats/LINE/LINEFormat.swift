import ChatModel

/// The text that LINE writes for "Export chat history" on phones, and "Save chat" on computers.
enum LINEFormat: ConvertedFormat {
  static let name = "LINE (exported chat history)"

  static let capabilities: [FormatCapability] = [
    .full("text of phones and computers in the app's languages"),
    .full("calls with their duration"),
    .partly("photos, videos, voice messages, stickers, files", "that there was one; the export has no files"),
    .partly("contacts, locations", "that there was one; the export has nothing of them"),
    .full("notices, unsent messages", "as the export words them"),
    .partly("dates", "the order of day and month is inferred; --date-order sets it"),
    .none("replies, reactions, receipts", "the export has none"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return false }
    return CountryText.recognises(bytes, certainty)
  }

  /// The certainty that a text is LINE's: 0 if it is none, 2 if its header has the words of a language, which
  /// it has in the right encoding alone.
  private static func certainty(_ bytes: InputBytes) -> Int {
    LINEDetector(bytes).isChat ? LINEHeader(bytes)?.hasWords == true ? 2 : 1 : 0
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let original = input.bytes else { return }
    let bytes = CountryText.text(
      original, charset: conversion.options.charset, file: input.path, &log, certainty)
    let header = LINEHeader(bytes)
    let start = header?.end ?? LogLines.start(of: bytes)
    let title = header?.title ?? LINEHeader.title(ofFile: input.stem)
    let survey = LINESurvey(bytes, from: start, title: title, order: conversion.options.dateOrder)
    if survey.evidence == .habit || survey.evidence == .changes {
      log.append(
        Diagnostic(
          survey.evidence == .habit ? .warning : .note, "assumed-date-order",
          "nothing in the file tells the order of its dates for certain; they are read as \(survey.order.rawValue), set --date-order to change it",
          at: Origin(file: input.path)))
    }
    let findings = [survey.unknownHalves.warning(in: input.path), survey.ends.note(in: input.path)]
    for finding in findings.compactMap({ $0 }) { log.append(finding) }
    let builder = conversion.conversation(named: "line/\(title)", title: title)
    (builder.precision, builder.copyDifference) = (60_000, .names)
    var reader = LINEReader(input, bytes, survey, conversion, builder)
    try reader.read(from: start, log: &log)
  }
}

/// A detection by the first lines: a header with a line for a day or a message below it, or such lines alone.
struct LINEDetector {
  /// Indicates whether the file is a chat.
  private(set) var isChat = false

  init(_ bytes: InputBytes) {
    let header = LINEHeader(bytes)
    var (lines, days, tabs, blanks, others) = (0, 0, 0, 0, 0)
    var isOwnDay = false
    var firstWords: [String: Int] = [:]
    for line in LogSample(bytes, from: header?.end ?? LogLines.start(of: bytes)) {
      lines += 1
      if let time = LINELine.time(bytes, line) {
        if time.hasTab { tabs += 1 } else { blanks += 1 }
        let rest = bytes.repairedString(in: time.end..<min(line.upperBound, time.end + 64))
        firstWords[String(rest.prefix { $0 != " " && $0 != "\t" }), default: 0] += 1
      } else if let day = LINELine.day(bytes, line), header != nil || Self.isRight(day) {
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
      // Names come again, and are in no brackets as in the logs of chat rooms.
      let isTalk = firstWords.contains { $0.value > 1 && $0.key.first?.isLetter == true }
      // A talk of one or two messages has nothing but lines of the app's own form.
      isChat =
        tabs > 1 || blanks > 2 && isTalk
        || tabs + blanks > 0 && blanks < 3 && others == 0 && (isOwnDay || blanks == 0)
    }
  }

  /// True if a day is written as the app does on computers: `2024.01.05 Friday`.
  private static func isOwnForm(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    var scanner = LineScanner(bytes, line)
    guard let year = scanner.number(limit: 4), year.digits == 4, scanner.take(UInt8(ascii: ".")),
      let month = scanner.number(limit: 2), month.digits == 2, scanner.take(UInt8(ascii: ".")),
      let day = scanner.number(limit: 2), day.digits == 2, scanner.take(UInt8(ascii: " "))
    else { return false }
    return true
  }

  /// Indicates whether the day of the week is the date's, in some order.
  private static func isRight(_ day: LINELine.WrittenDay) -> Bool {
    guard let weekday = day.weekday else { return false }
    return DateOrder.allCases.contains { order in
      day.date.day(order).map { WeekdayName.day(ofDaysSince1970: $0) == weekday } ?? false
    }
  }
}
