import ChatModel
import ICU
import ImportKit

/// The facts that hold for a whole file and are nowhere in it: the style of its heads, the order of its dates, its names.
///
/// The first head shows the style, because all heads of a phone are alike: a line with a head of another style is text that somebody
/// pasted. A run of such lines is another, appended export if it could not be part of a message; or if most of its people have spoken
/// before, and it is long and begins no earlier than the lines before it end, or begins later, because pasted text is older than its
/// message.
/// So is all the rest of a file if next to nothing precedes it.
struct WhatsAppSurvey {
  /// The messages with heads of one style.
  private struct Style {
    let shape: UInt64
    var dates = DateOrderSurvey()
    var halves = UnknownHalves()
    /// The last of the heads.
    var last: TranscriptHead?
  }

  /// The most exports that a file may be put together from. Later ones are text.
  private static let partLimit = 16
  /// The fewest lines that are taken for another export though they could be part of a message.
  private static let leastRun = 10
  /// The least ratio of a file's rest to the lines before it for the rest to be another export.
  private static let restFactor = 10
  /// More lines than people paste in a message, which has at most 65,536 characters.
  private static let pasteLimit = 1000

  /// The order of dates that the user named.
  private let chosenOrder: DateOrder?
  private var styles: [Style] = []
  /// The beginnings of the exports in the file, each with the index of its style.
  private var parts: [(start: Int, style: Int)] = []
  /// The number of the first line of the second export.
  private var secondLine: Int?
  /// The lines with heads of one other style since the last message.
  private var run: [(head: TranscriptHead, line: Range<Int>)] = []
  /// The offset of the last message, and the number of messages.
  private var (messageStart, messageCount) = (0, 0)
  /// The number of lines with a head that are text.
  private var pastedCount = 0
  private(set) var senders = WhatsAppSenders()
  /// The app's words in an unknown language.
  private(set) var words = WhatsAppWords()
  /// True if the app marks its own words with U+200E, as it does on iOS.
  private(set) var hasMarks = false
  /// The name in front of the first line, if the app wrote its words. `isSure` is true if they are certainly
  /// a notice.
  private var first: (name: String, isSure: Bool)?
  private var isFirst = true
  /// The year of the first head if it has none, from the name of a file that came with a message.
  private(set) var firstYear: Int?
  /// The year of heads without one if nothing says it: Android wrote them in 2014.
  static let assumedYear = 2014
  private var (yearlessTurns, yearlessMonth): (Int, Int?) = (0, nil)
  /// The endings before messages.
  let ends: EntryEnds
  /// The unknown words next to the times.
  private(set) var unknownHalves = UnknownHalves()
  /// The order of the dates of each style.
  private(set) var orders: [(shape: UInt64, order: DateOrder, evidence: DateOrderSurvey.Evidence)] = []

