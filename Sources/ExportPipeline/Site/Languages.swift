import BubbleLayout
import ChatModel
import Frames
import ICU
import Phrases
internal import SiteFiles
import SiteWriter
import Synchronization

/// The words of one language: dates and numbers, and the program's own phrases.
struct LanguageWords: Sendable {
  /// BCP 47 tag; one that ICU knows.
  let locale: String
  let dates: DateTexts
  let week: WeekTexts
  let phrases: Phrases

  init(locale: String, assets: SiteAssets) throws {
    self.locale = locale
    dates = DateTexts(locale: locale)
    week = WeekTexts(locale: locale)
    phrases = try assets.phrases(for: locale)
  }

  /// The language of rows in these words.
  var ofRows: LayoutLanguage { LayoutLanguage(locale: locale, dates: dates, phrases: phrases) }

  /// The language of pages in these words.
  var ofPages: PageLanguage {
    PageLanguage(tag: locale, direction: .ofPage(inLanguage: locale), phrases: phrases)
  }
}

/// The words of each language that an export has to do with, found out once.
final class Languages: Sendable {
  private let assets: SiteAssets
  private let known = Mutex<[String: LanguageWords]>([:])

  init(_ assets: SiteAssets) { self.assets = assets }

  /// The words for a wish, a BCP 47 tag: those of English where ICU does not know it, or there is none.
  func words(for wish: String?) throws -> LanguageWords {
    let wish = wish ?? "en"
    return try known.withLock { known in
      if let words = known[wish] { return words }
      let words = try LanguageWords(locale: Self.locale(for: wish), assets: assets)
      known[wish] = words
      return words
    }
  }

  /// Returns the locale of what is written where a locale, a BCP 47 tag, is wished for: English where ICU does not know it.
  static func locale(for wish: String?) -> String {
    guard let wish, DateTexts.isKnown(locale: wish) else { return "en" }
    return wish
  }

  /// The words of a conversation's pages: in the language the user asks for, else the source's.
  func words(of survey: ConversationSurvey, _ options: ExportOptions) throws -> LanguageWords {
    try words(for: options.locale ?? survey.info.locale)
  }
}
