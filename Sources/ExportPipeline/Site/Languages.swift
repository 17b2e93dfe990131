import BubbleLayout
import ChatModel
import Frames
import ICU
import Phrases
import SiteFiles
import SiteWriter
import Synchronization

/// The words of one language: dates and numbers, and the program's own phrases.
struct LanguageWords: Sendable {
  /// BCP 47 tag that ICU knows.
  let locale: String
  /// The dates and the numbers. Their locale has the source's clock and order of day and month.
  let dates: DateTexts
  /// The twelve months by themselves. Kept, because ICU makes them slowly and each conversation has them.
  let monthNames: [String]
  /// The twelve months above the days of a year.
  let shortMonths: ShortMonths
  let week: WeekTexts
  let phrases: Phrases

  init(locale: String, dates dateLocale: String, assets: SiteAssets) throws {
    self.locale = locale
    dates = DateTexts(locale: dateLocale)
    monthNames = dates.monthNames()
    shortMonths = ShortMonths(dates)
    week = WeekTexts(locale: dateLocale)
    phrases = try assets.phrases(for: locale)
  }

  /// The language of rows with these words.
  var ofRows: LayoutLanguage { LayoutLanguage(locale: locale, dates: dates, phrases: phrases) }

  /// The language of pages with these words.
  var ofPages: PageLanguage {
    PageLanguage(
      tag: locale, dates: dates.locale == locale ? nil : dates.locale,
      direction: .ofPage(inLanguage: locale), phrases: phrases)
  }
}

/// The names of months above the days of a year, which have little space.
struct ShortMonths: Sendable {
  let names: [String]
  /// True if small screens have space for every other name alone.
  let isWide: Bool
  /// The widest names, in Latin letters, that fit above their days on large screens, and on small ones.
  private static let (widest, widestOnPhones) = (7, 4)

  init(_ dates: DateTexts) {
    func width(_ names: [String]) -> Int {
      names.map { $0.reduce(0) { $0 + (($1.unicodeScalars.first?.value ?? 0) < 0x1100 ? 1 : 2) } }.max() ?? 0
    }
    let short = dates.shortMonthNames(isNarrow: false)
    names = width(short) > Self.widest ? dates.shortMonthNames(isNarrow: true) : short
    isWide = width(names) > Self.widestOnPhones
  }
}

/// The words of each language in an export, each loaded once.
final class Languages: Sendable {
  private let assets: SiteAssets
  private let known = Mutex<[Wish: LanguageWords]>([:])

  /// Everything that decides the words.
  struct Wish: Hashable {
    var language: String?
    var dates: DateStyle
    var environment: String?
  }

  init(_ assets: SiteAssets) { self.assets = assets }

  /// Returns the words in the language of a BCP 47 tag, else in English, with dates in `style`.
  ///
  /// `environment` is the locale of the user's environment, whose dates are used if ICU knows no tag.
  func words(
    for language: String?, dates style: DateStyle = DateStyle(), environment: String? = nil
  ) throws -> LanguageWords {
    try words(for: Wish(language: language, dates: style, environment: environment))
  }

  private func words(for wish: Wish) throws -> LanguageWords {
    try known.withLock { known in
      if let words = known[wish] { return words }
      let dates = Self.dateLocale(for: wish.language, wish.dates, environment: wish.environment)
      let words = try LanguageWords(locale: Self.locale(for: wish.language), dates: dates, assets: assets)
      known[wish] = words
      return words
    }
  }

  /// Returns the locale for a wished-for BCP 47 tag, or English if ICU does not know it.
  static func locale(for wish: String?) -> String {
    guard let wish, DateTexts.isKnown(locale: wish) else { return "en" }
    return wish
  }

  /// Returns the locale of dates: of the source's style, else of the requested locale, else of the environment.
  static func dateLocale(for wish: String?, _ style: DateStyle, environment: String?) -> String {
    let isOpen = wish.map { !DateTexts.isKnown(locale: $0) } ?? true
    let usual = isOpen ? environment.flatMap { DateConventions(locale: $0) } : nil
    // At once, because an hour cycle in a locale stays: the environment's would win over the source's.
    return DateConventions.locale(
      locale(for: wish), isDayFirst: style.isDayFirst ?? usual?.isDayFirst,
      has24Hours: style.has24Hours ?? usual?.has24Hours)
  }

  /// Returns a locale with the clock and the order of day and month of the user's environment, or nil if no conversation's dates
  /// depend on them.
  static func usedEnvironment(of surveys: [ConversationSurvey], _ options: ExportOptions) -> String? {
    guard let environment = options.environmentLocale else { return nil }
    // Each wish once: ICU takes 0.9 ms for a locale's conventions, more than a short conversation's pages.
    let wishes = Set(surveys.map { wish(of: $0.info, options) })
    let isUsed = wishes.contains { wish in
      dateLocale(for: wish.language, wish.dates, environment: environment)
        != dateLocale(for: wish.language, wish.dates, environment: nil)
    }
    return isUsed ? dateLocale(for: nil, DateStyle(), environment: environment) : nil
  }

  /// The words of a conversation's pages: in the language the user asks for, else the source's.
  func words(of survey: ConversationSurvey, _ options: ExportOptions) throws -> LanguageWords {
    try words(of: survey.info, options)
  }

  /// The words of the pages of a conversation with these facts.
  func words(of info: ConversationInfo, _ options: ExportOptions) throws -> LanguageWords {
    try words(for: Self.wish(of: info, options))
  }

  /// Returns everything that decides the words of the pages of a conversation with these facts.
  static func wish(of info: ConversationInfo, _ options: ExportOptions) -> Wish {
    Wish(
      language: options.locale ?? info.locale, dates: info.dateStyle, environment: options.environmentLocale)
  }
}
