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
  let assets: SiteAssets
  let theme: Theme

  /// The bundled faces and what each is for.
  static let bundled: [(name: String, slot: FaceSlot)] = [
    ("Inter-Regular.otf", .regular), ("Inter-Italic.otf", .italic), ("Inter-SemiBold.otf", .bold),
    ("Inter-SemiBoldItalic.otf", .boldItalic), ("JetBrainsMono-Regular.ttf", .code),
  ]

  func cut(for texts: TextSurvey, surveys: [ConversationSurvey]) throws -> FontSet {
    var texts = texts
    texts.add(Self.ownWords, slots: [.regular, .bold])
    for survey in surveys {
      for words in try assets.phrases(for: survey.locale(options)).words {
        texts.add(words, slots: [.regular, .bold])
      }
      texts.add(survey.info.title, slots: [.regular, .bold])
      for person in survey.participants.participants { texts.add(person.name, slots: [.regular, .bold]) }
      addDates(of: survey, to: &texts)
    }
    let sources = try Self.bundled.map { face in
      FontSource(name: face.name, bytes: try assets.font(named: face.name), slot: face.slot)
    }
    let catalog = FontCatalog(
      bundled: sources, folders: options.fonts.map { [$0] } ?? FontCatalog.systemFolders)
    return try catalog.makeFontSet(for: texts, locale: surveys.first.map { $0.locale(options) } ?? "en")
  }

  /// Every character that labels of ours and initials may use.
  private static let ownWords =
    String(
      String.UnicodeScalarView((0x20...0x7E).compactMap { Unicode.Scalar($0 as UInt32) })) + "·•–—“”‘’…−✓→‹› "

  /// Day separators use at most these words: the days of a bit over a year have every weekday, month and number.
  private func addDates(of survey: ConversationSurvey, to texts: inout TextSurvey) {
    let dates = DateTexts(locale: survey.locale(options))
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
    for day in start...max(start, min(end, start + 400)) {
      texts.add(dates.day(CivilDate(daysSince1970: day)), slots: [.bold, FaceSlots(theme.style(.day).slot)])
    }
    for year in Set([start, end].map { CivilDate(daysSince1970: $0).year }).sorted() {
      texts.add(dates.integer(year), slots: [.bold])
    }
    // Years between the first and the last bring no digit that the numbers above do not have.
  }
}

extension ConversationSurvey {
  /// The language of the pages: the user's choice, else the source's, else English.
  func locale(_ options: ExportOptions) -> String {
    let wanted = options.locale ?? info.locale ?? "en"
    return DateTexts.isKnown(locale: wanted) ? wanted : "en"
  }
}
