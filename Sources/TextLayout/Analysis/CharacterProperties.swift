import Fonts
import ICU

/// The properties of a character that layout needs, in one word.
struct CharacterInfo {
  var bits: UInt32

  /// The index of its script in ``CharacterProperties/scripts``.
  var script: UInt8 { UInt8(truncatingIfNeeded: bits) }
  /// Combines with the character before (general category M).
  var isMark: Bool { bits & 1 << 8 != 0 }
  /// Shows nothing of its own.
  var isIgnorable: Bool { bits & 1 << 9 != 0 }
  /// A control, separator or non-joiner: browsers give it no width and shape the text around it separately.
  var isControl: Bool { bits & 1 << 10 != 0 }
  /// Its paragraph needs the bidi algorithm.
  var needsBidi: Bool { bits & 1 << 11 != 0 }
  /// Its advance depends only on the next character: a letter of an alphabet without joining or reordering, a
  /// syllable or ideograph, punctuation.
  var isPairwise: Bool { bits & 1 << 12 != 0 }
  /// Common or inherited script, but limited to some scripts.
  var isLimitedCommon: Bool { bits & 1 << 13 != 0 }
  /// One of a pair of brackets.
  var isBracket: Bool { bits & 1 << 14 != 0 }
  /// Strong left to right.
  var isStrongLeft: Bool { bits & 1 << 15 != 0 }
  /// Strong right to left.
  var isStrongRight: Bool { bits & 1 << 16 != 0 }

  /// A curly or angle quotation mark that opens, and one that closes.
  var isOpeningQuote: Bool { bits & 1 << 17 != 0 }
  var isClosingQuote: Bool { bits & 1 << 18 != 0 }
  /// As wide as an ideograph, like the letters and punctuation of East Asian scripts.
  var isWide: Bool { bits & 1 << 19 != 0 }
  /// Puts the letter after it under the one before it.
  var isInvisibleStacker: Bool { bits & 1 << 20 != 0 }
  /// A letter, digit or mark with no break between it and another: of the line break classes AL, HL, NU and CM.
  var isWordPart: Bool { bits & 1 << 21 != 0 }
  /// A quotation mark that forbids breaks on both sides of it, unless among wide letters.
  var isQuote: Bool { bits & (1 << 17 | 1 << 18) != 0 || isASCIIQuote }
  private var isASCIIQuote: Bool { bits & 1 << 22 != 0 }
  /// Could begin an emoji, and is not ASCII.
  var mayStartEmoji: Bool { bits & 1 << 23 != 0 }
  /// Makes an emoji of the digit before it.
  var isKeycap: Bool { bits & 1 << 24 != 0 }
  /// A run of its own, as in Chromium: a tab or a non-joiner.
  var breaksRun: Bool { bits & 1 << 25 != 0 }
  /// A letter or punctuation of East Asia, whose form depends on the text's language.
  var dependsOnLanguage: Bool { bits & 1 << 26 != 0 }
  /// A digit by the definition of ``NumberRule``.
  var isDigit: Bool { bits & 1 << 27 != 0 }
  /// No line breaks between it and another such character: a letter, digit or mark, of ASCII only letters and digits.
  var isAlphabeticLB: Bool { bits & 1 << 28 != 0 }
  /// A letter of East Asian scripts; lines break on both sides of it among its like (Line_Break ID, CJ, H2, H3).
  var isIdeographic: Bool { bits & 1 << 29 != 0 }
  /// Punctuation of East Asian scripts that no line begins with (Line_Break CL and EX).
  var isWideClosing: Bool { bits & 1 << 30 != 0 }

  /// An ideograph or East Asian closing punctuation, and no bracket, digit, quotation mark or part of words.
  @inline(__always)
  var isEastAsianAlone: Bool {
    bits & (1 << 29 | 1 << 30) != 0 && bits & (1 << 14 | 1 << 17 | 1 << 18 | 1 << 21 | 1 << 22 | 1 << 27) == 0
  }

  /// True if all letters of a text are Latin and there are some. For the combined properties of the text's characters.
  var isAllLatin: Bool {
    script & ~CharacterProperties.notOther == 0 && script & CharacterProperties.latin != 0
  }

  fileprivate static let known: UInt32 = 1 << 31
}

/// Letters of words that are shaped as a whole and depend on nothing outside themselves: ``WordMeasurer``.
extension CharacterInfo {
  /// The bits of characters that are not letters or marks of such a word.
  private static let other: UInt32 =
    1 << 9 | 1 << 10 | 1 << 12 | 1 << 14 | 1 << 17 | 1 << 18 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 24 | 1 << 25
    | 1 << 26 | 1 << 27 | 1 << 29 | 1 << 30
  /// Mark, and the bits that the bidi algorithm needs of letters.
  private static let kind: UInt32 = 1 << 8 | 1 << 11 | 1 << 16

  /// True if the character may be the first letter of a text of such words.
  var beginsWords: Bool {
    bits & Self.other == 0 && !isMark && script > CharacterProperties.inherited && needsBidi == isStrongRight
  }

  /// True for a letter of such words if `first` is their first letter: equal script and direction.
  @inline(__always)
  func isLetterOfWords(with first: CharacterInfo) -> Bool {
    (bits ^ first.bits) & (0xFF | Self.other | Self.kind) == 0
  }

