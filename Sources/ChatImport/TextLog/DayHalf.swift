/// The half of the day of a twelve-hour clock.
enum DayHalf {
  case morning, afternoon

  /// The words for the halves, as CLDR has them for the languages of phones, without the Latin `am` and `pm`. Longer words stand
  /// before those they begin with.
  private static let words: [(word: StaticString, half: DayHalf)] = [
    ("上午", .morning), ("下午", .afternoon), ("凌晨", .morning), ("清晨", .morning), ("早上", .morning),
    ("中午", .afternoon), ("晚上", .afternoon), ("午前", .morning), ("午後", .afternoon),
    ("오전", .morning), ("오후", .afternoon),
    ("صباحًا", .morning), ("مساءً", .afternoon), ("ص", .morning), ("م", .afternoon),
    ("ق.ظ", .morning), ("ب.ظ", .afternoon),
    ("पूर्वाह्न", .morning), ("अपराह्न", .afternoon), ("म.पू.", .morning), ("म.उ.", .afternoon),
    ("முற்பகல்", .morning), ("பிற்பகல்", .afternoon), ("ก่อนเที่ยง", .morning), ("หลังเที่ยง", .afternoon),
    ("π.μ.", .morning), ("μ.μ.", .afternoon), ("πμ", .morning), ("μμ", .afternoon),
    ("пр.об.", .morning), ("сл.об.", .afternoon), ("дп", .morning), ("пп", .afternoon),
    ("ÖÖ", .morning), ("ÖS", .afternoon), ("SA", .morning), ("CH", .afternoon),
    ("vorm.", .morning), ("nachm.", .afternoon), ("dop.", .morning), ("odp.", .afternoon),
    ("fm", .morning), ("em", .afternoon), ("f.h.", .morning), ("e.h.", .afternoon),
    ("de.", .morning), ("du.", .afternoon), ("PG", .morning), ("PTG", .afternoon), ("MD", .morning),
    ("MG", .afternoon),
  ]

  /// Returns the hour of 24 for `hour` on a clock of twelve. Hours above twelve are taken as they are.
  func hour(_ hour: Int) -> Int {
    switch self {
    case .morning: hour == 12 ? 0 : hour
    case .afternoon: hour < 12 ? hour + 12 : hour
    }
  }
}

extension LineScanner {
  /// Reads a word for the half of the day: `AM`, `p.m.`, `p. m.`, `下午`.
  mutating func dayHalf() -> DayHalf? {
    switch byte | 0x20 {
    case UInt8(ascii: "a"): if let half = latinHalf(.morning) { return half }
    case UInt8(ascii: "p"): if let half = latinHalf(.afternoon) { return half }
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "]"), UInt8(ascii: ":"):
      return nil
    default: break
    }
    return DayHalf.word(&self)
  }

  /// Reads `am`, `a.m.` or `a. m.` in either case, `a` being the letter at the scanner.
  private mutating func latinHalf(_ half: DayHalf) -> DayHalf? {
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
}

extension DayHalf {
  /// Reads one of the words.
  fileprivate static func word(_ scanner: inout LineScanner) -> DayHalf? {
    for (word, half) in words where scanner.take(word) { return half }
    return nil
  }
}
