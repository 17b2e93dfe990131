import ChatImport
import ChatModel
import Frames
import MediaProbe
import SiteWriter
import TextLayout
import Themes

/// Writes everything of a site into its staging folder: pages, fronts, assets, media, manifest.
struct SiteBuilder: Sendable {
  let options: ExportOptions
  let look: Look
  let fonts: FontSet
  let assets: SiteAssets
  let languages: Languages
  let templates: ParsedTemplates
  /// The key of the look: ``PageKeyer/key(of:_:)``.
  let lookKey: KeyWriter
  let folder: OutputFolder
  let inputs: InputReader.Inputs
  /// SHA-256 of each input.
  let inputHashes: [String]

  func build(
    _ surveys: [ConversationSurvey], log: inout DiagnosticLog, progress: @Sendable (Progress) -> Void
  ) async throws -> ExportReport {
    var report = ExportReport()
    let keeper = SiteKeeper(folder, isFresh: options.isFresh)
    let shipper = AssetShipper(look: look, fonts: fonts, assets: assets, folder: folder, keeper: keeper)
    // Pages need no font file, only its name.
    async let shipped = shipper.ship(jobs: options.jobs)
    report.emoji = fonts.emoji.count
    report.emojiWithoutPicture = fonts.emoji.filter(\.png.isEmpty).map(\.text)
    report.charactersWithoutFace = fonts.missing.map { "U+\(String($0.value, radix: 16, uppercase: true))" }
    let media = MediaStore(folder: folder, by: options.attachments)
    var names = FolderNames()
    var manifest = SiteManifest(options: options, look: look, inputs: inputHashes)
    var entries: [IndexEntry] = []
    var files: [KeptFile] = []
    let total = surveys.reduce(0) { $0 + $1.messageCount }
    var before = 0
    for (survey, format) in zip(surveys, inputs.formats) {
      let name = names.name(for: survey.info)
      let conversation = ConversationWriter(
        survey: survey, name: name, options: options, theme: look.theme, fonts: fonts,
        digests: shipper.digests, style: shipper.style,
        assets: assets, words: try languages.words(of: survey, options), templates: templates,
        lookKey: lookKey, folder: folder, keeper: keeper, media: media, isOneOfSeveral: surveys.count > 1)
      let start = before
      let written = try await conversation.write { messages, pages in
        progress(Progress(.pages, messages: start + messages, total: total, pages: pages))
      }
      before += survey.messageCount
      entries.append(written.entry)
      files += written.files
      report.laidOut += written.laidOut
      report.kept += written.kept
      report.unreadPages += written.unreadPages
      manifest.site.append(written.manifest)
      report.add(survey, name: name, format: format, pages: written.manifest.pages.count)
    }
    let words = try surveys.first.map { try languages.words(of: $0, options) } ?? languages.words(for: nil)
    let index = IndexModel(
      title: surveys.count == 1 ? surveys[0].info.title : words.labels.conversations, conversations: entries,
      language: words.locale, direction: .ofPage(inLanguage: words.locale), labels: words.labels)
    try folder.write("index.html", templates.fronts.index(index))
    try folder.write("export.json", try manifest.json())
    let assets = try await shipped
    report.fonts = assets.fonts
    files += assets.files
    if ProgramIdentity.current != nil { try folder.write(KeptFiles.path, KeptFiles.bytes(of: files)) }
    report.media = media.counts
    log.merge(media.log)
    return report
  }
}

extension ExportReport {
  mutating func add(_ survey: ConversationSurvey, name: String, format: ImportFormat, pages: Int) {
    conversations.append(
      Conversation(
        id: name, title: survey.info.title, format: format.rawValue, messages: survey.messageCount,
        pages: pages, participants: survey.participants.participants.count, timeZone: survey.clock.zone,
        first: survey.firstInstant.map { UTCTime(seconds: $0.seconds).text },
        last: survey.lastInstant.map { UTCTime(seconds: $0.seconds).text }, kinds: survey.kinds))
    kinds.merge(survey.kinds, uniquingKeysWith: +)
  }
}

extension ExportReport.Work {
  fileprivate static func += (sum: inout Self, other: Self) {
    sum.pages += other.pages
    sum.rows += other.rows
  }
}

extension TextDirection {
  /// The direction of a page's furniture in a language: right to left for the scripts of the Near East.
  static func ofPage(inLanguage language: String) -> TextDirection {
    let primary = language.split(separator: "-").first.map(String.init) ?? language
    return ["ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"].contains(primary)
      ? .rightToLeft : .leftToRight
  }
}
