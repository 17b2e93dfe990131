/// Whether a line may break between two characters, as far as those two tell.
///
/// The same rules of UAX #14 by which ``ICUBreakQuery`` leaves words out of what it asks ICU, and a few that hold whatever
/// stands around the two.
struct PairBreak: OptionSet {
  var rawValue: Int32

  /// A line may break there.
  static let allowed = PairBreak(rawValue: 1)
  /// ICU has to be asked.
  static let undecided = PairBreak(rawValue: 2)
  /// A rule says so for which ICU would have been asked about the whole word.
  static let byRule = PairBreak(rawValue: 4)
  /// A quotation mark stands there, which ICU may see otherwise if it is asked about the word.
  static let atQuote = PairBreak(rawValue: 8)

  /// How many bits these take.
  static let bits: Int32 = 4

  /// Between two letters. A hyphen before a digit is taken for a break: what stands before it has the last word.
  init(
    between first: UInt32, _ a: CharacterInfo, and second: UInt32, _ b: CharacterInfo, knowsIdeographs: Bool
  ) {
    if second == 0x20 {
      self = []
    } else if first == 0x20 {
      self = .allowed
    } else if first < 0x7F, second < 0x7F {
      self = ASCIIBreaks.mayBreak(UInt8(first), UInt8(second)) ? .allowed : []
    } else if ICUBreakQuery.holds(first, a), ICUBreakQuery.isHeld(second, b) {
      self = a.isQuote || b.isQuote ? .atQuote : []
    } else if Self.opens(first) || first == Self.noBreakSpace
      || second == Self.noBreakSpace && a.isAlphabeticLB
    {
      // LB12, LB12a, LB14
      self = .byRule
    } else if knowsIdeographs, a.isEastAsian || a.isAlphabeticLB, b.isEastAsian || b.isAlphabeticLB {
      // LB13, LB31
      self = b.isWideClosing ? .byRule : [.allowed, .byRule]
    } else {
      self = .undecided
    }
  }

  /// Between a letter and an emoji, which is an object (LB20).
  init(beforeEmojiBehind first: UInt32, _ a: CharacterInfo) {
    if first == 0x20 {
      self = .allowed
    } else {
      self = a.isAlphabeticLB || a.isEastAsian || Self.closes(first) ? [.allowed, .byRule] : .undecided
    }
  }

  /// Between an emoji and a letter.
  init(behindEmojiBefore second: UInt32, _ b: CharacterInfo) {
    if second == 0x20 {
      self = []
    } else if Self.closes(second) || b.isWideClosing {
      // LB13
      self = .byRule
    } else {
      self = b.isAlphabeticLB || b.isEastAsian ? [.allowed, .byRule] : .undecided
    }
  }

  init(rawValue: Int32) { self.rawValue = rawValue }

  private static let noBreakSpace: UInt32 = 0xA0

  /// ¡ ¿, of the class OP.
  private static func opens(_ scalar: UInt32) -> Bool { scalar == 0xA1 || scalar == 0xBF }

  /// ! ) , . : ; ?, of the classes EX, CP and IS.
  private static func closes(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F: true
    default: false
    }
  }
}

extension CharacterInfo {
  /// Breaks around it among its like are known: an ideograph, or what closes after it.
  var isEastAsian: Bool { isIdeographic || isWideClosing }
}
