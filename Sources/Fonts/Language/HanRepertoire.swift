import Storage

/// A set of East Asian languages.
public struct EastAsianLanguages: OptionSet, Hashable, Sendable {
  /// A bit for each language, by its raw value.
  public var rawValue: UInt8

  /// All languages: for characters that are no evidence of the text's language.
  public static let all = EastAsianLanguages(rawValue: 0x1F)

  /// Creates a set of the languages of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one language.
  public init(_ language: EastAsianLanguage) { rawValue = 1 << UInt8(truncatingIfNeeded: language.rawValue) }

  /// Returns true if a language is in the set.
  public func contains(_ language: EastAsianLanguage) -> Bool { contains(EastAsianLanguages(language)) }

  /// The likeliest language without further evidence; nil in an empty set.
  ///
  /// A text whose characters are all in simplified Chinese's set is most often simplified Chinese. Big5 with the Hong
  /// Kong supplement has nearly all of the other characters, so it comes after Japanese.
  var likeliest: EastAsianLanguage? { Self.byLikelihood.first(where: contains) }

  private static let byLikelihood: [EastAsianLanguage] = [
    .simplifiedChinese, .traditionalChinese, .japanese, .hongKong, .korean,
  ]
}

/// The languages that a character is written in, by the national character sets that contain it.
///
/// For example, `们` is in GB 2312 and not in Big5, `們` in Big5 and not in GB 2312, so a text with one of them is identified. A
/// text is nearly always in the set of its language, because the sets contain the characters in use.
public enum HanRepertoire {
  /// The bits of each of U+4E00…U+9FFF.
  private static let ideographs: [UInt8] = (0..<0x5200).map { index in
    let digit = table.byte(at: index)
    let bits = digit < UInt8(ascii: "A") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "A") + 10
    // An ideograph in none of the sets is no evidence.
    return bits == 0 ? EastAsianLanguages.all.rawValue : bits
  }

  /// Returns the languages with a character: all if it is no evidence.
  public static func languages(of scalar: UInt32) -> EastAsianLanguages {
    if scalar &- 0x4E00 < 0x5200 {
      return EastAsianLanguages(rawValue: ideographs[Int(scalar - 0x4E00)])
    }
    if scalar < 0x1100 { return .all }
    if isKana(scalar) { return EastAsianLanguages(.japanese) }
    if isHangul(scalar) { return EastAsianLanguages(.korean) }
    if (0x3105...0x312F).contains(scalar) || (0x31A0...0x31BF).contains(scalar) {
      return [EastAsianLanguages(.traditionalChinese), EastAsianLanguages(.hongKong)]
    }
    return .all
  }

  /// Returns true for the letters and the punctuation of East Asian scripts, whose forms depend on the language of their text.
  public static func dependsOnLanguage(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }

  /// Returns true for hiragana and katakana.
  @inline(__always)
  static func isKana(_ scalar: UInt32) -> Bool {
    (0x3041...0x30FF).contains(scalar) || (0xFF66...0xFF9F).contains(scalar)
  }

  /// Returns true for syllables and jamo.
  @inline(__always)
  static func isHangul(_ scalar: UInt32) -> Bool {
    (0xAC00...0xD7A3).contains(scalar) || (0x1100...0x11FF).contains(scalar)
      || (0x3131...0x318E).contains(scalar)
  }
}