  /// Surveys all lines of `bytes`. `order` is the user's.
  init(_ bytes: InputBytes, order: DateOrder?) {
    chosenOrder = order
    var offset = LogLines.start(of: bytes)
    ends = EntryEnds(bytes, from: offset) { TranscriptHead(bytes, $0) != nil }
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let line = LogLines.content(of: bytes, from: offset, to: end)
      let head = ends.mayBegin(at: offset, of: bytes) ? TranscriptHead(bytes, line) : nil
      if let head { take(head, line, bytes) }
      words.add(bytes, line, isHead: head != nil)
      offset = end + 1
    }
    endRun(bytes, isLast: true)
    for style in styles {
      let known = dateOrder(of: style.dates)
      orders.append((style.shape, known.order, known.evidence))
      unknownHalves.add(style.halves)
    }
    secondLine = parts.dropFirst().first.map { bytes.count(of: 0x0A, in: 0..<$0.start) + 1 }
  }

  /// The name in front of the first line if that is a notice: on iOS these are written in the chat's name. A
  /// group's name is in front of nothing else; files, polls and calls have the name of their
  /// sender.
  var chatName: String? { first.flatMap { $0.isSure || !senders.speaks($0.name) ? $0.name : nil } }

  /// Decides which names are people's.
  mutating func finish(title: String) { senders.finish(title: title, hasMarks: hasMarks) }

  /// Returns the order of the dates of heads of this shape at `offset`, or nil if a line there with such a head is text that
  /// somebody pasted.
  @inline(__always)
  func order(of shape: UInt64, at offset: Int) -> DateOrder? {
    guard let part = parts.last(where: { $0.start <= offset }), orders[part.style].shape == shape else {
      return nil
    }
    return orders[part.style].order
  }

  /// Returns the findings on lines whose heads differ in style from the first one.
  func findings(in file: String) -> [Diagnostic] {
    let pasted = EntryEnds.note(
      pastedCount, because: "the first message has a head of another style", in: file)
    let joined = secondLine.map {
      Diagnostic(
        .warning, "joined-exports",
        "the style of the heads changes here and stays: the file is read as \(parts.count) exports, one after the other",
        at: Origin(file: file, line: $0))
    }
    return [pasted, joined].compactMap(\.self)
  }

  private func dateOrder(of dates: DateOrderSurvey) -> (order: DateOrder, evidence: DateOrderSurvey.Evidence)
  {
    chosenOrder.map { ($0, .digits) } ?? dates.result
  }

  // MARK: Styles

  /// Takes the next line with a head: a message, or part of a run.
  private mutating func take(_ head: TranscriptHead, _ line: Range<Int>, _ bytes: InputBytes) {
    if let first = run.first, first.head.shape != head.shape { endRun(bytes) }
    guard let part = parts.last, styles[part.style].shape != head.shape else {
      if parts.isEmpty { beginPart(at: line.lowerBound, head.shape) }
      messageStart = line.lowerBound
      return add(head, line, bytes)
    }
    run.append((head, line))
    if run.count > Self.pasteLimit || line.upperBound - messageStart > EntryEnds.byteLimit {
      beginPart(bytes)
    }
  }

  /// Decides whether the lines of the run are an export or text.
  private mutating func endRun(_ bytes: InputBytes, isLast: Bool = false) {
    let isRest = isLast && run.count >= max(Self.leastRun, messageCount * Self.restFactor)
    if isRest || isExport(run, bytes) { return beginPart(bytes) }
    pastedCount += run.count
    run = []
  }

  /// Converts the lines of the run to messages of another export.
  private mutating func beginPart(_ bytes: InputBytes) {
    let lines = run
    run = []
    guard parts.count < Self.partLimit, let first = lines.first else { return pastedCount += lines.count }
    beginPart(at: first.line.lowerBound, first.head.shape)
    for (head, line) in lines {
      messageStart = line.lowerBound
      add(head, line, bytes)
    }
  }

  private mutating func beginPart(at start: Int, _ shape: UInt64) {
    let known = styles.firstIndex { $0.shape == shape }
    if known == nil { styles.append(Style(shape: shape)) }
    parts.append((start, known ?? styles.count - 1))
  }

  /// True if lines that could be part of a message continue where the export before them ends.
  private func isExport(_ lines: [(head: TranscriptHead, line: Range<Int>)], _ bytes: InputBytes) -> Bool {
    guard lines.count >= 2, let first = lines.first?.head, let part = parts.last,
      let last = styles[part.style].last
    else { return false }
    var dates = DateOrderSurvey()
    for (head, line) in lines {
      dates.add(head.date, named: Self.namedDay(in: head.end..<line.upperBound, bytes))
    }
    let before = dateOrder(of: styles[part.style].dates).order
    let own = dateOrder(of: dates)
    // People combine exports of one country.
    guard let end = Self.time(of: last, before),
      let start = Self.time(of: first, own.evidence == .habit ? before : own.order), start >= end
    else { return false }
    // A few lines are another export if they are later in any likely order of dates: nobody pastes text that is yet to be written.
    let isLater = [.dmy, .mdy, before].allSatisfy { order in
      Self.time(of: first, order).map { $0 > end } ?? true
    }
    guard lines.count >= Self.leastRun || isLater else { return false }
    var (named, known) = (0, 0)
    for (head, line) in lines {
      guard let colon = TranscriptHead.colon(in: Self.beginning(of: head.end..<line.upperBound), of: bytes)
      else { continue }
      named += 1
      if senders.speaks(bytes.repairedString(in: head.end..<colon)) { known += 1 }
    }
    return known * 2 > named
  }

  /// Returns the milliseconds since 1970 that a head shows, or nil if there is no such date, or none with a year.
  private static func time(of head: TranscriptHead, _ order: DateOrder) -> Int? {
    guard !head.lacksYear, let day = head.date.day(order) else { return nil }
    return day * Int(LogTime.millisecondsPerDay) + head.clock
  }

  /// The part of a line that is searched for names.
  private static func beginning(of line: Range<Int>) -> Range<Int> {
    line.lowerBound..<min(line.upperBound, line.lowerBound + nameLimit)
  }

  /// Adds the head of a message.
  private mutating func add(_ head: TranscriptHead, _ line: Range<Int>, _ bytes: InputBytes) {
    guard let index = parts.last?.style else { return }
    messageCount += 1
    styles[index].last = head
    styles[index].halves.add(hour: head.hour, head.unknownHalf, bytes)
    let rest = head.end..<line.upperBound
    let named = Self.namedDay(in: rest, bytes)
    if head.lacksYear { addYearless(head.date.second, named) }
    styles[index].dates.add(head.date, named: head.lacksYear ? nil : named)
    if head.hasCapitalHalf { styles[index].dates.hasCapitalHalves = true }
    addName(rest, bytes, index, isBracketed: head.isBracketed, isFileLine: hasMark(bytes, line.lowerBound))
  }

  /// Counts the turns of years among heads without a year.
  private mutating func addYearless(_ month: Int, _ named: Int?) {
    if let last = yearlessMonth, month < last - 6 { yearlessTurns += 1 }
    yearlessMonth = month
    if firstYear == nil, let named { firstYear = CivilDate(daysSince1970: named).year - yearlessTurns }
  }

  /// The most bytes of a line that are searched for a name.
  private static let nameLimit = 512

  private func hasMark(_ bytes: InputBytes, _ offset: Int) -> Bool {
    bytes.has([0xE2, 0x80, 0x8E], at: offset)
  }

  /// `isFileLine` is true if the app's mark precedes the head, as it does if a file, poll or location
  /// follows.
  private mutating func addName(
    _ rest: Range<Int>, _ bytes: InputBytes, _ style: Int, isBracketed: Bool, isFileLine: Bool
  ) {
    let line = Self.beginning(of: rest)
    let colon = TranscriptHead.colon(in: line, of: bytes)
    let isMarked = colon.map { hasMark(bytes, $0 + 2) } ?? false
    if isMarked, isBracketed { hasMarks = true }
    if isFirst {
      isFirst = false
      let text = bytes.repairedString(in: line)
      styles[style].dates.isEnglish =
        text.range(of: "end-to-end encrypted") != nil || text.range(of: "security code") != nil
      if let colon, isMarked, !isFileLine {
        let words = bytes.repairedString(in: colon + 2..<min(rest.upperBound, colon + 2 + Self.noticeLimit))
        first = Self.isNotice(words).map {
          (name: bytes.repairedString(in: line.lowerBound..<colon), isSure: $0)
        }
      }
    }
    guard let colon else { return senders.addTight(line, of: bytes, isBracketed: isBracketed) }
    senders.add(line.lowerBound..<colon, line: line.upperBound, of: bytes, isPlain: !isMarked)
  }

  /// The most bytes of a notice.
  private static let noticeLimit = 4096

  /// Returns true if the app's words are certainly a notice, and nil if they are for something
  /// that a person sent.
  private static func isNotice(_ words: String) -> Bool? {
    let reader = WhatsAppBodyReader(hasMarks: true, learned: WhatsAppWords()) { _ in false }
    guard case .text(let text) = reader.read(words).body else { return nil }
    return WhatsAppPhrases.isEncryption(text) || WhatsAppPhrases.isNotice(text)
  }

  /// The day in the name of the file that came with a message: `IMG-20240105-WA0003.jpg`,
  /// `00000012-PHOTO-2024-01-05-10-11-12.jpg`, and before 2018 `2024-01-05-PHOTO-00000012.jpg`.
  private static func namedDay(in range: Range<Int>, _ bytes: InputBytes) -> Int? {
    var offset = range.lowerBound
    let end = min(range.upperBound, range.lowerBound + nameLimit)
    while let dash = bytes.firstIndex(of: UInt8(ascii: "-"), in: offset..<end) {
      offset = dash + 1
      // The year is in front of the first dash.
      if offset - range.lowerBound >= 5, bytes[offset - 5] == UInt8(ascii: "2"),
        DecimalDigit.at(offset, of: bytes, end: end) != nil
      {
        var scanner = LineScanner(bytes, offset - 5..<end)
        if let year = scanner.number(limit: 4), year.digits == 4, let day = scanner.namedDay(year.value) {
          return day
        }
      }
      var scanner = LineScanner(bytes, offset..<end)
      guard scanner.byte == UInt8(ascii: "2") else { continue }
      if let number = scanner.number(limit: 8) {
        if number.digits == 8, scanner.take("-WA") {
          return NumericDate(number.value / 10_000, number.value / 100 % 100, number.value % 100).day(.ymd)
        }
        if number.digits == 4, let day = scanner.namedDay(number.value) { return day }
      }
    }
    return nil
  }
}

extension LineScanner {
  /// Reads `-01-05-` after a year. Returns days since 1970.
  fileprivate mutating func namedDay(_ year: Int) -> Int? {
    guard take(UInt8(ascii: "-")), let month = number(limit: 2), take(UInt8(ascii: "-")),
      let day = number(limit: 2), take(UInt8(ascii: "-"))
    else { return nil }
    return NumericDate(year, month.value, day.value).day(.ymd)
  }
}

extension NumericDate {
  /// A date in the order of ISO 8601.
  fileprivate init(_ year: Int, _ month: Int, _ day: Int) {
    self.init(first: year, second: month, third: day, firstDigits: 4, thirdDigits: 2, isUnpadded: false)
  }
}
