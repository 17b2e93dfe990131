internal import ICU

/// Finds emoji sequences in text (UTS #51).
///
/// Survey and layout use the same scanner, so every emoji laid out has been surveyed.
enum EmojiScanner {
  /// Characters with Emoji_Presentation.
  private static let byDefault = set(\.isEmojiByDefault)
  /// Characters with Emoji, but for digits, `#` and `*`.
  private static let possible = set(\.canBeEmoji)

  private static func set(_ property: KeyPath<Unicode.Scalar, Bool>) -> ScalarSet {
    var result = ScalarSet()
    for range in [0xA9...0xAE, 0x203C...0x3299, 0x1F000...0x1FBFF] as [ClosedRange<UInt32>] {
      for value in range {
        if let scalar = Unicode.Scalar(value), scalar[keyPath: property] { result.insert(value) }
      }
    }
    return result
  }

  /// Whether a character could begin an emoji: a cheap test that almost no text passes.
  @inline(__always)
  static func mayStart(_ scalar: UInt32) -> Bool {
    (0x1F000...0x1FBFF).contains(scalar) || (0x203C...0x2BFF).contains(scalar) || scalar == 0xA9
      || scalar == 0xAE || (0x3030...0x303D).contains(scalar) || scalar == 0x3297 || scalar == 0x3299
      || scalar == 0x23 || scalar == 0x2A || (0x30...0x39).contains(scalar)
  }

  /// The place after the emoji that starts at `start`, or nil when the character there is shown as text.
  static func end(of scalars: [UInt32], from start: Int) -> Int? {
    let first = scalars[start]
    func at(_ place: Int) -> UInt32 { place < scalars.count ? scalars[place] : 0 }
    if first < 0x80 {
      // Keycaps: only the qualified form is an emoji.
      return at(start + 1) == 0xFE0F && at(start + 2) == 0x20E3 && mayStart(first) ? start + 3 : nil
    }
    if isRegional(first) {
      let isFlag = isRegional(at(start + 1)) && isRecommended(scalars, start, start + 2)
      return isFlag ? start + 2 : start + 1
    }
    guard possible.contains(first) else { return nil }
    let element = elementEnd(of: scalars, from: start)
    let isShown: Bool =
      if byDefault.contains(first) { at(start + 1) != 0xFE0E } else { element > start + 1 }
    if at(element) != 0x200D && at(element) &- 0xE0020 > 0x5F { return isShown ? element : nil }

    // Tags, then further elements after joiners; the longest recommended sequence wins.
    var end = element
    while at(end) &- 0xE0020 <= 0x5F { end += 1 }
    var candidates = end > element ? [end] : []
    while at(end) == 0x200D, possible.contains(at(end + 1)), candidates.count < 10 {
      end = elementEnd(of: scalars, from: end + 1)
      candidates.append(end)
    }
    for candidate in candidates.reversed() where isRecommended(scalars, start, candidate) { return candidate }
    return isShown ? element : nil
  }

  private static func isRegional(_ scalar: UInt32) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar) }

  /// The place after one emoji character with its presentation selector or skin tone.
  private static func elementEnd(of scalars: [UInt32], from start: Int) -> Int {
    guard start + 1 < scalars.count else { return start + 1 }
    let next = scalars[start + 1]
    if next == 0xFE0F || (0x1F3FB...0x1F3FF).contains(next) && isBase(scalars[start]) { return start + 2 }
    return start + 1
  }

  private static func isBase(_ scalar: UInt32) -> Bool {
    scalar != 0x1F3F4 && !(0x1F3FB...0x1F3FF).contains(scalar)
  }

  /// Whether the sequence is recommended for interchange once the selectors that many programs leave out are
  /// put back (UTS #51: minimally qualified and unqualified sequences).
  private static func isRecommended(_ scalars: [UInt32], _ start: Int, _ end: Int) -> Bool {
    var units: [UInt16] = []
    for place in start..<end {
      guard let scalar = Unicode.Scalar(scalars[place]) else { return false }
      units.append(contentsOf: scalar.utf16)
      let next = place + 1 < end ? scalars[place + 1] : 0
      if possible.contains(scalars[place]), !byDefault.contains(scalars[place]), next != 0xFE0F,
        !(0x1F3FB...0x1F3FF).contains(next)
      {
        units.append(0xFE0F)
      }
    }
    return isRecommendedEmoji(units)
  }
}
