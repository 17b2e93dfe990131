package import ChatModel

/// The half of the day of a twelve-hour clock.
package enum DayHalf {
  case morning, afternoon
  /// From evening to morning.
  case night
  /// An hour or two around twelve.
  case noon

  /// Returns the 24-hour hour for `hour` on a twelve-hour clock. Hours above twelve do not change.
  package func hour(_ hour: Int) -> Int {
    switch self {
    case .morning: hour == 12 ? 0 : hour
    case .afternoon: hour < 12 ? hour + 12 : hour
    case .night: hour == 12 ? 0 : 6..<12 ~= hour ? hour + 12 : hour
    case .noon: hour < 10 ? hour + 12 : hour
    }
  }
}

/// A word before or after a time.
package enum ClockWord {
  case half(DayHalf)
  /// A known word that is none of the halves, such as `Uhr` and `klo`.
  case other
  /// An unknown word. It may mean a half, in a language or app version that is missing here.
  case unknown(Range<Int>)
}

/// The unknown words beside a file's times.
///
/// In a file with a twelve-hour clock such a word may mean the afternoon. It is always reported, because times may
/// then be twelve hours off.
package struct UnknownHalves {
  /// The words, in order of occurrence.
  package private(set) var words: [String] = []

  package init(words: [String] = []) {
    self.words = words
  }
  /// The hours on the clock, a bit each.
  private var hours: UInt32 = 0

  /// More words than this cannot be halves of the day.
  private static let limit = 4
  /// 1 to 12.
  private static let twelveHours: UInt32 = 0x1FFE

  /// Adds the next time. `word` is the unknown word beside it, if any.
  @inline(__always)
  package mutating func add(hour: Int, _ word: Range<Int>?, _ bytes: InputBytes) {
    hours |= 1 << UInt32(truncatingIfNeeded: hour & 31)
    if let word, words.count < Self.limit { addWord(bytes.repairedString(in: word)) }
  }

  /// Adds the next time, with the unknown word beside it, if any.
  package mutating func add(hour: Int, _ word: String?) {
    hours |= 1 << UInt32(truncatingIfNeeded: hour & 31)
    if let word, words.count < Self.limit { addWord(word) }
  }

  private mutating func addWord(_ word: String) {
    if !words.contains(word) { words.append(word) }
  }

  /// True if the words may mean the halves of the day, or are one that is always there, and are not names that
  /// another program writes after its times. `isSure` is true if other things say that the file is a chat.
  package func mayBeOfPhone(isSure: Bool) -> Bool {
    words.count <= 2 && hours & ~Self.twelveHours == 0 || words.count <= 1 && isSure
  }

  /// Adds the findings in another part of the file.
  package mutating func add(_ other: UnknownHalves) {
    hours |= other.hours
    for word in other.words where words.count < Self.limit { addWord(word) }
  }

  /// Returns the warning that times may be twelve hours off, or nil if the clock has 24 hours or all words
  /// are known.
  package func warning(in file: String) -> Diagnostic? {
    guard !words.isEmpty, hours & ~Self.twelveHours == 0 else { return nil }
    let names = words.map { "'\($0)'" }.joined(separator: ", ")
    return Diagnostic(
      .warning, "unknown-day-half",
      "\(names) beside the times of a twelve-hour clock \(words.count == 1 ? "is" : "are") not known; where "
        + "\(words.count == 1 ? "it means" : "one means") PM, times are shown twelve hours too early",
      at: Origin(file: file))
  }
}

