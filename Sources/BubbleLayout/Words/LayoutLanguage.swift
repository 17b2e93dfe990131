public import ICU
public import Phrases

/// The language that rows are laid out in.
public struct LayoutLanguage: Sendable {
  /// Its BCP 47 tag, which decides line breaks and faces.
  public var locale: String
  /// Its dates and numbers.
  public var dates: DateTexts
  /// The program's own sentences.
  public var phrases: Phrases

  /// Creates a language.
  public init(locale: String, dates: DateTexts, phrases: Phrases) {
    (self.locale, self.dates, self.phrases) = (locale, dates, phrases)
  }
}
