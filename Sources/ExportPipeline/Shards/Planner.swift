import ChatModel
import Digests
import Fonts
import ImportKit
import Reuse
import SiteFiles
import Storage

/// `chatexport plan`: reads the inputs and divides their pages among shards.
public struct Planner: Sendable {
  private let folder: String

  /// A share of some work: the K-th of N, from 1.
  public struct Share: Sendable, Equatable {
    /// The share's number, from 1.
    public var number: Int
    /// The number of shares.
    public var count: Int

    /// Creates a share.
    public init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

    /// Reads `K/N`; nil if it is no share.
    public init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.most).contains(count),
        (1...count).contains(number)
      else { return nil }
      self.init(number, of: count)
    }

    /// The largest number of shares.
    public static let most = 100_000
  }

  /// Plans in the folder at a path.
  public init(folder: String) { self.folder = folder }

  /// Makes a whole plan with `shards` shards.
  ///
  /// - Throws: ``ExportError``.
  public func plan(
    _ options: ExportOptions, shards: Int, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ExportReport {
    try await Exporter.describing {
      var log = DiagnosticLog()
      let setup = try await ExportSetup(options, log: &log, progress: progress)
      let output = try output(keeping: options.readPaths)
      try PlanPart.make(Share(1, of: 1), setup, shards: shards, in: output, log: &log, progress: progress)
      return try join(setup, in: output, log: &log, progress: progress)
    }
  }

  /// Makes one of several parts of a plan: surveys every N-th conversation.
  ///
  /// - Throws: ``ExportError``.
  public func planPart(
    _ part: Share, _ options: ExportOptions, shards: Int, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ExportReport {
    try await Exporter.describing {
      var log = DiagnosticLog()
      let setup = try await ExportSetup(options, log: &log, progress: progress)
      let output = try output(keeping: options.readPaths)
      try PlanPart.make(part, setup, shards: shards, in: output, log: &log, progress: progress)
      var report = ExportReport()
      report.add(log)
      return report
    }
  }

  /// Joins the parts of a plan, which all exist.
  ///
  /// - Throws: ``ExportError``.
  public func join(progress: @escaping @Sendable (Progress) -> Void) async throws -> ExportReport {
    try await Exporter.describing {
      var log = DiagnosticLog()
      let setup = try await ExportSetup(
        try PlanPart.first(in: folder).heading.options, log: &log, progress: progress)
      return try join(setup, in: try output(), log: &log, progress: progress)
    }
  }

  private func join(
    _ setup: ExportSetup, in output: OutputFolder, log: inout DiagnosticLog, progress: (Progress) -> Void
  ) throws -> ExportReport {
    let parts = try PlanPart.all(in: folder)
    let heading = parts[0].heading
    try heading.check(folder)
    try setup.check(heading)
    let (entries, texts) = try contents(of: parts)
    guard !entries.isEmpty else { throw ExportError.input("no conversation of the inputs can be read") }
    var inputs = setup.inputs
    inputs.keep(entries.map(\.survey.source))
    var names = FolderNames()
    let surveys = try zip(entries, inputs.sources).map { entry, source in
      let stored = try entry.survey.bytes.value(in: entry.file, at: entry.path, as: StoredSurvey.self)
      return try stored.survey(of: source, folderName: names.name(for: source.info), setup.options)
    }
    try ConversationSurvey.check(surveys, of: inputs, options: setup.options, log: &log)
    progress(Progress(.fonts))
    let allTexts = try setup.subsetter.allTexts(of: surveys, messages: texts)
    let fonts = try setup.subsetter.cut(for: allTexts)
    guard let record = fonts.kept else { throw ExportError.output("the choice of fonts cannot be stored") }
    let (textBytes, fontBytes) = (FieldWriter.bytes(of: allTexts), record.bytes)
    try output.write(ExportPlan.textsFile, textBytes)
    try output.write(ExportPlan.fontsFile, fontBytes)
    let plan = ExportPlan(
      heading: heading,
      conversations: zip(entries, surveys).map { entry, survey in
        ExportPlan.PlannedConversation(
          folder: survey.folderName, title: survey.info.title, id: survey.info.id,
          messages: survey.facts.messageCount, part: entry.part,
          bytes: entry.survey.bytes)
      }, sources: entries.map(\.survey.source),
      texts: SHA256.hexDigest(of: textBytes.span), fonts: SHA256.hexDigest(of: fontBytes.span))
    try output.write(ExportPlan.file, try PlanFolder.encode(plan))
    output.removeUnfinished()
    var report = ExportReport()
    for (index, survey) in surveys.enumerated() {
      report.add(
        survey, name: survey.folderName, format: inputs.formats[index], pages: plan.pageCount(of: index))
    }
    report.add(log)
    return report
  }

  /// A survey in the file of a part.
  private struct Entry {
    var part: Int
    var file: InputBytes
    var survey: PlanPart.Survey

    /// The name of the file.
    var path: String { PlanPart.surveys(of: part) }
  }

  /// Returns the surveys of all parts in the order of the sources, and the characters of all messages.
  private func contents(of parts: [PlanPart]) throws(ExportError) -> ([Entry], CharacterUsage) {
    var texts = CharacterUsage()
    var entries: [Entry] = []
    for (number, part) in zip(1..., parts) {
      let path = PlanPart.surveys(of: number)
      let file = try PlanFolder.map(path, in: folder)
      texts.merge(try part.texts.value(in: file, at: path))
      entries += part.surveys.map { Entry(part: number, file: file, survey: $0) }
    }
    entries.sort { $0.survey.source < $1.survey.source }
    return (entries, texts)
  }

  /// Opens the folder for the files of a plan.
  ///
  /// - Throws: ``OutputError``, and ``ExportError`` if the folder has other files.
  private func output(keeping inputs: [String] = []) throws -> OutputFolder {
    let output = try OutputFolder(sharedAt: folder, keeping: inputs)
    guard try output.names().allSatisfy({ $0 == UnfinishedFile.unfinished || ExportPlan.isFile($0) }) else {
      throw ExportError.output(
        "\(folder) has other files; name a new folder for the plan, or an earlier plan's")
    }
    return output
  }
}

extension ExportSetup {
  /// Throws if this run has other inputs, fonts or files than a plan.
  func check(_ heading: PlanHeading) throws {
    guard inputs.inputs.count == heading.inputs.count else {
      throw ExportError.usage(
        "the plan is of \(heading.inputs.count) inputs, and \(inputs.inputs.count) are given; give the same in the same order"
      )
    }
    guard inputs.sources.count == heading.sourceCount else {
      throw ExportError.input(
        "the inputs have \(counted(inputs.sources.count)), and had \(counted(heading.sourceCount)) when the plan was made; give the same "
          + "inputs, under the same names if --join names them, or plan again")
    }
    guard try identity() == heading.setup else {
      throw ExportError.input(
        "the fonts, theme, templates, names (--alias) or time zone rules here differ from the plan's; "
          + "install the same fonts on all machines, or name a folder of them with --fonts when planning")
    }
  }
}

/// The number of conversations in words.
private func counted(_ conversations: Int) -> String {
  "\(conversations) \(conversations == 1 ? "conversation" : "conversations")"
}

/// `part-K.json`: the surveys of a part of the conversations.
struct PlanPart: Codable {
  struct Survey: Codable {
    /// The index of the conversation among the sources of the inputs.
    var source: Int
    var bytes: StoredBytes
  }

  var heading: PlanHeading
  var count: Int
  var surveys: [Survey]
  /// The characters of the part's messages.
  var texts: StoredBytes

  static func file(of part: Int) -> String { "part-\(part).json" }
  static func surveys(of part: Int) -> String { "surveys-\(part).bin" }

  /// Surveys the conversations of a part, and writes its files.
  static func make(
    _ part: Planner.Share, _ setup: ExportSetup, shards: Int, in output: OutputFolder,
    log: inout DiagnosticLog,
    progress: (Progress) -> Void
  ) throws {
    let heading = PlanHeading(
      program: setup.program, setup: try setup.identity(), options: setup.options,
      inputs: zip(setup.inputs.inputs, try setup.inputs.hashes()).map { .init(path: $0.path, sha256: $1) },
      sourceCount: setup.inputs.sources.count, shardCount: shards)
    var made = PlanPart(
      heading: heading, count: part.count, surveys: [], texts: StoredBytes(start: 0, of: []))
    let file = try UnfinishedFile(of: output)
    var end = 0
    func append(_ bytes: [UInt8]) throws -> StoredBytes {
      try file.append(bytes.span)
      defer { end += bytes.count }
      return StoredBytes(start: end, of: bytes)
    }
    var texts = CharacterUsage()
    let own = stride(from: part.number - 1, to: setup.inputs.sources.count, by: part.count).map(\.self)
    let failures = try ConversationSurvey.read(
      own, of: setup.inputs, options: setup.options, fonts: &texts, log: &log, progress: progress
    ) { index, survey in
      let bytes = try append(FieldWriter.bytes(of: StoredSurvey(survey)))
      made.surveys.append(Survey(source: index, bytes: bytes))
    }
    if made.surveys.isEmpty, part.count == 1, let error = failures.first { throw error }
    for failure in failures.reversed() { log.append(failure.loss) }
    made.texts = try append(FieldWriter.bytes(of: texts))
    try file.finish(at: surveys(of: part.number), in: output)
    try output.write(Self.file(of: part.number), try PlanFolder.encode(made))
  }

  /// Returns the first part of the plan in a folder.
  static func first(in folder: String) throws(ExportError) -> PlanPart {
    let name = file(of: 1)
    do throws(ImportError) { _ = try InputBytes(ofFileAt: folder + "/" + name) } catch {
      throw .input(
        "\(folder) has no \(name); make the parts with 'chatexport plan INPUTS --shards N --plan \(folder) --part K/N'"
      )
    }
    return try read(1, in: folder)
  }

  private static func read(_ number: Int, in folder: String) throws(ExportError) -> PlanPart {
    let name = file(of: number)
    let bytes = try PlanFolder.bytes(of: name, in: folder)
    guard let part = try PlanFolder.decode(PlanPart.self, bytes, of: folder + "/" + name) else {
      throw PlanFolder.damaged(folder + "/" + name)
    }
    return part
  }

  /// Returns all parts of the plan in a folder, in order.
  ///
  /// - Throws: ``ExportError`` that names a missing part, or one of another plan.
  static func all(in folder: String) throws(ExportError) -> [PlanPart] {
    let first = try first(in: folder)
    guard 1...Planner.Share.most ~= first.count, first.heading.isSound else {
      throw PlanFolder.damaged(folder + "/" + file(of: 1))
    }
    let missing = (1...first.count).filter { !OutputFolder.mayHave(file(of: $0), at: folder) }
    guard missing.isEmpty else {
      throw .input(
        "\(folder) lacks part \(missing.prefix(8).map(String.init).joined(separator: ", "))\(missing.count > 8 ? " and more" : "") "
          + "of \(first.count); make it with 'chatexport plan … --part \(missing[0])/\(first.count)'")
    }
    var parts = [first]
    for number in stride(from: 2, through: first.count, by: 1) {
      let part = try read(number, in: folder)
      guard part.heading == first.heading, part.count == first.count else {
        throw .input(
          "\(folder)/\(file(of: number)) was made from other inputs or with other options than \(file(of: 1)); make it again"
        )
      }
      parts.append(part)
    }
    return parts
  }
}