extension LineScanner {
  /// Reads a word for the half of the day: `AM`, `p.m.`, `p. m.`, `下午`.
  package mutating func dayHalf() -> DayHalf? {
    switch byte | 0x20 {
    case UInt8(ascii: "a"):
      // `am Morge`
      if byte == UInt8(ascii: "a") {
        if let half = DayHalf.read(DayHalf.words, &self) { return half }
        return latinHalf(.morning)
      }
      if let half = latinHalf(.morning) { return half }
    case UInt8(ascii: "p"): if let half = latinHalf(.afternoon) { return half }
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "]"), UInt8(ascii: ":"):
      return nil
    default: break
    }
    return DayHalf.read(DayHalf.words, &self)
  }

  /// Reads `am`, `a.m.` or `a. m.` in either case, `a` being the letter at the scanner.
  mutating func latinHalf(_ half: DayHalf) -> DayHalf? {
    var ahead = self
    ahead.move(to: ahead.offset + 1)
    let hasStop = ahead.take(UInt8(ascii: "."))
    if hasStop { ahead.skipSpaces() }
    guard ahead.byte | 0x20 == UInt8(ascii: "m") else { return nil }
    ahead.move(to: ahead.offset + 1)
    if hasStop { _ = ahead.take(UInt8(ascii: ".")) }
    guard !(0x41...0x5A ~= ahead.byte & 0xDF) else { return nil }
    self = ahead
    return half
  }

  /// Reads `AM` or `PM` in any form with Latin letters, and no other word.
  package mutating func latinDayHalf() -> DayHalf? {
    switch byte | 0x20 {
    case UInt8(ascii: "a"): latinHalf(.morning)
    case UInt8(ascii: "p"): latinHalf(.afternoon)
    default: nil
    }
  }

  /// Reads a word beside a time, or returns nil if there is none: a run of letters, with the signs that occur
  /// within words.
  package mutating func clockWord() -> ClockWord? {
    if let half = dayHalf() { return .half(half) }
    var ahead = self
    if DayHalf.read(DayHalf.others, &ahead) != nil {
      self = ahead
      return .other
    }
    let start = offset
    var hasLetter = false
    while ahead.offset < end, ahead.offset < start + Self.clockWordLimit {
      let byte = bytes[ahead.offset]
      if Self.isLatin(byte) {
        hasLetter = true
      } else if byte >= 0x80 {
        if Self.spaceLength(bytes, ahead.offset, end) != nil || bytes.has("،", at: ahead.offset)
          || DecimalDigit.at(ahead.offset, of: bytes, end: end) != nil
        {
          break
        }
        hasLetter = true
      } else if !hasLetter || !".'-/".utf8.contains(byte) {
        break
      } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/") {
        // Only within a word.
        let next = ahead.offset + 1 < end ? bytes[ahead.offset + 1] : 0
        guard Self.isLatin(next) || next >= 0x80 else { break }
      }
      ahead.move(to: ahead.offset + 1)
    }
    guard hasLetter else { return nil }
    let word = bytes.repairedString(in: start..<ahead.offset)
    guard word.contains(where: \.isLetter) else { return nil }
    self = ahead
    // The era of a Hijri date next to the time.
    if word.hasPrefix("هـ") || word == "ه" { return .other }
    return .unknown(start..<offset)
  }

  /// The most bytes of a word beside a time.
  private static let clockWordLimit = 48

  @inline(__always)
  private static func isLatin(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte & 0xDF }

  /// True if no letter follows.
  fileprivate var isBehindWord: Bool {
    if offset >= end { return true }
    let byte = bytes[offset]
    if byte < 0x80 { return !Self.isLatin(byte) }
    return Self.spaceLength(bytes, offset, end) != nil || Self.invisibleLength(bytes, offset, end) != nil
      || DecimalDigit.at(offset, of: bytes, end: end) != nil || bytes.has("،", at: offset)
  }

  /// Reads `word`. A space in it matches any space.
  fileprivate mutating func take(word: [UInt8]) -> Bool {
    var next = offset
    for byte in word {
      guard next < end else { return false }
      if bytes[next] == byte {
        next &+= 1
      } else if byte == 0x20, let length = Self.spaceLength(bytes, next, end) {
        next &+= length
      } else {
        return false
      }
    }
    move(to: next)
    return true
  }
}

extension DayHalf {
  /// Words by their first two bytes, longer ones before their own beginnings. A word of one byte has a zero for the
  /// second.
  fileprivate typealias WordTable = [UInt16: [(bytes: [UInt8], half: DayHalf)]]

  fileprivate static let words = table(lists)
  /// The words that are no halves of the day; the half given for each has no meaning.
  fileprivate static let others = table([(.morning, otherWords)])

  private static func table(_ lists: [(half: DayHalf, words: String)]) -> WordTable {
    var table: WordTable = [:]
    for (half, list) in lists {
      for word in list.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
        let bytes = Array(word.utf8)
        table[key(bytes[0], bytes.count > 1 ? bytes[1] : 0), default: []].append((bytes, half))
      }
    }
    return table.mapValues { $0.sorted { $0.bytes.count > $1.bytes.count } }
  }

  private static func key(_ first: UInt8, _ second: UInt8) -> UInt16 { UInt16(first) << 8 | UInt16(second) }

  /// Reads one of the words of a table.
  fileprivate static func read(_ table: WordTable, _ scanner: inout LineScanner) -> DayHalf? {
    guard !scanner.isAtEnd else { return nil }
    let second = scanner.offset + 1 < scanner.end ? scanner.bytes[scanner.offset + 1] : 0
    if let words = table[key(scanner.byte, second)], let half = read(words, &scanner) { return half }
    return table[key(scanner.byte, 0)].flatMap { read($0, &scanner) }
  }

  private static func read(_ words: [(bytes: [UInt8], half: DayHalf)], _ scanner: inout LineScanner)
    -> DayHalf?
  {
    for (word, half) in words {
      var ahead = scanner
      // A stop also ends a word.
      guard ahead.take(word: word), ahead.isBehindWord || word.last == UInt8(ascii: ".") else { continue }
      scanner = ahead
      return half
    }
    return nil
  }
}