  /// True for a mark in such words if `first` is their first letter: its script or an inherited one, and its
  /// direction.
  @inline(__always)
  func isMarkOfWords(with first: CharacterInfo) -> Bool {
    bits & Self.other == 0 && (script == first.script || script == CharacterProperties.inherited)
      && (first.isStrongRight ? !isStrongLeft : !needsBidi)
  }
}

/// Looks characters up in ICU once and remembers the answers, a page of 256 at a time.
struct CharacterProperties {
  /// The scripts met so far; common is number 0, inherited 1. Number 3 is never given: only common, inherited and Latin
  /// use nothing but the lowest two bits, so the combined bits of a text show whether all of it is in these.
  private(set) var scripts: [Script] = [.common, .inherited, .latin, .inherited, .han, .hebrew]
  /// The properties of ASCII.
  private(set) var ascii: [CharacterInfo] = []
  private var pages = [Int32](repeating: -1, count: 0x1100)
  private var words: [UInt32] = []

  /// The numbers of scripts with special rules in itemising. One constant a line: the compiler folds those.
  static let common: UInt8 = 0
  static let inherited: UInt8 = 1
  static let latin: UInt8 = 2
  static let han: UInt8 = 4
  static let hebrew: UInt8 = 5
  /// The bits of common, inherited and Latin; every other script's number has further bits.
  fileprivate static let notOther: UInt8 = 3

  /// ZERO WIDTH NON-JOINER.
  static let nonJoiner: UInt32 = 0x200C

  init() {
    for value in UInt32(0)..<0x80 { ascii.append(look(up: value)) }
  }

  /// Returns the properties of a character.
  @inline(__always)
  mutating func info(_ scalar: UInt32) -> CharacterInfo {
    let index = pages[Int(scalar >> 8)]
    if index >= 0 {
      let word = words[Int(index) + Int(scalar & 0xFF)]
      if word != 0 { return CharacterInfo(bits: word) }
    }
    return look(up: scalar)
  }

  private mutating func look(up value: UInt32) -> CharacterInfo {
    let page = Int(value >> 8)
    if pages[page] < 0 {
      pages[page] = Int32(words.count)
      words.append(contentsOf: repeatElement(0, count: 256))
    }
    var bits = CharacterInfo.known
    if let scalar = Unicode.Scalar(value) { bits |= describe(scalar) }
    words[Int(pages[page]) + Int(value & 0xFF)] = bits
    return CharacterInfo(bits: bits)
  }

  private mutating func describe(_ scalar: Unicode.Scalar) -> UInt32 {
    let script = scalar.script
    let extensions = scalar.scriptExtensions
    // One line of Japanese or Chinese mixes these; they share faces and shaping.
    let isEastAsian = [Script.han, .hiragana, .katakana, .bopomofo].contains(script)
    var bits = UInt32(number(of: isEastAsian ? .han : script))
    func set(_ bit: UInt32, _ condition: Bool) { if condition { bits |= 1 << bit } }
    let isIgnorable = scalar.isDefaultIgnorable
    let isControl =
      scalar.isControl || [0x2028, 0x2029, CharacterProperties.nonJoiner].contains(scalar.value)
    set(8, scalar.isMark)
    set(9, isIgnorable)
    set(10, isControl)
    set(11, scalar.needsBidi)
    let isAlphabet = isEastAsian || [Script.latin, .greek, .cyrillic, .common].contains(script)
    let isSyllable = (0xAC00...0xD7A3).contains(scalar.value)
    set(12, (isAlphabet || isSyllable) && !scalar.isMark && !isIgnorable && !isControl)
    let isCommon = script == .common || script == .inherited
    set(13, isCommon && extensions.contains { $0 != .common && $0 != .inherited })
    set(14, scalar.pairedBracket != nil)
    set(15, scalar.strongDirectionIsRightToLeft == false)
    set(16, scalar.strongDirectionIsRightToLeft == true)
    set(17, scalar.properties.generalCategory == .initialPunctuation)
    set(18, scalar.properties.generalCategory == .finalPunctuation)
    set(19, scalar.isWide)
    set(20, scalar.isInvisibleStacker)
    set(21, scalar.isWordPart && !scalar.isWide)
    set(22, scalar == "'" || scalar == "\"")
    set(23, !scalar.isASCII && EmojiScanner.mayStart(scalar.value))
    set(24, scalar.value == EmojiScanner.keycap)
    set(25, scalar == "\t" || scalar.value == Self.nonJoiner)
    set(26, HanRepertoire.dependsOnLanguage(scalar.value))
    set(27, NumberRule.isDigit(scalar.value))
    set(
      28,
      scalar.isWordPart && !scalar.isWide
        && (!scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)))
    set(29, scalar.isIdeographic && (isEastAsian || script == .hangul || extensions.contains(.katakana)))
    set(30, scalar.isClosing && scalar.isWide)
    return bits
  }

  private mutating func number(of script: Script) -> UInt8 {
    if let known = scripts.firstIndex(of: script) { return UInt8(known) }
    guard scripts.count < 255 else { return Self.common }
    scripts.append(script)
    return UInt8(scripts.count - 1)
  }
}
