import ChatModel
import ImportKit

/// Reads the messages of one text.
struct LINEReader {
  /// The most bytes of a quoted text that are searched for its end. A message has at most 10,000 characters.
  private static let quoteLimit = 64 * 1024
  /// Milliseconds that a message may be before the one above it, because times have no seconds.
  private static let disorder: Int64 = 60_000

  private let file: ImportInput
  private let bytes: InputBytes
  private let survey: LINESurvey
  private let conversion: Conversion
  private let builder: ConversationBuilder
  private var lines: LineTally
  private var people: [String: ParticipantIndex] = [:]
  private var day: Int?
  private var lastInstant: Instant?
  /// The message that is being read: more lines may follow.
  private var pending: (time: DayTranscriptLine.Time, range: Range<Int>, line: Int)?

  init(
    _ file: ImportInput, _ bytes: InputBytes, _ survey: LINESurvey, _ conversion: Conversion,
    _ builder: ConversationBuilder
  ) {
    (self.file, self.bytes, self.survey) = (file, bytes, survey)
    (self.conversion, self.builder) = (conversion, builder)
    lines = LineTally(bytes, file: file.path)
  }

  /// Appends all messages to the conversation.
  mutating func read(from start: Int, log: inout DiagnosticLog) throws(ImportError) {
    if survey.hasDays, survey.order != .ymd { builder.dateStyle.isDayFirst = survey.order == .dmy }
    lines.take(LogLines.start(of: bytes)..<start, as: .leftOut(.furniture))
    var offset = start
    var line = 1 + bytes.count(of: 0x0A, in: 0..<min(start, bytes.count))
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      var content = LogLines.content(of: bytes, from: offset, to: end)
      let number = line
      let mayBegin = survey.ends.mayBegin(at: offset, of: bytes)
      (offset, line) = (end + 1, line + 1)
      if mayBegin, let time = DayTranscriptLine.time(bytes, content), time.hasTab == survey.hasTabs {
        try finish(&log)
        if let quoted = endOfQuotedText(content, time) {
          line += bytes.count(of: 0x0A, in: content.upperBound..<quoted) - (quoted > end ? 1 : 0)
          content = content.lowerBound..<quoted
          let next = LogLines.end(of: bytes, from: quoted)
          if next > end { line += 1 }
          offset = next + 1
        }
        pending = (time, content, number)
        lines.take(content)
        builder.noteDateStyle(of: bytes.repairedString(in: content.lowerBound..<time.end))
      } else if mayBegin, let day = day(content) {
        try finish(&log)
        self.day = day
        lines.take(content, as: .leftOut(.bookkeeping))
      } else if let open = pending {
        pending?.range = open.range.lowerBound..<content.upperBound
        lines.take(content)
      } else if !content.isEmpty {
        lines.take(content, as: .card)
        try addOther(content, number, &log)
      }
    }
    try finish(&log)
    lines.report(to: file.account)
    conversion.markOwner(of: builder)
  }

  /// The offset after the quote that closes a text of several lines; nil if the text is not such.
  ///
  /// LINE puts a text with line feeds in quotes and doubles the quotes in it. A quote followed by anything else was typed.
  private func endOfQuotedText(_ line: Range<Int>, _ time: DayTranscriptLine.Time) -> Int? {
    let (name, text) = columns(time.end..<line.upperBound)
    guard name != nil, !text.isEmpty, bytes[text.lowerBound] == UInt8(ascii: "\"") else { return nil }
    var offset = text.lowerBound + 1
    let limit = min(bytes.count, offset + Self.quoteLimit)
    while let quote = bytes.firstIndex(of: UInt8(ascii: "\""), in: min(offset, limit)..<limit) {
      let next = quote + 1
      if next < limit, bytes[next] == UInt8(ascii: "\"") {
        offset = next + 1
        continue
      }
      let isAtEnd = next == bytes.count || bytes[next] == 0x0A || bytes.has([0x0D, 0x0A], at: next)
      return isAtEnd && quote > line.upperBound ? next : nil
    }
    return nil
  }

  private func day(_ line: Range<Int>) -> Int? {
    guard let found = DayTranscriptLine.day(bytes, line), found.isBefore == survey.isBefore,
      let day = found.date.day(survey.order)
    else { return nil }
    if let weekday = found.weekday, weekday != WeekdayName.day(ofDaysSince1970: day) { return nil }
    // Days run forward: another date is a line of a message.
    if let last = self.day, pending != nil, day < last { return nil }
    return day
  }

  // MARK: Messages

  /// The name and the text in the first line of a message. A notice has no name.
  private func columns(_ rest: Range<Int>) -> (name: Range<Int>?, text: Range<Int>) {
    if survey.hasTabs {
      guard let tab = bytes.firstIndex(of: 0x09, in: rest) else { return (nil, rest) }
      return (rest.lowerBound..<tab, (tab + 1)..<rest.upperBound)
    }
    for name in survey.names {
      let end = rest.lowerBound + name.utf8.count
      guard end < rest.upperBound, bytes[end] == 0x20, bytes.has(name.utf8, at: rest.lowerBound) else {
        continue
      }
      return (rest.lowerBound..<end, (end + 1)..<rest.upperBound)
    }
    return (nil, rest)
  }

  private mutating func finish(_ log: inout DiagnosticLog) throws(ImportError) {
    guard let (time, range, line) = pending else { return }
    pending = nil
    var draft = MessageDraft()
    draft.instant = instant(time, line, &log)
    let (name, text) = split(time.end..<range.upperBound)
    if let name, !name.isEmpty {
      draft.sender = person(name)
      LINEContent.set(text, of: &draft, needsBrackets: survey.hasTabs)
      if let part = draft.part as? Unsupported {
        log.append(
          Diagnostic(
            .loss, "line-\(part.name)",
            "the export does not have the \(part.name) of a message; it is shown as a card",
            at: Origin(file: file.path, line: line)))
      }
    } else if let person = LINEContent.unsender(text).flatMap({ people[$0] }) {
      // The sender has spoken, so another export's copy of the message is matched by its sender and time.
      draft.sender = person
      draft.event = SystemEvent(event: SystemEvent.unsent, text: text)
    } else {
      draft.event = SystemEvent(event: "notice", text: text)
    }
    try builder.add(draft)
  }

  /// The name, if there is one, and the text of a message.
  private func split(_ rest: Range<Int>) -> (name: String?, text: String) {
    let first = rest.lowerBound..<LogLines.end(of: bytes, from: rest.lowerBound)
    let (name, start) = columns(first.clamped(to: rest))
    let text = self.text(start.lowerBound..<rest.upperBound)
    guard let name else { return (nil, text.trimmingSpaces) }
    // Blanks precede the verb of a notice, just as they precede a text.
    if !survey.hasTabs, LINEContent.isNotice(text) { return (nil, self.text(rest).trimmingSpaces) }
    return ((bytes.string(in: name) ?? bytes.repairedString(in: name)).withoutMarks, text.unquoted)
  }

  /// The text without the blank lines after it, which precede the next day.
  private func text(_ range: Range<Int>) -> String {
    var text = bytes.string(in: range) ?? bytes.repairedString(in: range)
    if text.utf8.contains(0x0D) { text = String(text.map { $0 == "\r\n" ? "\n" : $0 }) }
    while text.last == "\n" { text.removeLast() }
    return text
  }

  private mutating func instant(_ time: DayTranscriptLine.Time, _ line: Int, _ log: inout DiagnosticLog)
    -> Instant?
  {
    guard let day else {
      log.append(
        Diagnostic(
          .warning, "no-date",
          "a message comes before the first date; it is shown without a time",
          at: Origin(file: file.path, line: line)))
      return nil
    }
    let wallClock = Int64(day) * LogTime.millisecondsPerDay + Int64(time.clock)
    let notBefore = lastInstant.map { Instant(milliseconds: $0.milliseconds - Self.disorder) }
    let instant = conversion.instant(
      ofWallClock: wallClock, notBefore: notBefore, at: Origin(file: file.path, line: line))
    lastInstant = instant
    return instant
  }

  private mutating func person(_ name: String) -> ParticipantIndex {
    if let known = people[name] { return known }
    let index = builder.participant(name)
    people[name] = index
    return index
  }

  /// Lines above the first message that are not a header.
  private mutating func addOther(_ line: Range<Int>, _ number: Int, _ log: inout DiagnosticLog)
    throws(ImportError)
  {
    let text = self.text(line)
    guard !text.isBlank else { return }
    log.append(
      Diagnostic(
        .loss, "line-text", "a line belongs to no message and was shown as it is",
        at: Origin(file: file.path, line: number)))
    try builder.add(Message(id: "", content: .part(Unsupported(kind: "line without a time", text: text))))
  }
}

extension String {
  /// The text without the quotes around several lines, and with single quotes for the doubled ones in it.
  fileprivate var unquoted: String {
    guard utf8.first == UInt8(ascii: "\""), utf8.last == UInt8(ascii: "\""), utf8.count > 2,
      utf8.contains(0x0A)
    else {
      return self
    }
    let inner = dropFirst().dropLast()
    guard inner.utf8.contains(UInt8(ascii: "\"")) else { return String(inner) }
    var (bytes, isOpen) = ([UInt8](), false)
    for byte in inner.utf8 {
      if byte == UInt8(ascii: "\"") {
        isOpen.toggle()
        if isOpen { continue }
      } else if isOpen {
        return self
      }
      bytes.append(byte)
    }
    return isOpen ? self : String(decoding: bytes, as: UTF8.self)
  }
}
