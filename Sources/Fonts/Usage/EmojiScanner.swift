import ICU
import Storage

/// Finds emoji sequences in text (UTS #51).
///
/// Survey and layout use the same scanner, so every emoji laid out has been surveyed.
public enum EmojiScanner {
  /// Characters with Emoji_Presentation, and characters reserved for future emoji.
  private static let byDefault = set { $0.isEmojiByDefault || $0.isReservedForEmoji }
  /// Characters with Emoji, except digits, `#` and `*`, and characters reserved for future emoji.
  private static let possible = set { $0.canBeEmoji || $0.isReservedForEmoji }

  /// Characters that take a skin tone.
  private static let bases = set { $0.takesSkinTone || $0.isReservedForEmoji }

  /// COMBINING ENCLOSING KEYCAP.
  public static let keycap: UInt32 = 0x20E3

  private static func set(_ belongs: (Unicode.Scalar) -> Bool) -> ScalarSet {
    var result = ScalarSet()
    for range in [0xA9...0xAE, 0x203C...0x3299, 0x1F000...0x1FBFF] as [ClosedRange<UInt32>] {
      for value in range {
        if let scalar = Unicode.Scalar(value), belongs(scalar) { result.insert(value) }
      }
    }
    return result
  }

  /// True if a character could begin an emoji: a cheap test that almost no text passes.
  @inline(__always)
  public static func mayStart(_ scalar: UInt32) -> Bool {
    (0x1F000...0x1FBFF).contains(scalar) || (0x203C...0x2BFF).contains(scalar) || scalar == 0xA9
      || scalar == 0xAE || (0x3030...0x303D).contains(scalar) || scalar == 0x3297 || scalar == 0x3299
      || isKeycapBase(scalar)
  }

  /// The index after the emoji that starts at `start`, or nil if the character there is shown as text.
  ///
  /// The longest sequence that `isKnown` accepts wins; characters after a shorter one are examined separately.
  public static func end(
    of scalars: [UInt32], from start: Int, isKnown: (Range<Int>) -> Bool = { _ in true }
  ) -> Int? {
    let first = scalars[start]
    func at(_ index: Int) -> UInt32 { index < scalars.count ? scalars[index] : 0 }
    if isKeycapBase(first) {
      // Many programs leave out the selector, and a digit in a keycap has no other use.
      let cap = at(start + 1) == 0xFE0F ? start + 2 : start + 1
      return at(cap) == keycap ? cap + 1 : nil
    }
    if isRegional(first) {
      return isRegional(at(start + 1)) && isKnown(start..<start + 2) ? start + 2 : start + 1
    }
    guard possible.contains(first) else { return nil }
    let element = elementEnd(of: scalars, from: start)
    let isShown: Bool =
      if byDefault.contains(first) { at(start + 1) != 0xFE0E } else { element > start + 1 }
    if at(element) != 0x200D, !isTag(at(element)) { return isShown ? element : nil }

    var end = element
    var candidates: [Int] = []
    while isTag(at(end)) { end += 1 }
    if end > element, scalars[end - 1] == 0xE007F { candidates.append(end) }
    while at(end) == 0x200D, possible.contains(at(end + 1)), candidates.count < 10 {
      end = elementEnd(of: scalars, from: end + 1)
      candidates.append(end)
    }
    // Without its selector the first character is text, unless a sequence for interchange needs it.
    for candidate in candidates.reversed()
    where (isShown || isRecommended(qualified(scalars[start..<candidate]))) && isKnown(start..<candidate) {
      return candidate
    }
    return isShown ? element : nil
  }

  /// True if a character is an emoji by itself, or with a following VARIATION SELECTOR-16; nil if more than
  /// these two decide.
  public static func isEmoji(_ first: UInt32, before next: UInt32) -> Bool? {
    guard possible.contains(first) else { return false }
    if isRegional(first) || isSkinTone(next) || isTag(next) || next == 0xFE0E || next == 0x200D { return nil }
    return next == 0xFE0F || byDefault.contains(first)
  }

  /// True if a character can continue an emoji that is complete without it.
  public static func mayGoOn(_ scalar: UInt32) -> Bool { scalar == 0x200D || isTag(scalar) }

