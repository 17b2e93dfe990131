import ICU
import Storage
import Synchronization

/// The rule that numbers stay whole: with their unit or currency, their other digits, and as dates.
///
/// UAX #14 and browsers have no such rule: `5 km` may break at its space and `2026-05-01` after its hyphens. The
/// rule removes such break opportunities, as long as the text it keeps together fits in a line.
struct NumberRule {
  /// Names of months, hashed: English and the locale's. Made when first needed.
  private lazy var months = WordHashes(Self.months(locale))
  private let locale: String
  /// The characters around a break.
  private var nearby: [UInt32] = []

  init(locale: String) { self.locale = locale }

  /// True if a break before a byte would take a number apart.
  mutating func keeps(_ text: borrowing Span<UInt8>, before byte: Int) -> Bool {
    guard byte > 0, byte < text.count, Self.mayKeep(text, before: byte) else { return false }
    // The rule reads at most two words of 16 characters and a day before the break, and one word after it.
    var (start, count) = (byte, 0)
    while start > 0, count < 40 {
      text.step(back: &start)
      count += 1
    }
    nearby.removeAll(keepingCapacity: true)
    while start < text.count, nearby.count < count + 20 { nearby.append(text.scalar(at: &start)) }
    var around: [UInt32] = []
    swap(&around, &nearby)
    defer { swap(&around, &nearby) }
    return keeps(around, before: count)
  }

  /// True if the rule might remove a break: a cheap test that leaves few breaks. There is a digit beside the break, or `12.`
  /// or `12th` before it.
  private static func mayKeep(_ text: borrowing Span<UInt8>, before byte: Int) -> Bool {
    var (next, end) = (byte, byte)
    let second = text.scalar(at: &next)
    let first = text.step(back: &end)
    switch first {
    case 0x20:
      if isDigit(second) { return true }
      while end > 0, text[end - 1] == 0x2E { end -= 1 }
      if end > 0, isDigit(text.step(back: &end)) { return true }
      if end > 0 { text.step(back: &end) }
      return end > 0 && isDigit(text.step(back: &end))
    case 0x2D, 0x2010, 0x2013:
      return isDigit(second) && end > 0 && isDigit(text.step(back: &end))
    default:
      return isDigit(first) && second >= 0x80
    }
  }

  private mutating func keeps(_ text: [UInt32], before index: Int) -> Bool {
    let (first, second) = (text[index - 1], text[index])
    if first != 0x20 {
      // 2026-05-01, 10–12, 555-1234; and 5月, 3개.
      if Self.isDigit(first) { return Self.counters.contains(second) }
      return true
    }
    let word = NumberWord(in: text, endingAt: index - 1)
    let next = NumberWord(in: text, startingAt: index)
    if Self.isDigit(second) {
      if Self.currencies.contains(word.hash) && !word.isNumber { return true }
      if isMonth(word) { return next.digits <= 2 || next.digits == 4 }
      // 1 000 000: groups of three.
      if word.isNumber, next.isNumber { return word.digits <= 3 && next.digits == 3 }
      // May 12, 2026
      let isAfterComma = index > 2 && text[index - 2] == 0x2C
      guard isAfterComma, next.digits == 4 else { return false }
      let day = NumberWord(in: text, endingAt: index - 2)
      return day.isNumber && day.digits <= 2 && day.start > 0
        && isMonth(NumberWord(in: text, endingAt: day.start - 1))
    }
    guard word.startsWithDigit else { return false }
    if word.isNumber, Self.units.contains(next.exactHash) || Self.currencies.contains(next.hash) {
      return true
    }
    // 12 May, 1st May, 1. Mai
    return word.isDay && isMonth(next)
  }

  private mutating func isMonth(_ word: NumberWord) -> Bool {
    !word.startsWithDigit && months.contains(word.hash)
  }
}

extension NumberRule {
  /// A word, or a number with its attached signs, by its hashes.
  private struct NumberWord {
    /// Its first character.
    var start: Int
    /// Hashes of its letters, unchanged and in lower case; full stops at the end left out.
    var exactHash: UInt64 = 0
    var hash: UInt64 = 0
    /// The number of digits it starts with.
    var digits = 0
    /// True if it consists of digits and their separators only.
    var isNumber = false
    /// True if it may be the day of a month: `12`, `12.`, `1st`.
    var isDay = false
    var startsWithDigit: Bool { digits > 0 }

    /// A longer word is no unit, month or number of the rule.
    private static let longest = 16

    /// The word whose last character is before `end`.
    init(in text: [UInt32], endingAt end: Int) {
      self.init(text, Self.start(in: text, endingAt: end)..<end)
    }

    /// The start of the word whose last character is before `end`.
    static func start(in text: [UInt32], endingAt end: Int) -> Int {
      var start = end
      while start > 0, end - start < longest, NumberRule.isPart(text[start - 1]) { start -= 1 }
      return start
    }

    /// The word that starts at `start`.
    init(in text: [UInt32], startingAt start: Int) {
      var end = start
      while end < text.count, end - start < Self.longest, NumberRule.isPart(text[end]) { end += 1 }
      self.init(text, start..<end)
    }

