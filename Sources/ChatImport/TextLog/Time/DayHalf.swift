/// The half of the day of a twelve-hour clock.
enum DayHalf {
  case morning, afternoon
  /// From evening till morning.
  case night
  /// An hour or two around twelve.
  case noon

  /// Returns the hour of 24 for `hour` on a clock of twelve. Hours above twelve are taken as they are.
  func hour(_ hour: Int) -> Int {
    switch self {
    case .morning: hour == 12 ? 0 : hour
    case .afternoon: hour < 12 ? hour + 12 : hour
    case .night: hour == 12 ? 0 : 6..<12 ~= hour ? hour + 12 : hour
    case .noon: hour < 10 ? hour + 12 : hour
    }
  }

  /// The words for the parts of the day, as CLDR has them for the languages of phones, without the Latin `am` and `pm`.
  private static let lists: [(half: DayHalf, words: String)] = [
    (
      .morning,
      """
      上午|凌晨|清晨|早上|早晨|午前|오전|새벽|아침|자정|朝|ص|صباحًا|صباحا|ق.ظ|قبل‌ازظهر|قبل از ظهر|بامداد|صبح|ب.ن|غ.م|पूर्वाह्न|म.पू.|सुबह|
      முற்பகல்|ก่อนเที่ยง|ກ່ອນທ່ຽງ|နံနက်|පෙ.ව.|π.μ.|πμ|пр.об.|претпл.|дп|тң|ү.ө.|ÖÖ|SA|TO|sáng|PG|MD|pagi|vorm.|vm.|dop.|fm|ap.|
      f.h.|f.m.|de.|e.p.d.|p.d.|e paradites|priekšp.|priešpiet|pr. p.|dopoldne|prijepodne|pre podne|r.n.|ከሰዓት በፊት|ጥዋት|לפנה״צ|לפנה"צ|לפנה״צ.|
      in the morning|পূৰ্বাহ্ন|N’ụtụtụ|N'ụtụtụ|SF|GH|go.öň|ق.ظ.
      """
    ),
    (
      .afternoon,
      """
      下午|晚上|傍晚|午後|오후|낮|저녁|昼|夕方|夜|م|مساءً|مساء|ب.ظ|بعدازظهر|بعد از ظهر|عصر|د.ن|غ.و|अपराह्न|म.उ.|दोपहर|शाम|பிற்பகல்|หลังเที่ยง|
      ຫຼັງທ່ຽງ|ညနေ|ප.ව.|μ.μ.|μμ|сл.об.|попл.|пп|тк|ү.х.|ÖS|CH|TK|chiều|tối|PTG|MG|nachm.|nm.|odp.|em|ip.|e.h.|e.m.|du.|m.d.|
      e pasdites|pēcp.|popiet|pop. p.|popoldne|pop.|popodne|poslije podne|poslijepodne|po podne|i.n.|ከሰዓት|אחה״צ|אחה"צ|in the afternoon|in the evening|অপৰাহ্ন|N’abalị|N'abalị|YM|GD|
      go.soň|ب.ظ.
      """
    ),
    (.night, "半夜|深夜|午夜|밤|夜中|रात|đêm|at night|midnight"),
    (.noon, "中午|정오|正午|TR|noon|midday"),
  ]

  /// The words by their first byte, longer ones before those that they begin with.
  private static let words: [[(bytes: [UInt8], half: DayHalf)]] = {
    var words = [[(bytes: [UInt8], half: DayHalf)]](repeating: [], count: 256)
    for (half, list) in lists {
      for word in list.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
        let bytes = Array(word.utf8)
        words[Int(bytes[0])].append((bytes, half))
      }
    }
    return words.map { $0.sorted { $0.bytes.count > $1.bytes.count } }
  }()
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

  /// Indicates whether no letter follows.
  fileprivate var isBehindWord: Bool {
    if offset >= end { return true }
    let byte = bytes[offset]
    if byte < 0x80 { return !(0x41...0x5A ~= byte & 0xDF) }
    return Self.spaceLength(bytes, offset, end) != nil || Self.invisibleLength(bytes, offset, end) != nil
      || DecimalDigit.at(offset, of: bytes, end: end) != nil || bytes.has("،", at: offset)
  }
}

extension DayHalf {
  /// Reads one of the words.
  fileprivate static func word(_ scanner: inout LineScanner) -> DayHalf? {
    guard !scanner.isAtEnd else { return nil }
    for (word, half) in words[Int(scanner.byte)]
    where scanner.offset + word.count <= scanner.end && scanner.bytes.has(word, at: scanner.offset) {
      var ahead = scanner
      ahead.move(to: scanner.offset + word.count)
      // A stop ends a word as well.
      guard ahead.isBehindWord || word.last == UInt8(ascii: ".") else { continue }
      scanner = ahead
      return half
    }
    return nil
  }
}
