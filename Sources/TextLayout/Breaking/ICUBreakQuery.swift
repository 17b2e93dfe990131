internal import ICU

/// What ICU is asked about a text's break opportunities: its words that may break inside, with characters in place of
/// those that are not what they seem, or about which Unicode's rules have changed since ICU 72.
///
/// - Lines always break after spaces, so a word is all the context a break inside it has (UAX #14 looks over
///   spaces only to forbid breaks after them). Words of letters and marks have no break in them (LB9, LB28), nor
///   before punctuation that closes (LB13) or around quotation marks (LB19): they are left out of the question.
/// - An emoji is a picture on the page: lines may break on both sides of it as around any object (UAX #14 LB20).
/// - Quotation marks follow Unicode 16, as in Chromium. Between East Asian characters a line may break outside
///   the quotes (LB19a), elsewhere they hold both sides (LB19). Chinese adds to that: there a line may break outside
///   all quotes.
struct ICUBreakQuery {
  /// The locale to ask in.
  let locale: String
  private let isChinese: Bool
  /// Whether lines break between ideographs, not between phrases.
  let knowsIdeographs: Bool
  /// The words in UTF-16, with a space after each.
  private(set) var units: [UInt16] = []
  /// The character that each unit begins; −1 where none begins.
  private(set) var places: [Int32] = []

  /// OBJECT REPLACEMENT CHARACTER.
  static let object: UInt32 = 0xFFFC
  /// VARIATION SELECTOR-16: belongs to what stands before it.
  private static let attached: UInt16 = 0xFE0F
  /// Characters of the classes OP, CL and QU.
  private static let opening: UInt16 = 0xFF08
  private static let closing: UInt16 = 0xFF09
  private static let neutral: UInt16 = 0x22

  /// What is asked about texts of a locale. In Chromium, Japanese breaks as most languages do; ICU 72 has rules
  /// for it that are meant for Chinese. Between phrases only it breaks by rules of its own.
  init(locale: String, knowsIdeographs: Bool = true) {
    let language = locale.lowercased().prefix { $0 != "-" && $0 != "_" }
    let isByPhrase = locale.lowercased().hasSuffix("-lw-phrase")
    (isChinese, self.knowsIdeographs) = (language == "zh", knowsIdeographs && !isByPhrase)
    self.locale = language == "ja" && !isByPhrase ? "" : locale
  }

  /// Asks about a text's words. Words of ideographs and their punctuation are answered at once.
  mutating func ask(about text: inout TextAnalysis) {
    units.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    let count = text.count
    var start = 0
    var place = 0
    var (asks, answers) = (false, false)
    while place <= count {
      if place == count || Self.isSpace(text[place].scalar) {
        if asks {
          append(start..<place, of: text)
        } else if answers {
          Self.answer(start..<place, &text)
        }
        (start, asks, answers) = (place + 1, false, false)
      } else if place > start, !asks, Self.mayBreak(text[place - 1], text[place]) {
        if knowsIdeographs, Self.isKnown(text[place - 1], text[place]) { answers = true } else { asks = true }
      }
      place += 1
    }
  }

  /// Whether these two say by themselves if a line may break between them: ideographs and what closes after them.
  @inline(__always)
  private static func isKnown(_ first: TextCharacter, _ second: TextCharacter) -> Bool {
    (first.info.isIdeographic || first.info.isWideClosing) && first.emoji == -1
      && (second.info.isIdeographic || second.info.isWideClosing) && second.emoji == -1
  }

  /// Lines break before every ideograph (LB31) and not before what closes (LB13).
  private static func answer(_ word: Range<Int>, _ text: inout TextAnalysis) {
    for place in word.dropFirst() where isKnown(text[place - 1], text[place]) {
      text.characters[place].mayBreak = text[place].info.isIdeographic
    }
  }

  private static func isSpace(_ scalar: UInt32) -> Bool { scalar == 0x20 || scalar == 0x0A || scalar == 0x09 }

  /// Whether ICU has something to say about a break between two characters of a word.
  @inline(__always)
  private static func mayBreak(_ first: TextCharacter, _ second: TextCharacter) -> Bool {
    if first.emoji != -1 || second.emoji != -1 { return second.emoji != -2 }
    if first.scalar < 0x80, second.scalar < 0x80 { return false }
    return !holds(first.scalar, first.info) || !isHeld(second.scalar, second.info)
  }

  /// Whether no line breaks between a character and the next one, if that is held.
  @inline(__always)
  static func holds(_ scalar: UInt32, _ info: CharacterInfo) -> Bool {
    info.isWordPart || info.isQuote || isOpening(scalar)
  }

  /// Whether no line breaks between a character and the one before it, if that holds.
  @inline(__always)
  static func isHeld(_ scalar: UInt32, _ info: CharacterInfo) -> Bool {
    info.isWordPart || info.isQuote || isClosing(scalar)
  }

  /// ( [ {
  private static func isOpening(_ scalar: UInt32) -> Bool {
    scalar == 0x28 || scalar == 0x5B || scalar == 0x7B
  }

  /// Punctuation of the classes CL, CP, EX, IS and IN that is common after words.
  private static func isClosing(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0x2026: true
    default: false
    }
  }

  private mutating func append(_ word: Range<Int>, of text: TextAnalysis) {
    for place in word {
      let character = text[place]
      let isPair = character.scalar >= 0x1_0000
      if character.emoji != -1 {
        units.append(character.emoji == -2 ? Self.attached : UInt16(Self.object))
      } else if isPair {
        units.append(UInt16(truncatingIfNeeded: 0xD7C0 + character.scalar >> 10))
      } else {
        units.append(quote(at: place, in: text) ?? UInt16(truncatingIfNeeded: character.scalar))
      }
      places.append(Int32(truncatingIfNeeded: place))
      if isPair {
        units.append(
          character.emoji != -1
            ? Self.attached : UInt16(truncatingIfNeeded: 0xDC00 + character.scalar & 0x3FF))
        places.append(-1)
      }
    }
    units.append(0x20)
    places.append(-1)
  }

  /// What a quotation mark is like; nil: like itself.
  private func quote(at place: Int, in text: TextAnalysis) -> UInt16? {
    let info = text[place].info
    guard info.isOpeningQuote || info.isClosingQuote else { return nil }
    let isAmongWide = place > 0 && text[place - 1].info.isWide && text[place + 1].info.isWide
    if isAmongWide { return info.isOpeningQuote ? Self.opening : Self.closing }
    return isChinese ? nil : Self.neutral
  }
}