    private init(_ text: [UInt32], _ range: Range<Int>) {
      start = range.lowerBound
      var end = range.upperBound
      while end > start, text[end - 1] == 0x2E { end -= 1 }
      (exactHash, hash) = (NumberRule.seed, NumberRule.seed)
      isNumber = end > start
      for index in start..<end {
        let isDigit = NumberRule.isDigit(text[index])
        if isDigit, digits == index - start { digits += 1 }
        if !isDigit, text[index] != 0x2E, text[index] != 0x2C { isNumber = false }
        exactHash = NumberRule.hash(exactHash, text[index])
        hash = NumberRule.hash(hash, NumberRule.lowercase(text[index]))
      }
      if digits == 0 { isNumber = false }
      isDay = (1...2).contains(digits) && (end - start == digits || end - start == digits + 2)
    }
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func hash(_ hash: UInt64, _ scalar: UInt32) -> UInt64 {
    (hash ^ UInt64(scalar)) &* 0x100_0000_01B3
  }

  private static func hash(of word: some StringProtocol) -> UInt64 {
    word.unicodeScalars.reduce(seed) { hash($0, $1.value) }
  }

  private static func lowercase(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return (0x41...0x5A).contains(scalar) ? scalar + 0x20 : scalar }
    let lower = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars
    return lower?.first?.value ?? scalar
  }

  /// Decimal digits of the scripts people chat in.
  static func isDigit(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30...0x39, 0x660...0x669, 0x6F0...0x6F9, 0x966...0x96F, 0x9E6...0x9EF, 0xE50...0xE59: true
    default: false
    }
  }

  /// True if a character belongs to a word: anything but spaces and the punctuation around words.
  private static func isPart(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0...0x20, 0x21, 0x22, 0x27, 0x28, 0x29, 0x3A...0x3F, 0x5B...0x5D, 0x7B...0x7D, 0xA0, 0x2000...0x202F:
      false
    case 0x2C: false
    default: true
    }
  }

  private static let knownMonths = Mutex<[String: Set<UInt64>]>([:])

  /// The months in a locale, found once, because each worker of each conversation has a rule of its own.
  private static func months(_ locale: String) -> Set<UInt64> {
    if let months = knownMonths.withLock({ $0[locale] }) { return months }
    let english =
      "january february march april may june july august september october november december "
      + "jan feb mar apr jun jul aug sep sept oct nov dec"
    var result = Set(english.split(separator: " ").map(hash(of:)))
    for name in MonthNames.inDates(locale: locale) { result.insert(hash(of: name)) }
    let months = result
    knownMonths.withLock { $0[locale] = months }
    return months
  }

  /// Units after a space, in their usual spelling.
  private static let units = WordHashes(
    """
    nm µm μm mm cm dm m km mi ft yd mm² cm² m² km² m³ ha mg g kg t lb lbs oz ml mL cl cL dl dL l L gal \
    ns µs ms s sec secs min mins h hr hrs Uhr ч мин сек ° °C °F ℃ ℉ K % ‰ Hz kHz MHz GHz W kW MW GW kWh Wh V kV \
    A mA mAh Ah J kJ cal kcal N Pa hPa kPa bar mbar psi mph km/h kph m/s rpm bit byte bytes kB KB MB GB TB PB kbit \
    Mbit Gbit kbps Mbps Gbps KiB MiB GiB TiB px pt em dpi fps dB am pm a.m p.m AM PM км м см мм кг г л шт тыс млн \
    млрд ст млн руб k K M bn million millions billion Mio Mrd
    """.split(separator: " ").map(hash(of:)))

  /// Currencies before or after the number, in lower case.
  private static let currencies = WordHashes(
    """
    € $ £ ¥ ₹ ₽ ₩ ₺ ₴ ₪ ₫ ฿ ₦ ₱ zł kč kr ft lei лв руб us$ a$ c$ hk$ nt$ r$ eur usd gbp chf jpy cny inr rub krw try \
    uah ils brl mxn cad aud nzd sek nok dkk pln czk huf ron bgn thb vnd idr sgd hkd twd zar № § nr no p
    """.split(separator: " ").map(hash(of:)))

  /// The counters and units written after a number without a space.
  private static let counters = Set(
    "年月日号號时時分秒円元圓块塊万萬億亿千百個个人回歳岁本枚台度％℃年월일시분초원개명번살년".unicodeScalars.map(\.value))
}

/// A set of words, by their hashes. Most lookups fail, and a bit is enough to see that.
private struct WordHashes {
  private var hashes: Set<UInt64> = []
  private var bits = InlineArray<64, UInt64>(repeating: 0)

  init(_ words: some Sequence<UInt64>) {
    for hash in words {
      hashes.insert(hash)
      bits[Self.word(hash)] |= Self.bit(hash)
    }
  }

  func contains(_ hash: UInt64) -> Bool {
    bits[Self.word(hash)] & Self.bit(hash) != 0 && hashes.contains(hash)
  }

  private static func word(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 6 & 63) }
  private static func bit(_ hash: UInt64) -> UInt64 { 1 << (hash & 63) }
}
