/// The break between two characters, as far as those two decide it.
///
/// Based on the rules of UAX #14 by which ``ICUBreakQuery`` leaves words out of its query, and a few rules that do
/// not depend on the characters around the two.
struct PairBreak: OptionSet {
  var rawValue: Int32

  /// A line may break there.
  static let allowed = PairBreak(rawValue: 1)
  /// ICU has to be asked.
  static let undecided = PairBreak(rawValue: 2)
  /// Decided by a rule, where ICU would have been asked about the whole word.
  static let byRule = PairBreak(rawValue: 4)
  /// A quotation mark is there, which ICU may treat differently if asked about the word.
  static let atQuote = PairBreak(rawValue: 8)

  /// The number of bits these take.
  static let bits: Int32 = 4

  /// The break between two letters. A hyphen before a digit counts as a break; the character before it has the
  /// last word.
  init(
    between first: UInt32, _ a: CharacterInfo, and second: UInt32, _ b: CharacterInfo, knowsIdeographs: Bool
  ) {
    if second == 0x20 {
      self = []
    } else if first == 0x20 {
      self = .allowed
    } else if first < 0x7F, second < 0x7F {
      self = ASCIIBreaks.mayBreak(UInt8(first), UInt8(second)) ? .allowed : []
    } else if BreakRules.suppressesBreakAfter(first, a), BreakRules.suppressesBreakBefore(second, b) {
      self = a.isQuote || b.isQuote ? .atQuote : []
    } else if Self.opens(first) || first == Self.noBreakSpace || BreakRules.isInseparable(second)
      || second == Self.noBreakSpace && a.isAlphabeticLB
    {
      // LB12, LB12a, LB14, LB22
      self = .byRule
    } else if knowsIdeographs, a.isEastAsian || a.isAlphabeticLB, b.isEastAsian || b.isAlphabeticLB {
      self.init(behindIdeographBefore: b)
    } else {
      self = .undecided
    }
  }

  /// The break between an ideograph and another one, a letter of an alphabet (LB31), or closing punctuation (LB13).
  @inline(__always)
  init(behindIdeographBefore second: CharacterInfo) {
    self = second.isWideClosing ? .byRule : [.allowed, .byRule]
  }

  /// The break between a letter and an emoji, which is an object (LB20).
  init(beforeEmojiBehind first: UInt32, _ a: CharacterInfo) {
    if first == 0x20 {
      self = .allowed
    } else {
      let isAllowed =
        a.isAlphabeticLB || a.isEastAsian || BreakRules.isClosing(first) || BreakRules.isInseparable(first)
      self = isAllowed ? [.allowed, .byRule] : .undecided
    }
  }

  /// The break between an emoji and a letter.
  init(behindEmojiBefore second: UInt32, _ b: CharacterInfo) {
    if second == 0x20 {
      self = []
    } else if BreakRules.isClosing(second) || b.isWideClosing {
      // LB13
      self = .byRule
    } else {
      let isAllowed = b.isAlphabeticLB || b.isEastAsian || BreakRules.isInseparable(second)
      self = isAllowed ? [.allowed, .byRule] : .undecided
    }
  }

  init(rawValue: Int32) { self.rawValue = rawValue }

  private static let noBreakSpace: UInt32 = 0xA0

  /// ¡ ¿, of the class OP.
  private static func opens(_ scalar: UInt32) -> Bool { scalar == 0xA1 || scalar == 0xBF }
}

extension CharacterInfo {
  /// True for an ideograph or closing punctuation, whose breaks among their like are known.
  var isEastAsian: Bool { isIdeographic || isWideClosing }
}
