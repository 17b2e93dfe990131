import ChatModel
import ICU

/// The facts that hold for a whole file and stand nowhere in it: the shape of its heads, the order of its dates, its names.
struct WhatsAppSurvey {
  /// The heads of one shape.
  private struct LineShape {
    let value: UInt64
    var lines = 0
    var dates = DateOrderSurvey()
    var halves = UnknownHalves()
  }

  private static let shapeLimit = 16

  private var shapes: [LineShape] = []
  private(set) var senders = WhatsAppSenders()
  /// The app's words in a language that is not known.
  private(set) var words = WhatsAppWords()
  /// True if the app marks its own words with U+200E, as it does on iOS.
  private(set) var hasMarks = false
  /// The name in front of the first line, if the app wrote its words. `isSure` is true if they are those of a
  /// notice for certain.
  private var first: (name: String, isSure: Bool)?
  private var isFirst = true
  /// The year of the first head, if that has none, as the name of a file that came with a message tells it.
  private(set) var firstYear: Int?
  /// The year of heads without one where nothing tells it: Android wrote them in 2014.
  static let assumedYear = 2014
  private var (yearlessTurns, yearlessMonth): (Int, Int?) = (0, nil)
  /// The endings before messages.
  let ends: EntryEnds
  /// The words beside the times that are not known.
  private(set) var unknownHalves = UnknownHalves()
  /// The order of the dates of each shape that is read.
  private(set) var orders: [(shape: UInt64, order: DateOrder, evidence: DateOrderSurvey.Evidence)] = []

  /// Looks at all lines of `bytes`. `order` is the user's.
  init(_ bytes: InputBytes, order: DateOrder?) {
    var offset = LogLines.start(of: bytes)
    ends = EntryEnds(bytes, from: offset) { WhatsAppHead(bytes, $0) != nil }
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let line = LogLines.content(of: bytes, from: offset, to: end)
      let head = ends.mayBegin(at: offset, of: bytes) ? WhatsAppHead(bytes, line) : nil
      if let head { add(head, line, bytes) }
      words.add(bytes, line, isHead: head != nil)
      offset = end + 1
    }
    let all = shapes.reduce(0) { $0 + $1.lines }
    let most = shapes.map(\.lines).max() ?? 0
    // The heads of a phone are all alike. Without such a majority the file was put together from several.
    let isMixed = most * 3 < all * 2
    for shape in shapes where isMixed || shape.lines == most {
      var result = shape.dates.result
      if let order { result = (order, .digits) }
      orders.append((shape.value, result.order, result.evidence))
      unknownHalves.add(shape.halves)
      if !isMixed { break }
    }
  }

  /// The name in front of the first line if that is a notice: on iOS these are written in the chat's name. A
  /// group's name is in front of nothing else; in front of files, polls and calls stands the name of whoever
  /// sent them.
  var chatName: String? { first.flatMap { $0.isSure || !senders.speaks($0.name) ? $0.name : nil } }

  /// Decides which names are people's.
  mutating func finish(title: String) { senders.finish(title: title, hasMarks: hasMarks) }

  /// The order of the dates of heads of this shape; nil if lines with such a head are text that somebody pasted.
  @inline(__always)
  func order(of shape: UInt64) -> DateOrder? {
    for known in orders where known.shape == shape { return known.order }
    return nil
  }

  private mutating func add(_ head: WhatsAppHead, _ line: Range<Int>, _ bytes: InputBytes) {
    let index: Int
    if let known = shapes.firstIndex(where: { $0.value == head.shape }) {
      index = known
    } else {
      guard shapes.count < Self.shapeLimit else { return }
      index = shapes.count
      shapes.append(LineShape(value: head.shape))
    }
    shapes[index].lines += 1
    shapes[index].halves.add(hour: head.hour, head.unknownHalf, bytes)
    let rest = head.end..<line.upperBound
    let named = Self.namedDay(in: rest, bytes)
    if head.lacksYear { addYearless(head.date.second, named) }
    shapes[index].dates.add(head.date, named: head.lacksYear ? nil : named)
    if head.hasCapitalHalf { shapes[index].dates.hasCapitalHalves = true }
    addName(rest, bytes, index, isBracketed: head.isBracketed, isFileLine: hasMark(bytes, line.lowerBound))
  }

  /// Counts the turns of years among heads that do not tell them.
  private mutating func addYearless(_ month: Int, _ named: Int?) {
    if let last = yearlessMonth, month < last - 6 { yearlessTurns += 1 }
    yearlessMonth = month
    if firstYear == nil, let named { firstYear = CivilDate(daysSince1970: named).year - yearlessTurns }
  }

  /// The most bytes of a line that a name is looked for in.
  private static let nameLimit = 512

  private func hasMark(_ bytes: InputBytes, _ offset: Int) -> Bool {
    bytes.has([0xE2, 0x80, 0x8E], at: offset)
  }

  /// `isFileLine` is true if the app's mark stands before the head, as it does where a file, poll or location
  /// follows.
  private mutating func addName(
    _ rest: Range<Int>, _ bytes: InputBytes, _ shape: Int, isBracketed: Bool, isFileLine: Bool
  ) {
    let line = rest.lowerBound..<min(rest.upperBound, rest.lowerBound + Self.nameLimit)
    let colon = WhatsAppSenders.colon(in: line, of: bytes)
    let isMarked = colon.map { hasMark(bytes, $0 + 2) } ?? false
    if isMarked, isBracketed { hasMarks = true }
    if isFirst {
      isFirst = false
      let text = bytes.repairedString(in: line)
      shapes[shape].dates.isEnglish =
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

  /// Returns true if the app's words are those of a notice for certain, and nil if they are for something
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
  /// Reads `-01-05-` behind a year. Returns days since 1970.
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
