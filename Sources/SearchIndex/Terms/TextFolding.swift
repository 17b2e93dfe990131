import ICU

/// The class of a folded character, which decides how terms are formed.
enum TermClass: UInt8, Sendable {
  /// Part of a word.
  case word
  /// A character of a script written without spaces, or Hangul; terms are pairs of these.
  case pair
  /// A non-ASCII sign, which is a term by itself: an emoji, an arrow.
  case sign
  /// A separator.
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

/// A folded character in UTF-8.
struct FoldedScalar: Sendable, BitwiseCopyable {
  /// The bytes, little-endian.
  let bytes: UInt32
  /// Number of bytes.
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

/// Folds text so that differences of case, accents and presentation forms disappear.
///
/// The steps: NFKD, removal of the characters in ``SearchRules``, NFC, upper case. `search.js` folds by these rules too.
/// Each character is folded alone, together only with following kana voicing marks and Hangul vowels and finals; so the
/// fold of a text is the concatenation of the folds of its characters, and each can be cached. Upper case is used because
/// lower case depends on context (final sigma), and it makes `ß` equal to `SS`.
///
/// The cache is a two-level table: `rows` by the upper bits of a code point, rows of 256 in `singles`. An unknown character
/// has no bytes there. Results of more than one character are in `others`.
struct TextFolding {
  /// The folds to a single character, in rows of 256.
  private var singles = [FoldedScalar](repeating: .none, count: 256)
  /// Number of a code point's row, by its upper bits; 0 is an empty row.
  private var rows = [UInt8](repeating: 0, count: 0x1100)
  private var rowCount = 1
  /// The folds to none or several characters.
  private var others: [UInt32: [FoldedScalar]] = [:]

  /// The cached fold of a character, if it is a single character; otherwise one without bytes.
  @inline(__always)
  subscript(scalar: UInt32) -> FoldedScalar {
    singles[Int(rows[Int(scalar &>> 8)]) &<< 8 | Int(scalar & 0xFF)]
  }

  /// Returns the fold of any character, and caches it.
  mutating func fold(_ scalar: UInt32) -> [FoldedScalar] {
    if let folded = others[scalar] { return folded }
    let folded = Self.folded(String(Unicode.Scalar(scalar) ?? "\u{FFFD}"))
    remember(folded, of: scalar)
    return folded
  }

  private mutating func remember(_ folded: [FoldedScalar], of scalar: UInt32) {
    let row = Int(scalar >> 8)
    if rows[row] == 0 {
      // Limits the cache for texts that go through all of Unicode.
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

  /// Returns the fold of a character and those that compose with it.
  static func folded(_ unit: String) -> [FoldedScalar] { scalars(of: unit).map(FoldedScalar.init) }

  /// Returns the fold of a character and those that compose with it as Unicode scalars.
  static func scalars(of unit: String) -> [Unicode.Scalar] {
    var remaining = String.UnicodeScalarView()
    for scalar in NormalizationForm.nfkd(unit).unicodeScalars where !isLeftOut(scalar) {
      remaining.append(scalar)
    }
    if remaining.isEmpty { return [] }
    return NormalizationForm.nfc(String(remaining)).unicodeScalars
      .flatMap { Array($0.properties.uppercaseMapping.unicodeScalars) }
  }

  /// True if a character can compose with the one before it.
  static func continues(_ scalar: UInt32) -> Bool {
    SearchRules.continuing.contains { $0.contains(scalar) }
  }

  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80 else { return false }
    return SearchRules.leftOut.contains { $0.contains(scalar.value) }
      || scalar.properties.generalCategory == .format
  }
}
