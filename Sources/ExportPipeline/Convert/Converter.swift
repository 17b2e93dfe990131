import BubbleLayout
import ChatImport
import ChatModel
import Fonts
import ICU
import ImportKit
import OutputFormats
import SiteFiles
import SystemCalls

/// The conversion from start to finish: read, survey, write conversation by conversation, swap in.
///
/// Messages are streamed twice, as in an export; memory does not grow with the conversation beyond what its survey keeps.
public struct Converter: Sendable {
  private let options: ConvertOptions
  private var reading: ExportOptions { options.reading }
  /// The messages that are read at a time.
  private static let batchSize = 500

  /// Creates a converter; nothing is read or written before ``run(progress:)``.
  public init(_ options: ConvertOptions) { self.options = options }

  /// Writes the output and returns the report. The output appears complete or not at all.
  ///
  /// - Throws: ``ExportError``.
  public func run(progress: @escaping @Sendable (Progress) -> Void) async throws -> ExportReport {
    try await Exporter.describing { try convert(progress) }
  }

  private func convert(_ progress: @escaping @Sendable (Progress) -> Void) throws -> ExportReport {
    var clock = StageClock()
    var log = DiagnosticLog()
    let languages = Languages(try SiteAssets())
    progress(Progress(.opening))
    let redaction = try reading.redactionOfInputs(for: "a conversion")
    let opened = try InputOpener(reading).open(log: &log, progress: progress)
    let redacted = try redaction?.result(of: opened, languages, reading, log: &log)
    var inputs = (redacted?.inputs ?? opened).namingStandIns(languages, reading)
    clock.end("opening", isOnOneThread: true)
    let target = try ConversionTarget(options)
    do {
      var texts = CharacterUsage()
      let surveys = try ConversationSurvey.all(
        of: &inputs, options: reading, fonts: &texts, log: &log, progress: progress)
      clock.end("reading", isOnOneThread: true)
      try target.check(count: surveys.count)
      var report = ExportReport()
      var files = target.files(reading.attachments, redaction: redacted?.files)
      let tally = ProgressTally(
        Progress(
          .pages, total: surveys.reduce(0) { $0 + $1.facts.messageCount }, totalConversations: surveys.count),
        report: progress)
      let rooms = inputs.rooms
      for (index, survey) in surveys.enumerated() {
        var conversation = try conversation(survey, languages, &files)
        (conversation.number, conversation.count) = (index + 1, surveys.count)
        conversation.info.room = rooms[index]
        conversation.format = inputs.formats[index].rawValue
        let omissions = try write(survey, conversation, to: target.outputFiles(of: survey), &files) {
          tally.add(messages: $0)
        }
        for finding in omissions.findings(in: survey.info.title, form: options.form.key) {
          log.append(finding)
        }
        tally.add(conversations: 1)
        report.add(survey, name: survey.folderName, format: inputs.formats[index], pages: 0)
      }
      if options.form.embedsFiles { target.removeFiles() }
      clock.end("pages", isOnOneThread: true)
      try Task.checkCancellation()
      try InputChanges.check()
      try target.commit()
      clock.end("swap")
      (report.media.stored, report.media.missing) = (files.count, files.missing.count)
      report.media.missing += surveys.reduce(0) { $0 + $1.facts.files.absent }
      log.append(missing: files.missing, in: surveys)
      if let finding = files.unstripped.finding { log.append(finding) }
      if let finding = files.unwritten { log.append(finding) }
      report.add(log)
      if let redacted {
        report.unredactedFiles = files.unstripped.paths
        report.redact(by: redacted)
      }
      (report.seconds, report.cpuSeconds) = (clock.seconds, clock.cpuSeconds)
      return report
    } catch {
      target.abandon()
      throw error
    }
  }

