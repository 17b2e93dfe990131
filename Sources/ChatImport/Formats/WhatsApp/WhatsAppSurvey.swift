import ChatModel
import ICU

/// The facts that hold for a whole file and stand nowhere in it: the shape of its heads, the order of its dates, its names.
struct WhatsAppSurvey {
  /// The heads of one shape.
  private struct LineShape {
    let value: UInt64
    var lines = 0
    var dates = DateOrderSurvey()
  }

  private static let shapeLimit = 16

  private var shapes: [LineShape] = []
  private(set) var senders = WhatsAppSenders()
  /// The app's words in a language that is not known.
  private(set) var words = WhatsAppWords()
  /// True if the app marks its own words with U+200E, as it does on iOS.
  private(set) var hasMarks = false
  /// The name in front of the first notice: on iOS it is the chat's.
  private(set) var firstName: String?
  private var isFirst = true
  /// The year of the first head, if that has none, as the name of a file that came with a message tells it.
  private(set) var firstYear: Int?
  private var (yearlessTurns, yearlessMonth): (Int, Int?) = (0, nil)
  /// The order of the dates of each shape that is read.
  private(set) var orders: [(shape: UInt64, order: DateOrder, evidence: DateOrderSurvey.Evidence)] = []

  /// Looks at all lines of `bytes`. `order` is the user's.
  init(_ bytes: InputBytes, order: DateOrder?) {
    var offset = LogLines.start(of: bytes)
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let line = LogLines.content(of: bytes, from: offset, to: end)
      let head = WhatsAppHead(bytes, line)
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
      if !isMixed { break }
    }
  }

  /// Decides which names are people's.
  mutating func finish(title: String) { senders.finish(title: title) }

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
    let rest = head.end..<line.upperBound
    let named = Self.namedDay(in: rest, bytes)
    if head.lacksYear { addYearless(head.date.second, named) }
    shapes[index].dates.add(head.date, named: head.lacksYear ? nil : named)
    if head.hasCapitalHalf { shapes[index].dates.hasCapitalHalves = true }
    addName(rest, bytes, index, isBracketed: head.isBracketed)
  }

  /// Counts the turns of years among heads that do not tell them.
  private mutating func addYearless(_ month: Int, _ named: Int?) {
    if let last = yearlessMonth, month < last - 6 { yearlessTurns += 1 }
    yearlessMonth = month
    if firstYear == nil, let named { firstYear = CivilDate(daysSince1970: named).year - yearlessTurns }
  }

  /// The most bytes of a line that a name is looked for in.
  private static let nameLimit = 512

  private mutating func addName(
    _ rest: Range<Int>, _ bytes: InputBytes, _ shape: Int, isBracketed: Bool
  ) {
    let line = rest.lowerBound..<min(rest.upperBound, rest.lowerBound + Self.nameLimit)
    let colon = WhatsAppSenders.colon(in: line, of: bytes)
    let isMarked = colon.map { bytes.has([0xE2, 0x80, 0x8E], at: $0 + 2) } ?? false
    if isMarked, isBracketed { hasMarks = true }
    if isFirst {
      isFirst = false
      let text = bytes.repairedString(in: line)
      shapes[shape].dates.isEnglish =
        text.range(of: "end-to-end encrypted") != nil || text.range(of: "security code") != nil
      if let colon, isMarked { firstName = bytes.repairedString(in: line.lowerBound..<colon) }
    }
    guard let colon else { return }
    senders.add(line.lowerBound..<colon, line: line.upperBound, of: bytes, isPlain: !isMarked)
  }

  /// The day in the name of the file that came with a message: `IMG-20240105-WA0003.jpg`, `00000012-PHOTO-2024-01-05-10-11-12.jpg`.
  private static func namedDay(in range: Range<Int>, _ bytes: InputBytes) -> Int? {
    var offset = range.lowerBound
    let end = min(range.upperBound, range.lowerBound + nameLimit)
    while let dash = bytes.firstIndex(of: UInt8(ascii: "-"), in: offset..<end) {
      offset = dash + 1
      var scanner = LineScanner(bytes, offset..<end)
      guard scanner.byte == UInt8(ascii: "2") else { continue }
      if let number = scanner.number(limit: 8) {
        if number.digits == 8, scanner.take("-WA") {
          return NumericDate(number.value / 10_000, number.value / 100 % 100, number.value % 100).day(.ymd)
        }
        if number.digits == 4, scanner.take(UInt8(ascii: "-")), let month = scanner.number(limit: 2),
          scanner.take(UInt8(ascii: "-")), let day = scanner.number(limit: 2), scanner.take(UInt8(ascii: "-"))
        {
          return NumericDate(number.value, month.value, day.value).day(.ymd)
        }
      }
    }
    return nil
  }
}

extension NumericDate {
  /// A date in the order of ISO 8601.
  fileprivate init(_ year: Int, _ month: Int, _ day: Int) {
    self.init(first: year, second: month, third: day, firstDigits: 4, thirdDigits: 2, isUnpadded: false)
  }
}
