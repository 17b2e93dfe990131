import ICU

/// A character without case, accents and width.
struct FoldedCharacter: Sendable {
  var scalar: UInt32
  var kind: ComparedText.Kind

  /// Returns an ASCII character folded.
  static func ascii(_ byte: UInt8) -> FoldedCharacter { table[Int(byte & 0x7F)] }

  private static let table: [FoldedCharacter] = (0..<128).map { value in
    let scalar = Unicode.Scalar(UInt8(value))
    switch scalar {
    case "A"..."Z": return FoldedCharacter(scalar: UInt32(value) | 0x20, kind: .letter)
    case "a"..."z", "0"..."9": return FoldedCharacter(scalar: UInt32(value), kind: .letter)
    case "*", "_", "~", "`", "\\": return FoldedCharacter(scalar: UInt32(value), kind: .soft)
    default: return FoldedCharacter(scalar: UInt32(value), kind: .gap)
    }
  }

  /// The folded characters of the Basic Multilingual Plane: 0.1 s once, and no lock for each letter of a text.
  private struct Plane: Sendable {
    /// The index of each character's first folded one, and the end of the last.
    var starts: [Int32] = []
    var characters: [FoldedCharacter] = []

    init() {
      for value in 0...UInt32(0xFFFF) {
        starts.append(Int32(characters.count))
        if let scalar = Unicode.Scalar(value) { characters += compute(scalar) }
      }
      starts.append(Int32(characters.count))
    }
  }

  private static let plane = Plane()

  /// Returns the folded characters of one beyond ASCII: none for a mark.
  static func folding(_ scalar: Unicode.Scalar) -> ArraySlice<FoldedCharacter> {
    guard scalar.value <= 0xFFFF else { return compute(scalar)[...] }
    let index = Int(scalar.value)
    return plane.characters[Int(plane.starts[index])..<Int(plane.starts[index + 1])]
  }

  private static func compute(_ scalar: Unicode.Scalar) -> [FoldedCharacter] {
    if scalar.isDefaultIgnorable { return [FoldedCharacter(scalar: scalar.value, kind: .soft)] }
    let parts = scalar.decomposition(compatibility: true)
    var folded: [FoldedCharacter] = []
    for part in parts.isEmpty ? [scalar] : parts where !isAccent(part) {
      for lower in part.properties.lowercaseMapping.unicodeScalars where !isAccent(lower) {
        folded += plain(lower).map { FoldedCharacter(scalar: $0.value, kind: kind(of: $0)) }
      }
    }
    return folded
  }

  /// True for marks that a reader may leave out. The vowels of Indic scripts are marks too, and are not among them.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isMark else { return false }
    let script = scalar.script
    return script == .inherited || script == .common || script == .hebrew
      || scalar.value >= 0x0600 && scalar.value < 0x0780
  }

  /// Returns the letters that a letter without decomposition is often replaced by, or the digit of ASCII.
  private static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let digit = scalar.properties.numericType, digit == .decimal,
      let value = scalar.properties.numericValue,
      let ascii = Unicode.Scalar(UInt32(0x30 + Int(value)))
    {
      return [ascii]
    }
    return switch scalar {
    case "ß": ["s", "s"]
    case "æ": ["a", "e"]
    case "œ": ["o", "e"]
    case "ø": ["o"]
    case "đ", "ð": ["d"]
    case "ł": ["l"]
    case "ħ": ["h"]
    case "ŧ": ["t"]
    case "þ": ["t", "h"]
    case "ı": ["i"]
    case "ς": ["σ"]
    default: [scalar]
    }
  }

  private static func kind(of scalar: Unicode.Scalar) -> ComparedText.Kind {
    if scalar.value < 0x80 { return ascii(UInt8(truncatingIfNeeded: scalar.value)).kind }
    let properties = scalar.properties
    let isLetter =
      switch properties.generalCategory {
      case .decimalNumber, .letterNumber, .otherNumber, .otherSymbol, .spacingMark, .nonspacingMark: true
      default: properties.isAlphabetic
      }
    guard isLetter else { return .gap }
    return unspaced.contains { $0 ~= scalar.value } || properties.generalCategory == .otherSymbol
      ? .unspaced : .letter
  }

  /// Thai to Myanmar, Hangul jamo, Khmer, kana, Han and Hangul: words are written without spaces, or endings are joined to them.
  private static let unspaced: [ClosedRange<UInt32>] = [
    0x0E00...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007, 0x3040...0x318F, 0x31F0...0x31FF,
    0x3400...0x4DBF,
    0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0x20000...0x3FFFF,
  ]
}