  /// Returns the facts of a conversation, and copies the pictures of its people.
  private func conversation(
    _ survey: ConversationSurvey, _ languages: Languages, _ files: inout ConvertedFiles
  ) throws -> OutputConversation {
    guard let rules = TimeZoneRules(identifier: survey.clock.zone) else {
      throw ExportError.usage("'\(survey.clock.zone)' is not a time zone; give an IANA name")
    }
    var info = survey.info
    info.timeZone = reading.timeZone ?? info.timeZone
    info.locale = reading.locale ?? info.locale
    if reading.keepsOrder { info.order = .asGiven }
    let people = survey.participants.participants
    var conversation = OutputConversation(
      name: survey.folderName, info: info, participants: people, clock: OutputClock(rules),
      language: try languages.words(of: survey, reading).ofRows)
    conversation.messageCount = survey.facts.messageCount
    conversation.isGroup = survey.namesSenders
    conversation.splitsByDay = options.splitsByDay
    if let first = survey.facts.firstInstant, let last = survey.facts.lastInstant {
      conversation.period = first...last
    }
    for case let avatar? in people.map(\.avatar) {
      conversation.files[avatar] = try files.path(of: avatar, root: survey.source.mediaRoot)
    }
    return conversation
  }

  /// Writes the messages of a conversation in the order of a site, and returns what the form cannot hold.
  private func write(
    _ survey: ConversationSurvey, _ conversation: OutputConversation, to output: OutputFiles,
    _ files: inout ConvertedFiles, progress: (Int) -> Void
  ) throws -> OutputOmissions {
    var stream = MessageStream(
      survey.source, order: survey.order, filter: survey.filter, clock: survey.clock,
      table: survey.participants)
    var resolver = ReplyResolver(
      survey: survey, pageSize: Self.batchSize, phrases: conversation.language.phrases)
    var messages = try stream.next(Self.batchSize).messages
    var conversation = conversation
    conversation.markup = Self.markup(of: messages)
    var form = try options.form.init(conversation, to: output)
    var index = 0
    while index < survey.facts.messageCount {
      try Task.checkCancellation()
      guard !messages.isEmpty else { throw ExportError.shortened(survey.info.title, at: index) }
      if options.form.wantsAnswers { resolver.begin(page: messages, firstIndex: index) }
      for message in messages {
        var output = OutputMessage(
          message, index: index, anchor: survey.anchor(of: index, id: message.id))
        for path in message.allPaths where output.files[path] == nil {
          output.files[path] = try files.path(of: path, root: survey.source.mediaRoot)
        }
        if options.form.wantsAnswers { output.answered = try Self.answered(by: message, &resolver) }
        output.relations = Self.relations(of: message, at: index, in: survey)
        try form.write(output)
        index += 1
      }
      progress(messages.count)
      messages = try stream.next(Self.batchSize).messages
    }
    try form.end()
    survey.source.rest()
    return form.omissions
  }

  /// Returns the branches and threads of a message, without links; nil for most.
  private static func relations(
    of message: Message, at index: Int, in survey: ConversationSurvey
  ) -> Relations? {
    guard survey.hasRelations else { return nil }
    var relations = Relations()
    if let alternatives = survey.facts.branches.alternatives(to: index) {
      relations.branch = Relations.Branch(
        number: alternatives.number + 1, count: alternatives.indexes.count)
    }
    relations.isOffBranch = survey.facts.branches.isOffBranch(index)
    relations.answers = survey.facts.threads.answers(to: message.id)?.count ?? 0
    return relations == Relations() ? nil : relations
  }

  /// The message that `message` answers, or nil.
  private static func answered(
    by message: Message, _ resolver: inout ReplyResolver
  ) throws -> OutputAnswer? {
    guard let reply = message.reply else { return nil }
    let quote = try resolver.quote(for: reply)
    return OutputAnswer(
      anchor: quote.page == nil ? nil : quote.anchor, sender: quote.name, line: quote.text)
  }

  /// The markup that most of the texts have, plain or Markdown.
  private static func markup(of messages: [Message]) -> MessageText.Markup {
    var (plain, markdown) = (0, 0)
    for message in messages {
      guard case .text(let text) = message.content, !text.string.isEmpty else { continue }
      if text.markup == .plain { plain += 1 }
      if text.markup == .markdown { markdown += 1 }
    }
    return markdown > plain ? .markdown : .plain
  }
}

extension Message {
  /// The paths of all files that the message names.
  fileprivate var allPaths: [String] {
    let files = content.files
    if files.isEmpty, isContentAlone { return [] }
    return files.compactMap(\.path) + files.compactMap(\.poster) + pictures
  }
}

extension ExportError {
  /// The error for a source that has fewer messages than when it was surveyed.
  static func shortened(_ title: String, at index: Int) -> ExportError {
    .input(
      "\(title): message \(index + 1) and later ones are missing; the file may have changed while it was read"
    )
  }
}
