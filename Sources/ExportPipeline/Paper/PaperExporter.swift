import BubbleLayout
import ChatModel
import Fonts
import Frames
import ICU
import ImportKit
import MediaProbe
import PDF
import Paper
import Phrases
import SiteFiles
import SiteWriter
import Themes

/// Writes conversations as one PDF: reads and lays out like ``Exporter``, and sets the rows on sheets of paper.
///
/// Messages, rows and sheets pass through one after the other, so memory does not grow with a conversation but for some numbers.
public struct PaperExporter: Sendable {
  private let options: ExportOptions
  private let paper: PaperOptions

  /// The words by which the second line of a PDF shows that this program made it.
  static let mark = "chatexport"
  /// The largest picture that is embedded, in bytes.
  private static let pictureLimit = 64 << 20

  /// Creates an exporter; nothing is read or written before ``run(progress:)``.
  public init(_ options: ExportOptions, _ paper: PaperOptions) {
    (self.options, self.paper) = (options, paper)
  }

  /// Writes the PDF and returns the report. The file appears complete or not at all.
  public func run(progress: @escaping @Sendable (Progress) -> Void) async throws -> ExportReport {
    try await Exporter.describing { try export(progress: progress) }
  }

  private func export(progress: @escaping @Sendable (Progress) -> Void) throws -> ExportReport {
    var clock = StageClock()
    let file = try OutputFile(
      at: options.output, keeping: options.readPaths, force: options.force, isOurs: Self.isOurs)
    let redaction = try options.redactionOfInputs(for: "a PDF")
    var log = DiagnosticLog()
    let assets = try SiteAssets(publicOverride: options.publicFolder)
    let languages = Languages(assets)
    progress(Progress(.opening))
    let opened = try InputOpener(options).open(log: &log, progress: progress)
    let redacted = try redaction?.result(of: opened, languages, options, log: &log)
    var inputs = (redacted?.inputs ?? opened).namingStandIns(languages, options)
    let look = try Look(options, rooms: inputs.rooms, assets: assets)
    clock.end("opening", isOnOneThread: true)
    var texts = CharacterUsage()
    let surveys = try ConversationSurvey.all(
      of: &inputs, options: options, fonts: &texts, log: &log, progress: progress)
    clock.end("reading", isOnOneThread: true)
    progress(Progress(.fonts))
    let subsetter = FontSubsetter(
      options: options, theme: look.theme, languages: languages,
      fonts: try AvailableFonts(options, assets: assets, isPrepared: true))
    var shown = try subsetter.allTexts(of: surveys, messages: texts)
    for survey in surveys { try add(survey, languages, to: &shown) }
    let media = MediaStore(redaction: redacted?.files, namesFiles: true)
    let cover = try cover(of: surveys, inputs, languages, media)
    for text in cover?.texts(with: media.namedFiles) ?? [] {
      shown.add(label: text, slots: [.regular, .bold])
    }
    let fonts = try subsetter.cut(for: shown).set
    clock.end("fonts")
    var report = ExportReport()
    let materials = PaperMaterials(
      inputs: inputs, look: look, fonts: fonts, languages: languages, media: media, cover: cover)
    try write(surveys, of: materials, to: file, report: &report, progress: progress)
    clock.end("pages", isOnOneThread: true)
    try InputChanges.check()
    try Task.checkCancellation()
    try file.commit()
    report.note(fonts, media)
    report.media.missing += surveys.reduce(0) { $0 + $1.facts.files.absent }
    log.merge(media.log(surveys))
    report.add(log)
    if let redacted { report.redact(by: redacted) }
    report.seconds = clock.seconds
    report.cpuSeconds = clock.cpuSeconds
    return report
  }

  /// Returns the cover, if one is wanted. Finds all attachments, because the fonts need the letters of their names.
  private func cover(
    of surveys: [ConversationSurvey], _ inputs: InputOpener.Inputs, _ languages: Languages,
    _ media: MediaStore
  ) throws -> PaperCover? {
    guard paper.isForCourt else { return nil }
    for survey in surveys { try survey.findFiles(in: media) }
    let words = try surveys.first.map { try languages.words(of: $0, options) } ?? languages.words(for: nil)
    let sources = zip(options.inputs, try inputs.hashes()).map {
      (name: $0 == "-" ? "-" : PaperCover.name(of: $0), sha256: $1)
    }
    return PaperCover(options: options, paper: paper, words: words, surveys: surveys, sources: sources)
  }

