import BubbleLayout
import ChatModel
import Digests
import Fonts
import Frames
import ICU
import Phrases
import Reuse
import SiteWriter
import Storage

/// Chooses and subsets the faces of an export: one shared subset per face, for exactly the characters shown.
struct FontSubsetter {
  let options: ExportOptions
  let theme: Theme
  let languages: Languages
  let fonts: AvailableFonts

  /// Returns the texts of messages with all others that pages and fronts of the conversations show.
  func allTexts(of surveys: [ConversationSurvey], messages texts: CharacterUsage) throws -> CharacterUsage {
    var texts = texts
    var shown: [Languages.Wish: ShownWords] = [:]
    for survey in surveys {
      let words = try languages.words(of: survey, options)
      texts.begin(locale: words.locale)
      let wish = Languages.wish(of: survey.info, options)
      var known = shown[wish] ?? ShownWords()
      add(words, of: survey, to: &texts, &known)
      texts.add(label: survey.info.title, slots: [.regular, .bold])
      for participant in survey.participants.participants {
        let person = Person(participant, avatar: nil)
        texts.add(label: person.name, slots: [.regular, .bold])
        // In upper case.
        texts.add(label: person.initials, slots: [.regular, .bold])
      }
      addDates(of: survey, in: words.dates, to: &texts, &known)
      shown[wish] = known
    }
    texts.add(label: Self.ownWords, slots: [.regular, .bold])
    // Any line may be truncated.
    texts.add(label: "…", slots: texts.slots)
    return texts
  }

  /// Returns the faces for these texts; the earlier site's if it was made with the same ones.
  func cut(for texts: CharacterUsage, earlier: CachedFonts? = nil) throws -> ExportFonts {
    let key = key(of: texts)
    if let earlier, earlier.key == key, let set = FontSet(earlier.record, for: texts, in: fonts.catalog),
      set.faces.count == earlier.digests.count
    {
      return ExportFonts(
        set: set, digests: earlier.digests, available: fonts.identity, kept: earlier, isKnown: true)
    }
    let set = try fonts.catalog.makeFontSet(for: texts)
    let digests = set.faces.map { SHA256.hexDigest(of: set.subset(of: $0).span) }
    fonts.catalog.forget()
    let kept = key.map { CachedFonts(key: $0, digests: digests, record: FontRecord(of: set, for: texts)) }
    return ExportFonts(
      set: set, digests: digests, available: fonts.identity, kept: kept, isKnown: false)
  }

  /// Returns the faces for these texts, which also measure hidden words. What only these have is in no file of the site.
  ///
  /// The face of a character does not depend on the other texts (``FontSet``), so two sets agree about the words that are shown.
  func cut(
    for texts: CharacterUsage, measuring hidden: HiddenTexts, in surveys: [ConversationSurvey]
  ) throws -> ExportFonts {
    let shown = try fonts.catalog.makeFontSet(for: texts)
    var all = texts
    let locales = Set(try surveys.map { try languages.words(of: $0, options).locale }).sorted()
    for locale in locales {
      all.begin(locale: locale)
      for text in hidden.texts { all.add(text, slots: texts.slots) }
    }
    let set = try fonts.catalog.makeFontSet(for: all)
    fonts.catalog.forget()
    let digests = set.faces.map { face in
      shown.faces.first { $0.className == face.className }.map {
        SHA256.hexDigest(of: shown.subset(of: $0).span)
      }
    }
    return ExportFonts(
      set: set, digests: digests, published: shown, available: fonts.identity, kept: nil, isKnown: false)
  }

  /// The key of everything that determines a set of faces; nil if a set cannot be recognised later.
  private func key(of texts: CharacterUsage) -> String? {
    guard let program = ProgramIdentity.current else { return nil }
    var key = StableEncoder()
    key.add(program)
    key.add(fonts.identity)
    texts.eachOfIdentity { key.add($0) }
    return key.digest()
  }

  /// All characters of our labels and of initials.
  private static let ownWords =
    String(
      String.UnicodeScalarView((0x20...0x7E).compactMap { Unicode.Scalar($0 as UInt32) })) + "·•–—“”‘’…−✓→‹› "

  /// The words of one language that are already among the texts, because most conversations of an account add no others.
  private struct ShownWords {
    /// True if the words of every conversation are among them.
    var isBegun = false
    /// True if the words of notices are, and of the steps of agents.
    var (hasNotices, hasSteps) = (false, false)
    var hasOtherInstants = false
    /// The weekdays, months and days of the month, by kind and number.
    var days: Set<[Int]> = []
    var years: Set<Int> = []
  }

  /// Adds the program's words.
  private func add(
    _ words: LanguageWords, of survey: ConversationSurvey, to texts: inout CharacterUsage,
    _ known: inout ShownWords
  ) {
    let hasNotices = survey.facts.kinds[MessageKind.system.rawValue] != nil
    let hasSteps = survey.facts.kinds[TurnPart.kind] != nil
    if !known.isBegun || hasNotices && !known.hasNotices || hasSteps && !known.hasSteps {
      // Titles and names are added for each conversation.
      var omitted = StandInNaming.titlePhrases.union(PaperCover.phrases).union(Phrase.ofLocks)
      if !hasNotices { omitted.formUnion(SystemSentence.ownPhrases) }
      if !hasSteps { omitted.formUnion(Phrase.ofSteps) }
      for words in words.phrases.words(without: omitted) {
        texts.add(label: words, slots: [.regular, .bold])
      }
      known.hasNotices = known.hasNotices || hasNotices
      known.hasSteps = known.hasSteps || hasSteps
    }
    guard !known.isBegun else { return }
    known.isBegun = true
    let dates = words.dates
    for time in dates.timeOfDay { texts.add(label: time, slots: [.regular]) }
    texts.add(label: dates.integer(1_234_567_890), slots: [.regular, .bold])
    texts.add(label: dates.percent(0), slots: [.regular])
  }

  /// Day separators use at most these words: each weekday, month and number in the days of a little over a year.
  private func addDates(
    of survey: ConversationSurvey, in dates: DateTexts, to texts: inout CharacterUsage,
    _ known: inout ShownWords
  ) {
    for currency in survey.facts.currencies.sorted() {
      texts.add(label: dates.money(-1_234_567_890, currency: currency), slots: [.regular])
    }
    if survey.facts.hasOtherInstants, !known.hasOtherInstants {
      known.hasOtherInstants = true
      // The months in dates with times add all letters.
      for month in 1...12 {
        guard let date = CivilDate(year: 2000, month: month, day: 1) else { continue }
        texts.add(label: dates.dateAndTime(date, minuteOfDay: 0), slots: [.regular, .bold])
      }
    }
    guard let first = survey.facts.firstInstant, let last = survey.facts.lastInstant else { return }
    var clock = survey.clock
    let start = Int(clock.local(first).day)
    let end = Int(clock.local(last).day)
    for day in start...max(start, min(end, start + 400)) {
      let date = CivilDate(daysSince1970: day)
      let parts = [[0, day % 7], [1, date.month], [2, date.day]]
      guard parts.contains(where: { !known.days.contains($0) }) else { continue }
      known.days.formUnion(parts)
      texts.add(label: dates.day(date), slots: [.bold, FaceSlots(theme.style(.day).slot)])
    }
    for year in [start, end].map({ CivilDate(daysSince1970: $0).year })
    where known.years.insert(year).inserted {
      texts.add(label: dates.integer(year), slots: [.bold])
    }
    // Years in between need no digit that the numbers above lack.
  }
}
