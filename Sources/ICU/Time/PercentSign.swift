import Synchronization

/// The percent sign of a locale, and its side of the number.
struct PercentSign {
  private var before = ""
  private var after = "%"

  /// The signs of the locales used so far, because opening ICU's format takes longer than laying out a poll.
  private static let known = Mutex<[String: PercentSign]>([:])

  /// Returns the sign of a BCP 47 locale.
  static func of(_ locale: String) -> PercentSign {
    known.withLock { known in
      if let sign = known[locale] { return sign }
      let sign = PercentSign(locale: locale) ?? PercentSign()
      known[locale] = sign
      return sign
    }
  }

  private init() {}

  /// Nil if ICU fails. Spaces are plain ones, and direction controls are left out, because the layout adds its
  /// own.
  private init?(locale: String) {
    guard let text = LocaleWords.percent(locale: locale, 7) else { return nil }
    let isDigit = { (scalar: Unicode.Scalar) in scalar.properties.numericType == .decimal }
    let scalars = DateTexts.withPlainSpaces(text).unicodeScalars
    guard let digit = scalars.firstIndex(where: isDigit) else { return nil }
    let signs = { (part: Substring.UnicodeScalarView) in
      String(String.UnicodeScalarView(part.filter { $0.properties.generalCategory != .format }))
    }
    before = signs(scalars[..<digit])
    after = signs(scalars[scalars.index(after: digit)...])
  }

  /// Returns a number with the sign.
  func around(_ number: String) -> String { before + number + after }
}