  /// Adds the texts that only sheets have: titles and the lines under them.
  private func add(_ survey: ConversationSurvey, _ languages: Languages, to texts: inout CharacterUsage)
    throws
  {
    let words = try languages.words(of: survey, options)
    let outline = ConversationOutline(survey: survey, words: words, pageSize: options.pageSize)
    let people = survey.participants.participants.map { Person($0, avatar: nil) }
    for line in outline.paperDetails(people) { texts.add(label: line, slots: [.regular]) }
    let total = words.phrases(
      .numberOfTotal, .number(words.dates.integer(1_234_567_890)), .total(words.dates.integer(1_234_567_890)))
    texts.add(label: total, slots: [.regular])
  }

  /// True if a file begins like a PDF of this program.
  private static func isOurs(_ head: [UInt8]) -> Bool {
    let lines = head.split(separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
    return lines.count > 1 && lines[0].starts(with: "%PDF-".utf8)
      && String(decoding: lines[1], as: UTF8.self).contains(" \(mark) ")
  }
}

/// Look, fonts, words and attachments, shared by all conversations of a PDF.
private struct PaperMaterials {
  let inputs: InputOpener.Inputs
  let look: Look
  let fonts: FontSet
  let languages: Languages
  let media: MediaStore
  let cover: PaperCover?
}

extension PaperExporter {
  private func write(
    _ surveys: [ConversationSurvey], of materials: PaperMaterials, to file: OutputFile,
    report: inout ExportReport,
    progress: @escaping @Sendable (Progress) -> Void
  ) throws {
    let (languages, media, cover) = (materials.languages, materials.media, materials.cover)
    let words = try surveys.first.map { try languages.words(of: $0, options) } ?? languages.words(for: nil)
    var style = style(of: materials.look, words)
    var book = try PaperBook(
      style, fonts: materials.fonts, mark: "\(Self.mark) \(ChatExportVersion.current)",
      pictures: { media.bytes(of: $0, limit: Self.pictureLimit) }, output: { try file.write($0) })
    var aside = PaperBook.Chapter()
    (aside.locale, aside.number) = (words.locale, { words.dates.integer($0) })
    if let cover { try book.add(cover.cover, aside, style: style) }
    let tally = ProgressTally(
      Progress(
        .pages, total: surveys.reduce(0) { $0 + $1.facts.messageCount }, totalConversations: surveys.count),
      report: progress)
    for (number, survey) in surveys.enumerated() {
      let words = try languages.words(of: survey, options)
      let first = book.sheetCount
      style.phrases = words.phrases
      let isOneOfSeveral = surveys.count > 1 || cover != nil
      try write(survey, of: materials, &style, isOneOfSeveral: isOneOfSeveral, in: &book) {
        tally.add(messages: $0, pages: 1)
      }
      tally.add(conversations: 1)
      report.add(
        survey, name: survey.folderName, format: materials.inputs.formats[number],
        pages: book.sheetCount - first)
    }
    style.phrases = words.phrases
    if let index = cover?.index(of: media.namedFiles) {
      aside.isOneOfSeveral = true
      try book.add(index, aside, style: style)
    }
    let title = surveys.count == 1 ? surveys.first?.info.title ?? "" : words.phrases(.conversations)
    report.laidOut.pages = book.sheetCount
    for picture in book.undrawnPictures {
      media.noteUndrawn(picture.path, picture.problem.words(limit: Self.pictureLimit))
    }
    try book.finish(
      PDFInformation(
        title: title, language: words.locale, producer: "chatexport \(ChatExportVersion.current)"))
  }

