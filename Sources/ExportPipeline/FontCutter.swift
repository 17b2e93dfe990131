import BubbleLayout
import ChatModel
import Frames
import ICU
import Phrases
import SiteWriter
import TextLayout

/// Chooses and cuts the faces of an export: one shared subset per face, for exactly the characters shown.
struct FontCutter {
  let options: ExportOptions
  let theme: Theme
  let languages: Languages
  let catalog: FontCatalog

  /// The bundled faces and what each is for.
  static let bundled: [(name: String, slot: FaceSlot)] = [
    ("Inter-Regular.otf", .regular), ("Inter-Italic.otf", .italic), ("Inter-SemiBold.otf", .bold),
    ("Inter-SemiBoldItalic.otf", .boldItalic), ("JetBrainsMono-Regular.ttf", .code),
  ]

  func cut(for texts: TextSurvey, surveys: [ConversationSurvey]) throws -> FontSet {
    var texts = texts
    texts.add(Self.ownWords, slots: [.regular, .bold])
    for survey in surveys {
      let words = try languages.words(of: survey, options)
      for words in words.phrases.words { texts.add(words, slots: [.regular, .bold]) }
      texts.add(survey.info.title, slots: [.regular, .bold])
      for person in survey.participants.participants { texts.add(person.name, slots: [.regular, .bold]) }
      addDates(of: survey, in: words.dates, to: &texts)
    }
    let locale = try surveys.first.map { try languages.words(of: $0, options).locale }
    return try catalog.makeFontSet(for: texts, locale: locale ?? "en")
  }

  /// The bundled faces and those that others are chosen from, with all that can be known of them before the texts.
  static func catalog(_ options: ExportOptions, assets: SiteAssets) throws -> FontCatalog {
    let sources = try bundled.map { face in
      FontSource(name: face.name, bytes: try assets.font(named: face.name), slot: face.slot)
    }
    let catalog = FontCatalog(
      bundled: sources, folders: options.fonts.map { [$0] } ?? FontCatalog.systemFolders)
    catalog.prepare()
    return catalog
  }

  /// Every character that labels of ours and initials may use.
  private static let ownWords =
    String(
      String.UnicodeScalarView((0x20...0x7E).compactMap { Unicode.Scalar($0 as UInt32) })) + "·•–—“”‘’…−✓→‹› "

  /// Day separators use at most these words: each weekday, month and number that the days of a bit over a year have.
  private func addDates(of survey: ConversationSurvey, in dates: DateTexts, to texts: inout TextSurvey) {
    for time in dates.timeOfDay { texts.add(time, slots: [.regular]) }
    texts.add(dates.integer(1_234_567_890), slots: [.regular, .bold])
    if survey.hasOtherInstants {
      // Dates with times: the months bring all their letters.
      for month in 1...12 {
        guard let date = CivilDate(year: 2000, month: month, day: 1) else { continue }
        texts.add(dates.dateAndTime(date, minuteOfDay: 0), slots: [.regular, .bold])
      }
    }
    guard let first = survey.firstInstant, let last = survey.lastInstant else { return }
    var clock = survey.clock
    let start = Int(clock.local(first).day)
    let end = Int(clock.local(last).day)
    var seen: Set<[Int]> = []
    for day in start...max(start, min(end, start + 400)) {
      let date = CivilDate(daysSince1970: day)
      let parts = [[0, day % 7], [1, date.month], [2, date.day]]
      guard parts.contains(where: { !seen.contains($0) }) else { continue }
      seen.formUnion(parts)
      texts.add(dates.day(date), slots: [.bold, FaceSlots(theme.style(.day).slot)])
    }
    for year in Set([start, end].map { CivilDate(daysSince1970: $0).year }).sorted() {
      texts.add(dates.integer(year), slots: [.bold])
    }
    // Years between the first and the last bring no digit that the numbers above do not have.
  }
}
