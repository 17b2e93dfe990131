/// A word or phrase to look for, folded.
///
/// A `*` at an end matches the rest of a word, which is redacted too. Gaps between the words of a phrase match any white space or
/// punctuation, and none.
struct Term: Sendable {
  /// The result of a match.
  struct Target: Sendable, Hashable {
    /// The index of the rule; nil for a name that has a pseudonym without a rule.
    var rule: Int?
    /// The text shown instead.
    var replacement = Replacement.usual
  }

  /// The letters, with nil for a gap.
  let letters: [UInt32?]
  /// True if the term matches the end of a longer word.
  let startsOpen: Bool
  /// True if the term matches the beginning of a longer word.
  let endsOpen: Bool
  let target: Target

  /// Creates a term, or returns nil if the text has no letters.
  init?(_ text: String, _ target: Target) {
    var text = text[...]
    startsOpen = text.hasPrefix("*")
    endsOpen = text.hasSuffix("*")
    while text.hasPrefix("*") { text.removeFirst() }
    while text.hasSuffix("*") { text.removeLast() }
    var letters: [UInt32?] = []
    for unit in ComparedText(String(text)).units {
      switch unit.kind {
      case .letter, .unspaced: letters.append(unit.scalar)
      case .soft where unit.scalar >= 0x80: break
      case .gap, .soft: if let last = letters.last, last != nil { letters.append(nil) }
      }
    }
    if let last = letters.last, last == nil { letters.removeLast() }
    guard !letters.isEmpty else { return nil }
    (self.letters, self.target) = (letters, target)
  }

  /// True if a text is long enough for a word: two letters, or one of a script that writes words with one.
  static func isUsable(_ text: String) -> Bool {
    let units = ComparedText(text).units
    return units.contains { $0.kind == .unspaced } || units.count { $0.kind == .letter } > 1
  }
}
