import Frames
import ICU

/// Finds where lines may break: Chromium's table between two ASCII characters, always after spaces, ICU elsewhere.
struct BreakFinder {
  private let lines: TextBoundaries
  private var query: ICUBreakQuery
  private var boundaries: [Int32] = []
  /// The rule that keeps numbers whole.
  private var numbers: NumberRule
  /// True if lines break between all ideographs, so that ICU need not be asked.
  var knowsIdeographs: Bool { query.knowsIdeographs }

  /// A finder for texts of a locale. With `knowsIdeographs` false it asks ICU about ideographs too, to test
  /// that it need not.
  init(locale: String, knowsIdeographs: Bool = true) {
    query = ICUBreakQuery(locale: locale, knowsIdeographs: knowsIdeographs)
    lines = TextBoundaries(.line, locale: query.locale)
    numbers = NumberRule(locale: locale)
  }

  /// Fills the breaks of an itemised text, except inside numbers if they stay whole.
  mutating func find(in text: inout TextAnalysis, utf8: borrowing Span<UInt8>, keepsNumbers: Bool) {
    if !text.isASCII { askICU(&text) }
    let keepsNumbers = keepsNumbers && text.infos.isDigit
    let count = text.count
    var (breaks, keptNumbers): ([Int32], [Int32]) = ([], [])
    (breaks, text.breaks) = (text.breaks, breaks)
    (keptNumbers, text.keptNumbers) = (text.keptNumbers, keptNumbers)
    var characters = text.characters.mutableSpan
    var previous: UInt32 = 0x0A
    var wasInsideWord = false
    for index in 0..<count {
      let character = characters[index]
      let isInsideWord = character.info.isAlphabeticLB && character.emoji == -1 && !character.mayBreak
      if isInsideWord, wasInsideWord {
        previous = character.scalar
        continue
      }
      wasInsideWord = isInsideWord
      let scalar = character.emoji == -1 ? character.scalar : ICUBreakQuery.object
      let isBreak =
        Self.mayBreak(before: index, previous, scalar, characters.span, utf8: utf8)
        // ICU's dictionary may divide letters that are stacked under one another.
        && character.emoji != -2 && !(index > 0 && characters[index - 1].info.isInvisibleStacker)
        // A mark after a space is drawn on it (UAX #14 LB10 lets a line begin with it, and show it on a dotted
        // circle).
        && !(previous == 0x20 && character.info.isMark)
      let isKept = isBreak && keepsNumbers && numbers.keeps(utf8, before: Int(character.offset))
      characters[index].mayBreak = isBreak && !isKept
      if isKept {
        keptNumbers.append(Int32(truncatingIfNeeded: index))
      } else if isBreak || scalar == 0x0A {
        breaks.append(Int32(truncatingIfNeeded: index))
      }
      previous = scalar
    }
    breaks.append(Int32(truncatingIfNeeded: count))
    (text.breaks, text.keptNumbers) = (breaks, keptNumbers)
  }

  /// Removes the breaks of a measured text that are not allowed because of a digit.
  mutating func removeBreaks(
    atDigitsOf text: inout SimpleText, utf8: borrowing Span<UInt8>, keepsNumbers: Bool
  ) {
    if text.hasDigit { text.removeBreaks(atDigitsOf: utf8, &numbers, isKeeping: keepsNumbers) }
  }

  /// Replaces `boundaries` with the line ends that ICU finds in words.
  func findBoundaries(in words: ICUWords, into boundaries: inout [Int32]) {
    lines.find(in: words.units, into: &boundaries)
  }

  private mutating func askICU(_ text: inout TextAnalysis) {
    query.ask(about: &text)
    if query.words.units.isEmpty { return }
    lines.find(in: query.words.units, into: &boundaries)
    var characters = text.characters.mutableSpan
    for boundary in boundaries {
      if let index = query.words.origin(of: boundary) { characters[index].mayBreak = true }
    }
  }

  /// True if a line may end before a character by ICU's answer and our rules, except for numbers.
  @inline(__always)
  private static func mayBreak(
    before index: Int, _ previous: UInt32, _ scalar: UInt32, _ characters: borrowing Span<TextCharacter>,
    utf8: borrowing Span<UInt8>
  ) -> Bool {
    if isPrintable(previous), isPrintable(scalar) {
      return ASCIIBreaks.mayBreak(UInt8(previous), UInt8(scalar))
        && !BreakRules.isMinusSign(before: Int(characters[index].offset), in: utf8)
    }
    if scalar == 0x09 { return false }
    if previous == 0x09 || previous == 0x20 { return scalar != 0x20 && scalar != 0x0A }
    return characters[index].mayBreak || isHebrewLetter(scalar) && isAfterHebrewHyphen(index, characters)
  }

  /// Unicode 16, LB21a: a line may end after a hyphen or maqaf between Hebrew letters, as between others.
  private static func isAfterHebrewHyphen(
    _ index: Int, _ characters: borrowing Span<TextCharacter>
  ) -> Bool {
    guard index > 1 else { return false }
    switch characters[index - 1].scalar {
    case 0x2D, 0x05BE, 0x2010, 0x2013: break
    default: return false
    }
    var before = index - 2
    while before > 0, characters[before].info.isMark { before -= 1 }
    return isHebrewLetter(characters[before].scalar)
  }

  private static func isHebrewLetter(_ scalar: UInt32) -> Bool {
    (0x05D0...0x05F2).contains(scalar) || (0xFB1D...0xFB4F).contains(scalar)
  }

  private static func isPrintable(_ scalar: UInt32) -> Bool { scalar >= 0x20 && scalar < 0x7F }
}
