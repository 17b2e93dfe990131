import Storage

/// The setting that decides, together with the text, which forms its Han characters take.
public struct HanSetting: Equatable, Sendable {
  /// The language of the conversation's locale.
  public let home: EastAsianLanguage
  /// True if the locale is not East Asian, so that `home` is a guess.
  public let isHomeAssumed: Bool
  /// The language of the texts around; it matters if `home` is a guess.
  public var nearby: EastAsianLanguage?

  /// The setting of a conversation in a locale, a BCP 47 tag.
  public init(locale: String) {
    let known = EastAsianLanguage(locale: locale)
    (home, isHomeAssumed) = (known ?? .simplifiedChinese, known == nil)
  }
}

/// The evidence of a text's language in its characters.
///
/// Kana make it Japanese, hangul Korean; kana win. Otherwise it is in a language whose national set contains all
/// of its characters.
public struct HanEvidence {
  /// The languages that all characters so far belong to.
  private(set) var languages = EastAsianLanguages.all
  /// The language given by kana or hangul.
  private(set) var told: EastAsianLanguage?

  /// The evidence of no characters.
  public init() {}

  /// The evidence of a text.
  public init(of text: borrowing Span<UInt8>) {
    var offset = 0
    while offset < text.count {
      // Eight bytes of ASCII at a time.
      if text[offset] < 0x80, text.group(at: offset) & 0x8080_8080_8080_8080 == 0 {
        offset += 8
        continue
      }
      let scalar = text.scalar(at: &offset)
      if scalar >= 0x1100, add(scalar) { return }
    }
  }

  /// The evidence of a text's scalars.
  public init(of scalars: [UInt32]) {
    for scalar in scalars where scalar >= 0x1100 && add(scalar) { return }
  }

  /// Adds a character. Returns true if further characters do not matter.
  private mutating func add(_ scalar: UInt32) -> Bool {
    if HanRepertoire.isKana(scalar) {
      told = .japanese
      return true
    }
    if HanRepertoire.isHangul(scalar) {
      told = .korean
    } else {
      languages.formIntersection(HanRepertoire.languages(of: scalar))
    }
    return false
  }

  /// Returns the language of the text in a setting: the language of its kana or hangul; else the first language with all
  /// its characters of: nearby, the conversation's, the others by likelihood; else nearby or the conversation's.
  public func language(in setting: HanSetting) -> EastAsianLanguage {
    if let told { return told }
    let nearby = setting.isHomeAssumed ? setting.nearby : nil
    if let nearby, languages.contains(nearby) { return nearby }
    if languages.contains(setting.home) { return setting.home }
    return languages.likeliest ?? nearby ?? setting.home
  }

  /// The language, if the text is unambiguous; otherwise nil.
  public var certain: EastAsianLanguage? { told ?? Self.certain(languages) }

  /// The language of a text unless nearby texts contradict it; nil if it can be simplified Chinese.
  public var probable: EastAsianLanguage? { told ?? Self.probable(languages) }

  /// Returns the language of texts with characters of these languages, or nil if it is ambiguous.
  static func certain(_ languages: EastAsianLanguages) -> EastAsianLanguage? {
    // Most texts have no East Asian characters.
    if languages == .all { return nil }
    var likely: EastAsianLanguage?
    for language in [EastAsianLanguage.simplifiedChinese, .traditionalChinese, .japanese] {
      guard languages.contains(language) else { continue }
      if likely != nil { return nil }
      likely = language
    }
    return likely ?? languages.likeliest
  }

  /// Returns the language of texts with characters of these languages, or nil if it can be simplified Chinese.
  static func probable(_ languages: EastAsianLanguages) -> EastAsianLanguage? {
    languages.contains(.simplifiedChinese) ? nil : languages.likeliest
  }
}
