import Frames

/// The part of the text read so far that still matters to ``SimpleTextMeasurer`` for the next character.
struct SimpleTextCursor {
  /// The position of the character that was read last.
  var position: Int64 = 0
  /// The position of the character's end if nothing follows.
  private(set) var end: Int64 = 0
  /// The last character: an object for an emoji, a newline before a paragraph's first.
  private(set) var last: UInt32 = 0x0A
  private var info = CharacterInfo(bits: 0)
  /// True if the last character is a letter, not an emoji or a newline.
  private(set) var hasLetter = false
  /// The row of the last character in ``KerningCache``, if its face kerns.
  var row = 0
  /// The script of the last character (UAX #24).
  var script = CharacterProperties.latin
  private var hasBracket = false
  /// The byte up to which brackets have been looked for.
  private var bracketsEnd = 0
  private var seen: PairBreak = []

  /// True if nothing of the paragraph has been read.
  var isAtStart: Bool { last == 0x0A }
  /// True if an emoji was read last.
  var isBehindEmoji: Bool { last == ICUBreakQuery.object }

  /// True if ICU would see the same breaks.
  ///
  /// Not if ICU has to be asked about a pair. A pair decided by a rule here would also send ICU the whole word, in which it
  /// may treat quotation marks differently.
  var areBreaksSure: Bool { !seen.contains(.undecided) && !seen.contains([.byRule, .atQuote]) }

  // MARK: Scripts

  /// Takes the script of a letter at a byte, and returns true if the script does not change. Returns nil if that is not
  /// enough: at a change of scripts, a bracket may belong to another script than the text before it.
  @inline(__always)
  mutating func follow(_ info: CharacterInfo, at byte: Int, in text: borrowing Span<UInt8>) -> Bool? {
    if info.isBracket { hasBracket = true }
    let isSame = info.script == script || info.script <= CharacterProperties.inherited
    if !isSame {
      if hasBracket || hasBracket(before: byte, in: text) { return nil }
      script = info.script
    }
    return info.isLimitedCommon && script != CharacterProperties.han ? nil : isSame
  }

  /// True if there are brackets of ASCII before a byte.
  private mutating func hasBracket(before byte: Int, in text: borrowing Span<UInt8>) -> Bool {
    while bracketsEnd < byte {
      switch text[bracketsEnd] {
      case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: hasBracket = true
      default: break
      }
      bracketsEnd += 1
    }
    return hasBracket
  }

  // MARK: Characters

  /// Steps over a letter at ``position``.
  @inline(__always)
  mutating func pass(_ scalar: UInt32, _ letter: CharacterAdvance, scale: Int64) {
    (last, info) = (scalar, letter.info)
    end = position + Int64(letter.advance) * scale
    hasLetter = true
  }

  /// Steps over ASCII whose last character is at ``position`` and has this advance.
  @inline(__always)
  mutating func passASCII(last scalar: UInt8, advance: Int64) {
    (last, hasLetter) = (UInt32(scalar), true)
    end = position + advance
  }

  /// Sets the properties of the last character, which was ASCII.
  mutating func setInfo(_ info: CharacterInfo) { self.info = info }

  /// Steps over an emoji.
  mutating func passEmoji(advance: Int64) {
    (last, hasLetter) = (ICUBreakQuery.object, false)
    end = position + advance
  }

  /// Steps over a newline, or to the end of the text.
  mutating func endParagraph() {
    (position, last, hasLetter) = (end, 0x0A, false)
  }

  /// Moves to the position of a character that is not kerned with the last one.
  @inline(__always)
  mutating func goToEnd() { position = end }

  // MARK: Breaks

  /// Returns the break between the last character and a letter, as far as these two decide it.
  func breaks(before scalar: UInt32, _ next: CharacterInfo, knowsIdeographs: Bool) -> PairBreak {
    if isAtStart { return [] }
    return hasLetter
      ? PairBreak(between: last, info, and: scalar, next, knowsIdeographs: knowsIdeographs)
      : PairBreak(behindEmojiBefore: scalar, next)
  }

  /// The break before an emoji after the last character, as far as that character decides it.
  var breaksBeforeEmoji: PairBreak {
    if isAtStart { return [] }
    return hasLetter ? PairBreak(beforeEmojiBehind: last, info) : [.allowed, .byRule]
  }

  /// Notes a break. Returns true if a line may end there.
  @inline(__always)
  mutating func see(_ breaks: PairBreak) -> Bool {
    seen.formUnion(breaks)
    return breaks.contains(.allowed)
  }
}
