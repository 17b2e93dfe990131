import Fonts
import Frames

/// A character as set in one slot, with all facts needed to measure most texts.
struct CharacterAdvance {
  /// The path by which a text with the character is measured.
  enum Kind: UInt8 {
    /// Not looked up yet.
    case unknown
    /// Its advance depends on the character and the next one.
    case letter
    case newline
    /// A letter, unless it is an emoji or part of one.
    case symbol
    /// An emoji of the export, unless followed by a character that makes it another one. Its index is in `advance`.
    case emoji
    /// Its text may be in another language than the conversation, which has to be found out first.
    case asksForLanguage
    /// All stages are needed.
    case other
  }

  /// Its advance with nothing after it, in font units.
  var advance: Int32 = 0
  var info = CharacterInfo(bits: 0)
  /// The face it is set in.
  var face: UInt16 = 0
  /// Its number among the letters with known pairs; ``unpaired`` if its face does not kern.
  var number = CharacterAdvance.unpaired
  var kind = Kind.unknown

  static let unpaired = UInt8.max
}

/// The letters of each slot and language that were met, a page of 256 at a time.
struct LetterTable {
  private let fonts: FontSet
  /// The index in `letters` at which each page of each context starts, −1 for none.
  private var pages: [Int32] = []
  /// The index in `pages` at which each context starts; −1 if not met yet.
  private var contexts: [Int]
  private var letters: [CharacterAdvance] = []
  /// The number of each letter below U+3000.
  private var numbers = [UInt8](repeating: CharacterAdvance.unpaired, count: 0x3000)
  private var lastNumber: UInt8 = 94

  init(fonts: FontSet) {
    self.fonts = fonts
    contexts = Array(repeating: -1, count: FaceSlot.allCases.count * Self.languages)
    for ascii in 0x20..<0x7F { numbers[ascii] = UInt8(ascii - 0x20) }
  }

  /// The number of languages, and one for texts whose language is not known yet.
  private static let languages = EastAsianLanguage.allCases.count + 1

  /// Makes room for the letters of a slot in texts of a language (nil: not known yet). Returns the index in `pages`.
  mutating func open(_ slot: FaceSlot, in language: EastAsianLanguage?) -> Int {
    let number = Int(slot.rawValue) * Self.languages + (language?.rawValue ?? Self.languages - 1)
    if contexts[number] < 0 {
      contexts[number] = pages.count
      pages.append(contentsOf: repeatElement(-1, count: 0x1100))
    }
    return contexts[number]
  }

  /// Returns the entry of a character in a context that was opened; one of the kind `unknown` if there is
  /// none yet.
  @inline(__always)
  func known(_ scalar: UInt32, in context: Int) -> CharacterAdvance {
    let page = pages[context + Int(scalar >> 8)]
    return page < 0 ? CharacterAdvance() : letters[Int(page) + Int(scalar & 0xFF)]
  }

  /// Looks a character up.
  mutating func look(
    up scalar: UInt32, slot: FaceSlot, in language: EastAsianLanguage?, shaper: inout Shaper
  ) -> CharacterAdvance {
    let index = open(slot, in: language) + Int(scalar >> 8)
    if pages[index] < 0 {
      pages[index] = Int32(letters.count)
      letters.append(contentsOf: repeatElement(CharacterAdvance(), count: 256))
    }
    let letter = describe(scalar, slot: slot, in: language, shaper: &shaper)
    letters[Int(pages[index]) + Int(scalar & 0xFF)] = letter
    return letter
  }

  private mutating func describe(
    _ scalar: UInt32, slot: FaceSlot, in language: EastAsianLanguage?, shaper: inout Shaper
  ) -> CharacterAdvance {
    var letter = CharacterAdvance(info: shaper.properties.info(scalar), kind: .other)
    letter.face =
      scalar < 0x80
      ? fonts.slotFaces[Int(slot.rawValue)]
      : fonts.face(for: scalar, slot: slot, in: language ?? fonts.han.home)
    if scalar == 0x0A { letter.kind = .newline }
    let info = letter.info
    guard info.isPairwise, !info.needsBidi, !info.isInvisibleStacker else { return letter }
    if language == nil, info.dependsOnLanguage,
      fonts.han.isHomeAssumed || !HanRepertoire.languages(of: scalar).contains(fonts.han.home)
    {
      letter.kind = .asksForLanguage
      return letter
    }
    if EmojiScanner.isEmoji(scalar, before: 0) == true, info.isOfNoScript,
      let emoji = fonts.emojiIndex(of: scalar)
    {
      (letter.kind, letter.advance) = (.emoji, emoji)
      return letter
    }
    letter.kind = info.mayStartEmoji ? .symbol : .other
    guard Int(letter.face) < fonts.faces.count else { return letter }
    if fonts.faces[Int(letter.face)].isKerned {
      guard let number = number(of: scalar) else {
        // All other cases need all stages.
        letter.face = FaceID.browser.index
        return letter
      }
      letter.number = number
    }
    letter.advance = shaper.advance(of: scalar, face: letter.face)
    if letter.kind == .other { letter.kind = .letter }
    return letter
  }

  /// Returns the kerning index of `scalar`, or nil if there are too many, or if it is at or above U+3000.
  private mutating func number(of scalar: UInt32) -> UInt8? {
    guard scalar < numbers.count else { return nil }
    if numbers[Int(scalar)] == CharacterAdvance.unpaired {
      guard lastNumber < CharacterAdvance.unpaired - 1 else { return nil }
      lastNumber += 1
      numbers[Int(scalar)] = lastNumber
    }
    return numbers[Int(scalar)]
  }
}

extension CharacterInfo {
  /// True if the character leaves the script of its text open.
  var isOfNoScript: Bool { script <= CharacterProperties.inherited && !isLimitedCommon }
}