  /// The emoji with exactly the selectors that its characters need, so that all spellings are one (UTS #51:
  /// fully qualified).
  public static func qualified(_ scalars: ArraySlice<UInt32>) -> String {
    var result = String.UnicodeScalarView()
    for index in scalars.indices {
      guard scalars[index] != 0xFE0F, let scalar = Unicode.Scalar(scalars[index]) else { continue }
      result.append(scalar)
      let next = index + 1 < scalars.endIndex ? scalars[index + 1] : 0
      let isText = possible.contains(scalar.value) && !byDefault.contains(scalar.value)
      if isText && !isSkinTone(next) || isKeycapBase(scalar.value) { result.append("\u{FE0F}") }
    }
    return String(result)
  }

  /// True if a fully qualified sequence is recommended for general interchange.
  static func isRecommended(_ emoji: String) -> Bool { isRecommendedEmoji(Array(emoji.utf16)) }

  private static func isKeycapBase(_ scalar: UInt32) -> Bool {
    scalar == 0x23 || scalar == 0x2A || (0x30...0x39).contains(scalar)
  }
  private static func isRegional(_ scalar: UInt32) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar) }
  private static func isSkinTone(_ scalar: UInt32) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar) }
  /// True if a character is a tag, as in the flags of regions.
  public static func isTag(_ scalar: UInt32) -> Bool { (0xE0020...0xE007F).contains(scalar) }

  /// The index after one emoji character with its presentation selector or skin tone.
  private static func elementEnd(of scalars: [UInt32], from start: Int) -> Int {
    guard start + 1 < scalars.count else { return start + 1 }
    let next = scalars[start + 1]
    if next == 0xFE0F || isSkinTone(next) && bases.contains(scalars[start]) { return start + 2 }
    return start + 1
  }
}

/// Texts that consist of emoji only.
public enum EmojiText {
  /// The emoji, without the white space around them, if the text is one to `most` of them and spaces; else nil.
  public static func emoji(of text: String, most: Int) -> String? {
    // The first byte excludes almost every other text: emoji start with F0, E2, E3, C2 or a digit, # or *.
    let bytes = text.utf8.span
    var start = 0
    while start < bytes.count, isSpace(UInt32(bytes[start])) { start += 1 }
    guard start < bytes.count, bytes.count < 512 else { return nil }
    switch bytes[start] {
    case 0xF0, 0xE2, 0xE3, 0xC2: break
    case 0x23, 0x2A, 0x30...0x39:
      guard start + 1 < bytes.count, bytes[start + 1] == 0xEF || bytes[start + 1] == 0xE2 else { return nil }
    default: return nil
    }
    // Ideographs and quotation marks start with these bytes as well.
    var first = start
    guard EmojiScanner.mayStart(bytes.scalar(at: &first)) else { return nil }
    return counted(text.unicodeScalars.map(\.value), most: most)
  }

  /// True if a text may be emoji by its first byte: false for almost every other text.
  public static func mayStart(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    switch first {
    case 0x21...0x22, 0x24...0x29, 0x2B...0x2F, 0x3A...0x7F: return false
    default: return true
    }
  }

  private static func counted(_ scalars: [UInt32], most: Int) -> String? {
    var (count, index) = (0, 0)
    var extent: Range<Int>?
    while index < scalars.count {
      if isSpace(scalars[index]) {
        index += 1
        continue
      }
      guard count < most, EmojiScanner.mayStart(scalars[index]),
        let end = EmojiScanner.end(of: scalars, from: index)
      else { return nil }
      extent = (extent?.lowerBound ?? index)..<end
      count += 1
      index = end
    }
    guard let extent else { return nil }
    var emoji = String.UnicodeScalarView()
    for value in scalars[extent] {
      // Three lines of one emoji each are lines, not a picture.
      if value == 0x0A { return nil }
      if let scalar = Unicode.Scalar(value) { emoji.append(scalar) }
    }
    return String(emoji)
  }

  private static func isSpace(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0x0A || scalar == 0x0D || scalar == 0x09 || scalar == 0xA0
  }
}
