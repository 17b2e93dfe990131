internal import ICU

/// What a folded character is to the search.
enum TermClass: UInt8, Sendable {
  /// A part of a word.
  case word
  /// A character of a script written without spaces, or Hangul: found by pairs.
  case pair
  /// A sign that is looked for by itself: an emoji, an arrow. Signs of ASCII are only between words.
  case sign
  /// Between words.
  case gap

  init(_ scalar: Unicode.Scalar) {
    self =
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: .word
      case 0..<0x80: .gap
      case let value where SearchRules.pairs.contains { $0.contains(value) }: .pair
      default: Self.byCategory(scalar)
      }
  }

  private static func byCategory(_ scalar: Unicode.Scalar) -> TermClass {
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: .gap
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      .sign
    default: .word
    }
  }
}

/// A folded character.
struct FoldedScalar: Sendable {
  var scalar: Unicode.Scalar
  var termClass: TermClass

  init(_ scalar: Unicode.Scalar) { (self.scalar, termClass) = (scalar, TermClass(scalar)) }
}

/// Makes texts alike that differ in case, accents or presentation forms alone.
///
/// `Public/search.js` does the same with the same `SearchRules`: NFKD, without what is left out, NFC, upper case. A
/// character is folded by itself, with only the voicing marks and the vowels and finals of Hangul behind it, so that
/// each folded character has its place in the text. Upper case and not lower: only lower case depends on what stands
/// around (final sigma), and `ß` is `SS` for all.
struct TextFolding {
  private var known: [UInt32: [FoldedScalar]] = [:]
  /// Characters that are folded to one, each in the place that its last bits name: most of a text, found at once.
  private var single = [(scalar: UInt32, folded: FoldedScalar)](
    repeating: (0, FoldedScalar("\0")), count: 4096)

  /// The folded form of a character if it is one that came before, and one character.
  @inline(__always)
  func foldedToOne(_ scalar: Unicode.Scalar) -> FoldedScalar? {
    let entry = single[Int(scalar.value) & 4095]
    return entry.scalar == scalar.value ? entry.folded : nil
  }

  /// The folded form of a character.
  mutating func fold(_ scalar: Unicode.Scalar) -> [FoldedScalar] {
    let folded = remembered(scalar)
    if folded.count == 1 { single[Int(scalar.value) & 4095] = (scalar.value, folded[0]) }
    return folded
  }

  private mutating func remembered(_ scalar: Unicode.Scalar) -> [FoldedScalar] {
    if let folded = known[scalar.value] { return folded }
    let folded = Self.folded(String(scalar))
    // A chat that goes through all of Unicode must not be remembered.
    if known.count < 20_000 { known[scalar.value] = folded }
    return folded
  }

  /// The folded form of a character and what composes with it.
  static func folded(_ unit: String) -> [FoldedScalar] {
    var kept = String.UnicodeScalarView()
    for scalar in NormalizationForm.nfkd(unit).unicodeScalars where !isLeftOut(scalar) { kept.append(scalar) }
    if kept.isEmpty { return [] }
    return NormalizationForm.nfc(String(kept)).unicodeScalars
      .flatMap { Array($0.properties.uppercaseMapping.unicodeScalars) }.map(FoldedScalar.init)
  }

  /// Whether a character can compose with the one before it.
  static func continues(_ scalar: Unicode.Scalar) -> Bool {
    SearchRules.continuing.contains { $0.contains(scalar.value) }
  }

  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80 else { return false }
    return SearchRules.leftOut.contains { $0.contains(scalar.value) }
      || scalar.properties.generalCategory == .format
  }
}
