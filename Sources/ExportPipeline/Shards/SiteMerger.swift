import ChatModel
import ImportKit
import SiteFiles

/// `chatexport merge`: completes the site of which all shards are written. The result is byte for byte the site of one run.
///
/// It reads the files of the shards and never a page, so the pages may be elsewhere, for example in an object store.
public struct SiteMerger: Sendable {
  private let folder: String

  /// Creates the merger of the plan in the folder at a path.
  public init(plan folder: String) { self.folder = folder }

  /// Completes the site. `adjust` may change options that show in no page.
  ///
  /// - Throws: ``ExportError``; the shards stay as they were.
  public func run(
    _ adjust: (inout ExportOptions) -> Void, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> ExportReport {
    try await Exporter.describing {
      var clock = StageClock()
      let plan = try PlanFolder(folder)
      var log = DiagnosticLog()
      let job = try await PlannedSite(plan, adjust, log: &log, progress: progress)
      let options = job.setup.options
      let sign = try options.signer()
      let hashes = try job.setup.inputs.hashes()
      for (input, hash) in zip(plan.plan.heading.inputs, hashes) where input.sha256 != hash {
        throw ExportError.input(
          "\(input.path) changed since the plan \(folder) was made; plan again, or put it back as it was")
      }
      let shards = try ShardFiles(of: plan, at: options.output)
      let site = try OutputFolder.sharedSite(at: options.output, plan, keeping: options.readPaths)
      clock.end("opening")
      var surveys = PlannedSurveys(of: plan)
      let all = try plan.plan.conversations.indices.map { try job.survey($0, &surveys) }
      clock.end("reading")
      let context = job.setup.context(try job.fonts(), in: site)
      clock.end("fonts")
      var builder = SiteBuilder(context: context, inputs: job.setup.inputs, inputHashes: hashes)
      builder.shards = shards
      for (number, shard) in zip(1..., shards.summaries) where !site.list(shard.manifest.utf8) {
        throw ExportError.input(
          "\(options.output)/\(ShardFile.name(of: number)) is damaged; run its shard again")
      }
      var report = try await builder.build(all, log: &log, progress: progress)
      clock.end("pages")
      try site.completeShared(sign: sign, removing: OutputFolder.entriesOfShards(plan))
      clock.end("swap")
      report.add(log)
      (report.seconds, report.cpuSeconds) = (clock.seconds, clock.cpuSeconds)
      return report
    }
  }
}
