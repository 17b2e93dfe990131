import ChatImport
import ChatModel
import Fonts
import Frames
import ICU
import ImportKit
import MediaProbe
import Phrases
import Reuse
import SiteFiles
import SiteWriter
import Themes

/// Writes everything of a site into its staging folder: pages, fronts, assets, media, manifest.
struct SiteBuilder: Sendable {
  let context: SiteContext
  let inputs: InputOpener.Inputs
  /// SHA-256 of each input.
  let inputHashes: [String]
  /// The pages that other processes wrote; nil if the site is made by this one alone.
  var shards: ShardFiles?

  func build(
    _ surveys: [ConversationSurvey], log: inout DiagnosticLog,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ExportReport {
    var report = ExportReport()
    let (options, fonts, folder) = (context.options, context.fonts, context.folder)
    let publisher = AssetPublisher(context, isOnlyConversation: surveys.count == 1)
    // Pages need only a font file's name.
    async let shipped = publisher.ship(jobs: options.jobs)
    report.emoji = fonts.shown.emoji.count
    report.emojiWithoutPicture = fonts.shown.emoji.filter { !$0.hasPicture }.map(\.text)
    let isMark = { context.hidden != nil && HiddenTexts.isReserved($0) }
    report.charactersWithoutFace = fonts.shown.missing.filter { !isMark($0) }.map {
      "U+\(String($0.value, radix: 16, uppercase: true))"
    }
    let media = MediaStore(folder: folder, by: options.attachments, redaction: context.fileRedaction)
    if let shards { media.add(shards.summaries) }
    var manifest = SiteManifest(options: options, look: context.look, inputs: inputHashes)
    try manifest.stateFiles(of: options, context.assets)
    manifest.options.environmentLocale = Languages.usedEnvironment(of: surveys, options)
    var entries: [IndexEntry] = []
    var files: [CachedFile] = []
    let siteTerms = surveys.count > 1 && options.hasSearch ? SiteTerms() : nil
    let shortConversations =
      context.writesRecords ? ShortConversations.Writer(of: surveys.count, files: context.reusable) : nil
    // Writers are made when it is their turn, because each takes two kilobytes.
    try await write(surveys, progress) { number, survey in
      ConversationWriter(
        context: context, survey: survey, words: try context.languages.words(of: survey, options),
        style: publisher.style, media: media, number: number, siteTerms: siteTerms,
        shortConversations: shortConversations, isOneOfSeveral: surveys.count > 1, shards: shards)
    } collect: { number, written in
      let survey = surveys[number]
      entries.append(written.entry)
      files += written.files
      report.laidOut += written.laidOut
      report.kept += written.kept
      manifest.site.append(written.manifest)
      report.add(
        survey, name: survey.folderName, format: inputs.formats[number], pages: written.manifest.pages.count)
    }
    files += shortConversations?.written ?? []
    if surveys.count > 1 {
      let order = try writeList(of: entries, surveys)
      if let siteTerms { files += try siteTerms.write(order: order, to: context.reusable) }
    }
    // 200 bytes for each conversation, and the most memory is in use while `export.json` is made.
    entries = []
    try writeDialogs(of: surveys)
    try media.check()
    manifest.attachments = media.counts.stored
    try folder.write("export.json", try manifest.json())
    let ready = try await shipped
    report.fonts = ready.fonts
    files += ready.files
    if context.writesRecords { try folder.write(ReuseManifest.path, ReuseManifest.bytes(of: files)) }
    report.media = media.counts
    report.unredactedFiles = media.unredactedFiles
    report.media.missing += surveys.reduce(0) { $0 + $1.facts.files.absent }
    log.merge(media.log(surveys))
    return report
  }

  /// Writes the dialogs of pages: a file for each language.
  private func writeDialogs(of surveys: [ConversationSurvey]) throws {
    var written: Set<String> = []
    for survey in surveys {
      let language = try context.languages.words(of: survey, context.options).ofPages
      let path = "assets/dialogs-\(FolderNames.plain(language.tag)).js"
      guard written.insert(path).inserted else { continue }
      try context.folder.write(path, context.templates.fronts.dialogs(in: language))
    }
  }

  /// Writes the list of conversations: the site's front in pages, and the files from which pages show it alongside. Returns the
  /// indices of the entries in the list's order.
  private func writeList(of entries: [IndexEntry], _ surveys: [ConversationSurvey]) throws -> [Int] {
    let languages = context.languages
    let words =
      try surveys.first.map { try languages.words(of: $0, context.options) } ?? languages.words(for: nil)
    let order = Self.byLastMessage(entries)
    let index = IndexModel(
      title: words.phrases(.conversations), conversations: order.map { entries[$0].dated(words.dates) },
      language: words.ofPages)
    for page in index.pages { try context.folder.write(page.file, context.templates.fronts.index(page)) }
    for (name, bytes) in ChatsFile.files(of: index) { try context.folder.write(name, bytes) }
    return order
  }

  /// The indices of the entries, latest last message first. Entries without times are last.
  private static func byLastMessage(_ entries: [IndexEntry]) -> [Int] {
    entries.enumerated().sorted {
      let (one, other) = ($0.element.moment ?? .min, $1.element.moment ?? .min)
      return one != other ? one > other : $0.offset < $1.offset
    }.map(\.offset)
  }

  /// Writes all conversations, and passes the result of each to `collect` with its index, in input order.
  ///
  /// A conversation with many pages has all cores. Short ones are written as many at a time as there are cores, because an
  /// account's export has hundreds.
  private func write(
    _ surveys: [ConversationSurvey], _ progress: @escaping @Sendable (Progress) -> Void,
    by makeWriter: (Int, ConversationSurvey) throws -> ConversationWriter,
    collect: (Int, ConversationWriter.Written) -> Void
  ) async throws {
    let tally = ProgressTally(
      Progress(
        .pages, total: surveys.reduce(0) { $0 + $1.facts.messageCount }, totalConversations: surveys.count),
      report: progress)
    var finished = ResultsInOrder<ConversationWriter.Written>()
    try await withThrowingTaskGroup(of: (Int, ConversationWriter.Written).self) { group in
      var running = 0
      func wait(until most: Int) async throws {
        while running > most, let (index, done) = try await group.next() {
          finished.add(done, number: index + 1)
          while let (number, written) = finished.next() { collect(number - 1, written) }
          tally.add(conversations: 1)
          running -= 1
        }
      }
      for (index, survey) in surveys.enumerated() {
        let writer = try makeWriter(index, survey)
        try await wait(until: writer.isOneOfManyShort ? context.options.jobs - 1 : 0)
        group.addTask { (index, try await writer.write { tally.add(messages: $0, pages: $1) }) }
        running += 1
        if !writer.isOneOfManyShort { try await wait(until: 0) }
      }
      try await wait(until: 0)
    }
  }
}

extension IndexEntry {
  /// The entry with its day in words.
  fileprivate func dated(_ dates: DateTexts) -> IndexEntry {
    var entry = self
    if let day = last?.day { entry.last?.date = dates.shortDate(CivilDate(daysSince1970: day)) }
    return entry
  }
}

extension ExportReport {
  mutating func add(_ survey: ConversationSurvey, name: String, format: ImportFormat, pages: Int) {
    conversations.append(
      ReportedConversation(
        id: name, title: survey.info.title, format: format.rawValue, messages: survey.facts.messageCount,
        pages: pages, participants: survey.participants.participants.count, timeZone: survey.clock.zone,
        first: survey.facts.firstInstant.map { UTCTime(seconds: $0.seconds).text },
        last: survey.facts.lastInstant.map { UTCTime(seconds: $0.seconds).text }, kinds: survey.facts.kinds))
    kinds.merge(survey.facts.kinds, uniquingKeysWith: +)
  }
}

extension ExportReport.Work {
  static func += (sum: inout Self, other: Self) {
    sum.pages += other.pages
    sum.rows += other.rows
  }
}

extension TextDirection {
  /// The direction of a page's controls in a language: right to left for the scripts of the Near East.
  static func ofPage(inLanguage language: String) -> TextDirection {
    let primary = language.split(separator: "-").first.map(String.init) ?? language
    return ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "syr", "ug", "ur", "yi"].contains(primary)
      ? .rightToLeft : .leftToRight
  }
}
