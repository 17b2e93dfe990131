import ICU
import ImportKit

extension LogMarker {
  /// Parses the line from `start` to before `end`. Returns nil if IRC clients write no such marker.
  init?(_ bytes: InputBytes, from start: Int, to end: Int) {
    func begins(_ words: StaticString) -> Bool {
      start + words.utf8CodeUnitCount <= end && bytes.has(words, at: start)
    }
    let isDated =
      begins("--- Log opened") || begins("--- Day changed") || begins("**** BEGIN LOGGING AT")
      || begins("Session Start:") || begins("Session Time:") || begins("Day changed to ")
      || begins("### Log session started at ")
    guard isDated else {
      let isOther =
        begins("--- Log closed") || begins("**** ENDING LOGGING AT") || begins("Session Close:")
        || begins("Session Ident:") || begins("### Log session terminated at ")
      guard isOther else { return nil }
      self = .other
      return
    }
    self = Self.date(in: bytes, from: start, to: end)
  }

  /// Parses `--- Mon Jan 15 2024` after a time, as eggdrop begins a day. Returns nil for anything else.
  init?(behindTime bytes: InputBytes, from start: Int, to end: Int) {
    guard start + 19 <= end, start + 20 >= end || end - start < 24, bytes.has("--- ", at: start),
      MonthName.number(in: bytes, at: start + 8) != nil,
      case .date(let date, _) = Self.date(in: bytes, from: start + 4, to: end)
    else { return nil }
    self = .date(date, clock: 0)
  }

  /// Returns the date written in words or as `YYYY-MM-DD` somewhere in the line, and the time of day.
  ///
  /// The month is next to the day's number: in "mar ene 16", Spanish, "mar" is Tuesday and not March.
  private static func date(in bytes: InputBytes, from start: Int, to end: Int) -> LogMarker {
    let words = words(in: bytes, from: start, to: end)
    var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
    var (date, clock): (CivilDate?, Int) = (nil, 0)
    for (index, word) in words.enumerated() {
      if let time = LogTimeParser.clock(in: bytes, word) {
        clock = time
      } else if let iso = isoDate(in: bytes, word) {
        date = iso
      } else if let number = number(in: bytes, word) {
        if word.count == 4 {
          year = number
        } else {
          day = number
          month =
            [index - 1, index + 1].lazy.filter(words.indices.contains)
            .compactMap { MonthName.number(in: bytes, at: words[$0].lowerBound) }.first
        }
      }
    }
    if date == nil, let year, let month, let day { date = CivilDate(year: year, month: month, day: day) }
    return date.map { .date($0, clock: clock) } ?? .unreadableDay(day)
  }

  private static func words(in bytes: InputBytes, from start: Int, to end: Int) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var offset = start
    // No such line has more words than this; a longer one is a joke.
    while offset < end, words.count < 16 {
      var next = offset
      while next < end, bytes[next] != 0x20, bytes[next] != 0x09, bytes[next] != 0x2C { next += 1 }
      if next > offset { words.append(offset..<next) }
      offset = next + 1
    }
    return words
  }

  private static func number(in bytes: InputBytes, _ word: Range<Int>) -> Int? {
    guard word.count <= 4 else { return nil }
    var value = 0
    for offset in word {
      // German and others write "15."
      if bytes[offset] == UInt8(ascii: "."), offset == word.upperBound - 1, offset > word.lowerBound { break }
      guard bytes[offset] &- 48 < 10 else { return nil }
      value = value * 10 + Int(bytes[offset] - 48)
    }
    return value
  }

  private static func isoDate(in bytes: InputBytes, _ word: Range<Int>) -> CivilDate? {
    guard word.count == 10, bytes[word.lowerBound + 4] == 0x2D, bytes[word.lowerBound + 7] == 0x2D,
      let year = number(in: bytes, word.lowerBound..<(word.lowerBound + 4)),
      let month = number(in: bytes, (word.lowerBound + 5)..<(word.lowerBound + 7)),
      let day = number(in: bytes, (word.lowerBound + 8)..<word.upperBound)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }
}
