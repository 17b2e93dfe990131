/// The rules of line breaking, each written once and used by every path through a text.
///
/// All of them read the text's UTF-8, in which a space, a hyphen or a slash is always one byte; so the stages that work
/// on characters and the one that works on bytes can call the same function.
///
/// | rule | asked by | source |
/// |---|---|---|
/// | a break between two ASCII characters | ``ASCIIBreaks/mayBreak(_:_:)`` | measured in Chromium 156 |
/// | a hyphen that may be a minus sign holds its digit | ``isMinusSign(before:in:)`` | measured in Chromium 156 |
/// | classes that suppress a break on one side | ``suppressesBreakAfter(_:_:)`` and the like | UAX #14 LB13–LB30 |
/// | spaces at the end of a line hang | ``hangingCount(before:from:in:tabs:)`` | CSS Text 3 §4.1.3 |
/// | numbers stay whole | ``NumberRule`` | ours |
/// | a long URL ends a line after its punctuation | ``Token``, ``mayBreakURL(before:in:)`` | ours |
enum BreakRules {
  // MARK: Spaces

  /// Returns how many bytes before `end`, down to `start`, hang when a line ends there: CSS Text 3 §4.1.3 lets white space
  /// at the end of a line overflow, so that it has no width.
  @inline(__always)
  static func hangingCount(
    before end: Int, from start: Int, in text: borrowing Span<UInt8>, tabs: Bool
  ) -> Int {
    var first = end
    while first > start, text[first - 1] == 0x20 || tabs && text[first - 1] == 0x09 { first -= 1 }
    return end - first
  }

  // MARK: Hyphens

  /// True if the characters around a byte are a hyphen and a digit that Chromium keeps together because the hyphen may be a
  /// minus sign. It cannot be one after an ASCII letter or digit, as in `ABCD-1234`.
  @inline(__always)
  static func isMinusSign(before byte: Int, in text: borrowing Span<UInt8>) -> Bool {
    guard byte > 0, text[byte - 1] == 0x2D, text[byte] &- 0x30 < 10 else { return false }
    guard byte > 1 else { return true }
    let previous = text[byte - 2]
    return !(previous &- 0x30 < 10 || (previous | 0x20) &- 0x61 < 26)
  }

  // MARK: Classes

  /// True if no line breaks between a character and the next one, provided that the next suppresses a break before it
  /// (LB9, LB14, LB19, LB23, LB25, LB28).
  @inline(__always)
  static func suppressesBreakAfter(_ scalar: UInt32, _ info: CharacterInfo) -> Bool {
    info.isWordPart || info.isQuote || isOpening(scalar)
  }

  /// True if no line breaks between a character and the one before it, provided that the previous one suppresses a break
  /// after it (LB9, LB13, LB19, LB22, LB23, LB25, LB28).
  @inline(__always)
  static func suppressesBreakBefore(_ scalar: UInt32, _ info: CharacterInfo) -> Bool {
    info.isWordPart || info.isQuote || isClosing(scalar) || isInseparable(scalar)
  }

  /// The opening brackets ( [ { of the class OP. No line ends with them (LB14).
  private static func isOpening(_ scalar: UInt32) -> Bool {
    scalar == 0x28 || scalar == 0x5B || scalar == 0x7B
  }

  /// The punctuation of the classes CL, CP, EX and IS that is common after words: ! ) , . : ; ? ] }. No line begins with it
  /// (LB13).
  static func isClosing(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: true
    default: false
    }
  }

  /// The ellipsis, of the class IN. No line begins with it (LB22), unless an object is before it (LB20).
  static func isInseparable(_ scalar: UInt32) -> Bool { scalar == 0x2026 }

  // MARK: URLs

  /// The text between spaces around a byte, and whether it is broken like a URL.
  ///
  /// Only the text decides, so that lines do not depend on whether links are detected.
  struct Token {
    /// Its bytes.
    let range: Range<Int>
    /// True if it has a scheme or starts with `www.`, or has a dot and a slash or `@`.
    let isURL: Bool

    /// No token.
    init() { (range, isURL) = (0..<0, false) }

    /// Finds the token around a byte.
    init(around byte: Int, in text: borrowing Span<UInt8>) {
      var (start, end) = (byte, byte)
      while start > 0, text[start - 1] > 0x20 { start -= 1 }
      while end < text.count, text[end] > 0x20 { end += 1 }
      var (hasDot, hasDivider, hasScheme) = (false, false, false)
      for index in start..<end {
        switch text[index] {
        case 0x2E: hasDot = true
        case 0x2F, 0x40: hasDivider = true
        case 0x3A where index + 2 < end && text[index + 1] == 0x2F && text[index + 2] == 0x2F:
          hasScheme = true
        default: break
        }
      }
      let isWeb =
        end - start > 3 && text[start] == 0x77 && text[start + 1] == 0x77 && text[start + 2] == 0x77
        && text[start + 3] == 0x2E
      range = start..<max(end, byte + 1)
      isURL = hasScheme || isWeb || hasDot && hasDivider
    }
  }

  /// True if a URL may end a line before a byte: after the punctuation that divides it, but not between two equal
  /// characters, as in `//`.
  static func mayBreakURL(before byte: Int, in text: borrowing Span<UInt8>) -> Bool {
    switch text[byte - 1] {
    case 0x2F, 0x3F, 0x26, 0x3D, 0x2D, 0x5F, 0x2E: text[byte - 1] != text[byte]
    default: false
    }
  }
}
