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
struct FoldedScalar: Sendable, BitwiseCopyable {
  /// Its bytes in UTF-8, the first one lowest.
  let bytes: UInt32
  /// How many there are.
  let count: UInt8
  let termClass: TermClass

  init(_ scalar: Unicode.Scalar) {
    var (bytes, count): (UInt32, UInt8) = (0, 0)
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      bytes |= UInt32(byte) << UInt32(count * 8)
      count += 1
    }
    self.init(bytes: bytes, count: count, termClass: TermClass(scalar))
  }

  private init(bytes: UInt32, count: UInt8, termClass: TermClass) {
    (self.bytes, self.count, self.termClass) = (bytes, count, termClass)
  }

  /// No character.
  static let none = FoldedScalar(bytes: 0, count: 0, termClass: .gap)
}

/// Makes texts alike that differ in case, accents or presentation forms alone.
///
/// `Public/search.js` does the same with the same `SearchRules`: NFKD, without what is left out, NFC, upper case. A
/// character is folded by itself, with only the voicing marks and the vowels and finals of Hangul behind it, so that
/// each folded character has its place in the text. Upper case and not lower: only lower case depends on what stands
/// around (final sigma), and `ß` is `SS` for all.
struct TextFolding {
  /// What single characters are folded to, 256 in a row; without bytes where that is not known, or not one character.
  private var singles = [FoldedScalar](repeating: .none, count: 256)
  /// Which of the rows has a character, by its upper bits; the first is of characters that have none.
  private var rows = [UInt8](repeating: 0, count: 0x1100)
  private var rowCount = 1
  /// What characters are folded to that are not folded to one.
  private var others: [UInt32: [FoldedScalar]] = [:]

  /// The folded form of a character that came before, if it is one character; else it has no bytes.
  @inline(__always)
  subscript(scalar: UInt32) -> FoldedScalar {
    singles[Int(rows[Int(scalar &>> 8)]) &<< 8 | Int(scalar & 0xFF)]
  }

  /// The folded form of any character.
  mutating func fold(_ scalar: UInt32) -> [FoldedScalar] {
    if let folded = others[scalar] { return folded }
    let folded = Self.folded(String(Unicode.Scalar(scalar) ?? "\u{FFFD}"))
    remember(folded, of: scalar)
    return folded
  }

  private mutating func remember(_ folded: [FoldedScalar], of scalar: UInt32) {
    let row = Int(scalar >> 8)
    if rows[row] == 0 {
      // A chat that goes through all of Unicode must not be remembered.
      guard rowCount < 256 else { return }
      rows[row] = UInt8(truncatingIfNeeded: rowCount)
      rowCount += 1
      singles.append(contentsOf: repeatElement(.none, count: 256))
    }
    if folded.count == 1 {
      singles[Int(rows[row]) << 8 | Int(scalar & 0xFF)] = folded[0]
    } else {
      others[scalar] = folded
    }
  }

  /// The folded form of a character and what composes with it.
  static func folded(_ unit: String) -> [FoldedScalar] { scalars(of: unit).map(FoldedScalar.init) }

  /// The same as characters.
  static func scalars(of unit: String) -> [Unicode.Scalar] {
    var kept = String.UnicodeScalarView()
    for scalar in NormalizationForm.nfkd(unit).unicodeScalars where !isLeftOut(scalar) { kept.append(scalar) }
    if kept.isEmpty { return [] }
    return NormalizationForm.nfc(String(kept)).unicodeScalars
      .flatMap { Array($0.properties.uppercaseMapping.unicodeScalars) }
  }

  /// Whether a character can compose with the one before it.
  static func continues(_ scalar: UInt32) -> Bool {
    SearchRules.continuing.contains { $0.contains(scalar) }
  }

  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80 else { return false }
    return SearchRules.leftOut.contains { $0.contains(scalar.value) }
      || scalar.properties.generalCategory == .format
  }
}