  /// Writes a conversation.
  private func write(
    _ survey: ConversationSurvey, of materials: PaperMaterials, _ style: inout PaperStyle,
    isOneOfSeveral: Bool,
    in book: inout PaperBook, progress: (Int) -> Void
  ) throws {
    let (theme, media) = (materials.look.theme, materials.media)
    let words = try materials.languages.words(of: survey, options)
    let people = survey.participants.participants.map { participant in
      Person(participant, avatar: media.avatar(participant.avatar, root: survey.source.mediaRoot))
    }
    let outline = ConversationOutline(survey: survey, words: words, pageSize: options.pageSize)
    style.setColours(of: outline.ranked(people))
    var chapter = PaperBook.Chapter()
    (chapter.title, chapter.locale, chapter.pageSize) = (survey.info.title, words.locale, options.pageSize)
    chapter.isOneOfSeveral = isOneOfSeveral
    chapter.details = outline.paperDetails(people)
    chapter.month = { words.dates.month(year: $0, month: $1) }
    chapter.number = { words.dates.integer($0) }
    try book.begin(chapter, style: style)
    var reader = PageReader(
      survey, options: options, theme: theme, phrases: words.phrases, media: media)
    let layouter = RowLayouter(
      theme: theme, fonts: materials.fonts, language: words.ofRows, people: people,
      namesSenders: survey.namesSenders, foldsLongContent: false)
    var rows: [Row] = []
    for number in 0..<reader.pageCount {
      try Task.checkCancellation()
      let job = try reader.page(number + 1)
      var index = 0
      while index < job.inputs.count {
        rows.removeAll(keepingCapacity: true)
        index = layouter.appendRows(of: job.inputs, at: index, to: &rows)
        try book.add(rows.span)
      }
      progress(job.inputs.count)
    }
    try book.endChapter()
    survey.source.rest()
  }

  /// Returns the numbers and colours of the look on paper.
  private func style(of look: Look, _ words: LanguageWords) -> PaperStyle {
    let theme = look.theme
    var style = PaperStyle(
      columnWidth: theme.columnWidth, extraWidth: Theme.extraWidth, bubbleOutline: theme.bubbleOutline,
      avatarRadius: theme.avatarRadius, roles: TextRole.allCases.map { theme.style($0) },
      palette: look.palette,
      phrases: words.phrases)
    style.sideMargin = theme.sideMargin
    (style.size, style.bates, style.leadsOut) = (paper.size, paper.bates, options.hasLinks)
    return style
  }
}

extension ConversationOutline {
  /// The lines under the title: the people, most messages first; dates and counts.
  func paperDetails(_ people: [Person]) -> [String] {
    let ids = ranked(people)
    let names = Dictionary(people.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    let listed = ids.prefix(Self.namesListed).compactMap { names[$0] }
    let others = ids.count - listed.count
    let joined = listed.joined(separator: ", ")
    let everybody =
      others > 0 ? phrases(.andOthers, count: others, shown: dates.integer(others), .names(joined)) : joined
    let count = survey.facts.messageCount
    let counted = phrases(.countedMessages, count: count, shown: dates.integer(count))
    return [everybody, dateRange.isEmpty ? counted : "\(dateRange) · \(counted)"]
  }

  /// The most names under a title.
  private static let namesListed = 8
}

extension UndrawnPicture.Problem {
  /// The end of a sentence about a picture's file. `limit` is the most bytes of one.
  fileprivate func words(limit: Int) -> String {
    switch self {
    case .unread:
      "could not be read, or has more than \(limit >> 20) MB; the PDF has a box in its place"
    case .damaged:
      "is cut short or damaged; the PDF has a box in its place. Copy the file again, or repair it in a picture editor"
    case .tooLarge:
      "has more than \(PicturePixels.limit / 1_000_000) million pixels; the PDF has a box in its place. Make it smaller, or save it as JPEG"
    case .otherKind:
      "is of a kind that PDFs do not have; the PDF has a box in its place. Convert it to PNG or JPEG"
    }
  }
}

extension ExportReport {
  /// Notes what the fonts lack, and the attachments.
  fileprivate mutating func note(_ fonts: FontSet, _ media: MediaStore) {
    emoji = fonts.emoji.count
    emojiWithoutPicture = fonts.emoji.filter { !$0.hasPicture }.map(\.text)
    charactersWithoutFace = fonts.missing.map { "U+\(String($0.value, radix: 16, uppercase: true))" }
    self.media = media.counts
    self.fonts = fonts.faces.map {
      ExportReport.Font(face: $0.sourceName, bytes: $0.size, glyphSource: $0.postScriptName)
    }
  }
}
