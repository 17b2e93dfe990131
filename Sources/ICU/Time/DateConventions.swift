/// The order of day and month and the length of the clock in the dates of a locale.
public struct DateConventions: Sendable, Equatable {
  /// True if the day is before the month, false if it is after it; nil if the year comes first.
  public var isDayFirst: Bool?
  /// True for a clock of 24 hours, false for one of twelve.
  public var has24Hours: Bool

  /// The conventions of a BCP 47 locale; nil if ICU does not know it.
  public init?(locale: String) {
    guard DateTexts.isKnown(locale: locale),
      // One o'clock in the afternoon of 25 November 2033, because each number is different.
      let date = CivilDate(year: 2033, month: 11, day: 25)
    else { return nil }
    let instant = Double(date.daysSince1970) * 86_400_000 + 13 * 3_600_000
    let texts = LocaleWords.texts(locale: locale, [("yMd", [instant]), ("jm", [instant])])
    guard let day = texts.first?.first, let time = texts.last?.first else { return nil }
    let numbers = Self.numbers(in: day)
    if let dayIndex = numbers.firstIndex(of: 25), let monthIndex = numbers.firstIndex(of: 11) {
      let yearIndex = numbers.firstIndex { $0 > 31 } ?? numbers.count
      isDayFirst = yearIndex < min(dayIndex, monthIndex) ? nil : dayIndex < monthIndex
    }
    has24Hours = Self.numbers(in: time).first == 13
  }

  /// The numbers in a text, in digits of any script.
  private static func numbers(in text: String) -> [Int] {
    var numbers: [Int] = []
    var isInside = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      guard properties.numericType == .decimal,
        let digit = properties.numericValue.flatMap(Int.init(exactly:))
      else {
        isInside = false
        continue
      }
      if isInside, let last = numbers.last, last < 1_000_000 {
        numbers[numbers.count - 1] = last * 10 + digit
      } else {
        numbers.append(digit)
      }
      isInside = true
    }
    return numbers
  }

  /// Returns `locale` with another order of day and month, or another clock; nil: the locale's own.
  ///
  /// Only English is written in both orders. In all other languages the order is a matter of grammar, and the month is a word. An hour
  /// cycle in the tag (`en-u-hc-h23`) stays.
  public static func locale(_ locale: String, isDayFirst: Bool?, has24Hours: Bool?) -> String {
    guard var own = DateConventions(locale: locale) else { return locale }
    var tag = locale
    let parts = locale.split(separator: "-").map { $0.lowercased() }
    if let isDayFirst, own.isDayFirst != isDayFirst, parts.first == "en" {
      tag = (isDayFirst ? "en-GB" : "en-US") + extensions(of: locale)
      own = DateConventions(locale: tag) ?? own
    }
    if let has24Hours, own.has24Hours != has24Hours, !parts.contains("hc") {
      tag = with("hc-\(has24Hours ? "h23" : "h12")", tag)
    }
    return DateTexts.isKnown(locale: tag) ? tag : locale
  }

  /// The part of a tag from its first singleton on, with the hyphen before: `-u-hc-h23`.
  private static func extensions(of tag: String) -> Substring {
    var start = tag.startIndex
    while let hyphen = tag[start...].firstIndex(of: "-") {
      let next = tag.index(after: hyphen)
      let end = tag[next...].firstIndex(of: "-") ?? tag.endIndex
      if tag.distance(from: next, to: end) == 1 { return tag[hyphen...] }
      start = next
    }
    return tag[tag.endIndex...]
  }

  /// A tag with one more keyword of Unicode's extension (RFC 6067).
  private static func with(_ keyword: String, _ tag: String) -> String {
    let rest = extensions(of: tag)
    let head = tag[..<rest.startIndex]
    guard !rest.isEmpty else { return "\(tag)-u-\(keyword)" }
    return rest.lowercased().hasPrefix("-u-")
      ? "\(head)-u-\(keyword)\(rest.dropFirst(2))" : "\(head)-u-\(keyword)\(rest)"
  }
}
