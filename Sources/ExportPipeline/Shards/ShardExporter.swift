import ChatModel
import Digests
import Fonts
import ICU
import ImportKit
import Reuse
import SiteFiles
import SiteWriter
import Storage

/// `chatexport export --plan --shard`: writes the pages of one shard of a plan, with the attachments that they show, and `shard-K`.
///
/// Nothing else of the site is written, so any number of shards can be written at the same time, on any machines. A shard that is
/// written twice has the same bytes.
public struct ShardExporter: Sendable {
  private let folder: String
  private let shard: Planner.Share

  /// Creates the exporter of a shard of the plan in the folder at a path.
  public init(plan folder: String, shard: Planner.Share) { (self.folder, self.shard) = (folder, shard) }

  /// The result of a shard.
  public struct Outcome: Sendable {
    /// The number of messages on the shard's pages.
    public var messages = 0
    /// The number of the shard's pages.
    public var pages = 0
  }

  /// Writes the shard. `adjust` may change options that show in no page: the output, the number of jobs and the paths of the inputs.
  ///
  /// - Throws: ``ExportError``; what was written stays.
  public func run(
    _ adjust: (inout ExportOptions) -> Void, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> Outcome {
    try await Exporter.describing {
      let plan = try PlanFolder(folder)
      guard plan.plan.shards.count == shard.count else {
        throw ExportError.usage(
          "the plan \(folder) has \(plan.plan.shards.count) shards; give --shard K/\(plan.plan.shards.count)")
      }
      var log = DiagnosticLog()
      let job = try await PlannedSite(plan, adjust, log: &log, progress: progress)
      let site = try OutputFolder.sharedSite(
        at: job.setup.options.output, plan, keeping: job.setup.options.readPaths)
      return try await write(job, to: site, progress: progress)
    }
  }

  private func write(
    _ job: PlannedSite, to site: OutputFolder, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> Outcome {
    let pieces = job.plan.plan.shards[shard.number - 1]
    let context = job.setup.context(try job.fonts(), in: site)
    let style = AssetPublisher(context, isOnlyConversation: job.isOnlyConversation).style
    let media = MediaStore(folder: site, by: job.setup.options.attachments)
    let pageSize = job.setup.options.pageSize
    let tally = ProgressTally(
      Progress(.pages, total: pieces.reduce(0) { $0 + ($1.last - $1.first + 1) * pageSize }), report: progress
    )
    let file = try ShardFile.Writer(plan: job.plan.id, shard: shard, in: site)
    var surveys = PlannedSurveys(of: job.plan)
    var outcome = Outcome()
    for piece in pieces {
      let survey = try job.survey(piece.conversation, &surveys)
      try survey.check(pagesFrom: piece.first, through: piece.last, of: job)
      let writer = ConversationWriter(
        context: context, survey: survey, words: try context.languages.words(of: survey, context.options),
        style: style,
        media: media, number: piece.conversation, siteTerms: nil,
        shortConversations: nil,
        isOneOfSeveral: !job.isOnlyConversation)
      try await writer.writePages(piece.first..<piece.last + 1) {
        tally.add(messages: $0, pages: $1)
      } collect: { page in
        try file.add(page.record, conversation: piece.conversation, page: page.rendered.number)
        outcome.messages += page.ids.count
        outcome.pages += 1
      }
    }
    try media.check()
    let summary = ShardSummary(
      manifest: String(decoding: site.manifest, as: UTF8.self), missing: media.missing)
    try file.finish(summary, as: ShardFile.name(of: shard.number), in: site)
    return outcome
  }
}

/// A plan, opened together with its inputs.
struct PlannedSite: Sendable {
  let plan: PlanFolder
  let setup: ExportSetup
  /// The number of conversations decides the style.
  var isOnlyConversation: Bool { plan.plan.conversations.count == 1 }

  init(
    _ plan: PlanFolder, _ adjust: (inout ExportOptions) -> Void, log: inout DiagnosticLog,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws {
    var options = plan.plan.heading.options
    adjust(&options)
    var setup = try await ExportSetup(options, log: &log, progress: progress)
    try setup.check(plan.plan.heading)
    guard plan.plan.sources.allSatisfy({ setup.inputs.sources.indices.contains($0) }) else {
      throw ExportError.input(
        "the inputs have \(setup.inputs.sources.count) conversations, fewer than when the plan \(plan.path) was made; plan again"
      )
    }
    setup.inputs.keep(plan.plan.sources)
    for (planned, source) in zip(plan.plan.conversations, setup.inputs.sources)
    where source.info.title != planned.title || source.info.id != planned.id {
      throw ExportError.input(
        "'\(planned.title)' was planned, and the input has '\(source.info.title)' in its place; give the same inputs, with the same "
          + "file names, or plan again")
    }
    (self.plan, self.setup) = (plan, setup)
  }

  /// The faces that the plan chose.
  func fonts() throws -> ExportFonts {
    let texts: CharacterUsage
    let bytes = try plan.bytes(of: ExportPlan.textsFile, sha256: plan.plan.texts)
    do throws(DamagedRecord) { texts = try FieldReader.value(of: bytes[...]) } catch {
      throw PlanFolder.damaged(plan.path + "/" + ExportPlan.textsFile)
    }
    let record = CachedFonts(try plan.bytes(of: ExportPlan.fontsFile, sha256: plan.plan.fonts))
    return try setup.subsetter.cut(for: texts, earlier: record)
  }

  /// Returns the survey of a conversation.
  func survey(_ index: Int, _ surveys: inout PlannedSurveys) throws -> ConversationSurvey {
    try surveys.survey(index).survey(
      of: setup.inputs.sources[index], folderName: plan.plan.conversations[index].folder, setup.options)
  }
}

extension ConversationSurvey {
  /// Reads the messages of some pages and compares their digests with the plan's.
  ///
  /// - Throws: ``ExportError/input(_:)`` that names the first page whose messages changed since the plan.
  fileprivate func check(pagesFrom first: Int, through last: Int, of job: PlannedSite) throws {
    let planned = facts.pageSources.pages
    let found = try pageSources(from: first, through: last, pageSize: job.setup.options.pageSize)
    for number in first...last {
      let index = number - first
      guard planned.indices.contains(number - 1), found.indices.contains(index),
        found[index].digest == planned[number - 1].digest
      else {
        throw ExportError.input(
          "the messages on page \(number) of '\(info.title)' changed since the plan \(job.plan.path) was made; "
            + "plan again, or put the inputs back as they were")
      }
    }
  }

  /// Returns the digests of pages as they are now; fewer if there are fewer messages.
  private func pageSources(from first: Int, through last: Int, pageSize: Int) throws -> [PageSources
    .PageSource]
  {
    let start = max(0, (first - 1) * pageSize - 1)
    // One more than the last page has, if there is one.
    let end = min(last * pageSize + 1, facts.messageCount)
    var sources = PageSources(pageSize: pageSize)
    var isFirst = first > 1
    try forEachEntry(start..<end) { entry in
      if isFirst {
        sources = PageSources(pageSize: pageSize, after: entry.digest)
        isFirst = false
      } else {
        sources.add(entry)
      }
    }
    if last * pageSize >= facts.messageCount { sources.finish() }
    return sources.pages
  }

  /// Calls `body` with the source of each of some messages, in export order.
  private func forEachEntry(_ range: Range<Int>, _ body: (SourceEntry) -> Void) throws {
    var (table, clock, log) = (participants, clock, DiagnosticLog())
    switch order {
    case .sorted(let positions):
      for position in positions[range.clamped(to: positions.indices)] {
        try source.survey(from: position, participants: &table, log: &log, digests: true) { _, entry in
          body(entry)
          return false
        }
      }
    case .asRead(let checkpoints):
      let interval = MessageOrder.checkpointInterval
      guard !range.isEmpty, checkpoints.indices.contains(range.lowerBound / interval) else { return }
      var index = range.lowerBound - range.lowerBound % interval
      try source.survey(
        from: checkpoints[range.lowerBound / interval], participants: &table, log: &log, digests: true
      ) { message, entry in
        guard filter.passes(message, clock: &clock) else { return true }
        if range.contains(index) { body(entry) }
        index += 1
        return index < range.upperBound
      }
    }
  }
}

extension OutputFolder {
  /// The file that names the plan of which a folder has shards.
  private static let planFile = "shard-plan"

  /// Opens the folder for the shards of a plan: a new or empty one, or one that has some already.
  ///
  /// - Throws: ``ExportError`` if the folder has other content.
  static func sharedSite(at path: String, _ plan: PlanFolder, keeping inputs: [String]) throws -> OutputFolder
  {
    let folder = try OutputFolder(sharedAt: path, keeping: inputs + [plan.path])
    let names = try folder.names()
    let known = try? InputBytes(ofFileAt: try folder.location(of: planFile))
    if let known {
      guard known.array(in: 0..<known.count) == Array(plan.id.utf8) else {
        throw ExportError.output(
          "\(path) has shards of another plan; name another folder with --out, or remove this one")
      }
    } else if names.allSatisfy({ $0.hasPrefix("shard-") || $0 == UnfinishedFile.unfinished }) {
      // Not a file of the site, so the manifest does not have it.
      let file = try UnfinishedFile(of: folder)
      try file.append(Array(plan.id.utf8).span)
      try file.finish(at: planFile, in: folder)
    } else {
      throw ExportError.output("\(path) has other files; name a new folder with --out, or remove this one")
    }
    return folder
  }

  /// The entries of a shared folder that a finished site does not have.
  static func entriesOfShards(_ plan: PlanFolder) -> [String] {
    // The name of the plan last, so that a merge that is ended before can be repeated.
    (1...plan.plan.shards.count).map(ShardFile.name) + [planFile]
  }
}
