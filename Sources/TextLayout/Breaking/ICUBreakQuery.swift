import ICU

/// The query to ICU about a text's break opportunities. It contains the words that may break inside, with substitutes for
/// emoji and for characters whose Unicode rules have changed since ICU 72.
///
/// - Lines always break after spaces, so a word is all the context that a break inside it needs (UAX #14 looks over spaces
///   only to forbid breaks after them). Words of letters and marks have no break in them (LB9, LB28), nor before closing
///   punctuation (LB13) or around quotation marks (LB19): they are left out of the query.
/// - An emoji is a picture on the page: lines may break on both sides of it as around any object (UAX #14 LB20).
/// - Quotation marks follow Unicode 16, as in Chromium. Between East Asian characters a line may break outside
///   the quotes (LB19a), elsewhere they hold both sides (LB19). Chinese adds to that: there a line may break outside
///   all quotes.
struct ICUBreakQuery {
  /// The locale to ask in.
  let locale: String
  private let isChinese: Bool
  /// True if lines break between ideographs, not between phrases.
  let knowsIdeographs: Bool
  /// The words asked about.
  private(set) var words = ICUWords()

  /// OBJECT REPLACEMENT CHARACTER.
  static let object: UInt32 = 0xFFFC
  /// VARIATION SELECTOR-16: belongs to the character before it.
  private static let attached: UInt32 = 0xFE0F
  /// Characters of the classes OP, CL and QU.
  private static let opening: UInt32 = 0xFF08
  private static let closing: UInt32 = 0xFF09
  private static let neutral: UInt32 = 0x22

  /// Creates the query for texts of a locale. In Chromium, Japanese breaks like most languages, but ICU 72
  /// has rules for it that are meant for Chinese. Only between phrases does it break by rules of its own.
  init(locale: String, knowsIdeographs: Bool = true) {
    let language = locale.lowercased().prefix { $0 != "-" && $0 != "_" }
    let isByPhrase = locale.lowercased().hasSuffix("-lw-phrase")
    (isChinese, self.knowsIdeographs) = (language == "zh", knowsIdeographs && !isByPhrase)
    self.locale = language == "ja" && !isByPhrase ? "" : locale
  }

  /// Asks about a text's words. Words of ideographs and their punctuation are answered at once.
  mutating func ask(about text: inout TextAnalysis) {
    words.removeAll()
    let count = text.count
    var start = 0
    var index = 0
    var (needsICU, isDecided) = (false, false)
    while index <= count {
      if index == count || Self.isSpace(text[index].scalar) {
        if needsICU {
          append(start..<index, of: text)
        } else if isDecided {
          Self.decide(start..<index, &text)
        }
        (start, needsICU, isDecided) = (index + 1, false, false)
      } else if index > start, !needsICU, Self.mayBreak(text[index - 1], text[index]) {
        if knowsIdeographs, Self.areIdeographic(text[index - 1], text[index]) {
          isDecided = true
        } else {
          needsICU = true
        }
      }
      index += 1
    }
  }

  /// True if two characters decide the break between them without context: ideographs and closing punctuation.
  @inline(__always)
  private static func areIdeographic(_ first: TextCharacter, _ second: TextCharacter) -> Bool {
    first.info.isEastAsian && first.emoji == -1 && second.info.isEastAsian && second.emoji == -1
  }

  /// Lines break before every ideograph (LB31) and not before closing punctuation (LB13).
  private static func decide(_ word: Range<Int>, _ text: inout TextAnalysis) {
    for index in word.dropFirst() where areIdeographic(text[index - 1], text[index]) {
      text.characters[index].mayBreak = text[index].info.isIdeographic
    }
  }

  private static func isSpace(_ scalar: UInt32) -> Bool { scalar == 0x20 || scalar == 0x0A || scalar == 0x09 }

  /// True if a line might break between two characters of a word, so that ICU has to be asked.
  @inline(__always)
  private static func mayBreak(_ first: TextCharacter, _ second: TextCharacter) -> Bool {
    if first.emoji != -1 || second.emoji != -1 { return second.emoji != -2 }
    if first.scalar < 0x80, second.scalar < 0x80 { return false }
    return !BreakRules.suppressesBreakAfter(first.scalar, first.info)
      || !BreakRules.suppressesBreakBefore(second.scalar, second.info)
  }

  private mutating func append(_ word: Range<Int>, of text: TextAnalysis) {
    for index in word {
      let character = text[index]
      guard character.emoji != -1 else {
        words.append(quote(at: index, in: text) ?? character.scalar, from: index)
        continue
      }
      words.append(character.emoji == -2 ? Self.attached : Self.object, from: index)
      // As many units as the character has, so that the query is as long as the text.
      if character.scalar >= 0x1_0000 { words.append(UInt16(Self.attached)) }
    }
    words.append(0x20)
  }

  /// Returns the substitute for a quotation mark in the query, or nil if ICU treats the mark correctly.
  private func quote(at index: Int, in text: TextAnalysis) -> UInt32? {
    let info = text[index].info
    guard info.isOpeningQuote || info.isClosingQuote else { return nil }
    let isAmongWide = index > 0 && text[index - 1].info.isWide && text[index + 1].info.isWide
    if isAmongWide { return info.isOpeningQuote ? Self.opening : Self.closing }
    return isChinese ? nil : Self.neutral
  }
}
