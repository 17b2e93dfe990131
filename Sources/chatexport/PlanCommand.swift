import ArgumentParser
import ExportPipeline

/// `chatexport plan`: divides an export among processes or machines.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Divide an export into shards that processes or machines write side by side.",
    usage: """
      chatexport plan <inputs> ... --shards <n> --plan <dir> [--part <k/n>] [options]
      chatexport plan --join <dir>
      """,
    discussion: """
      Then write each shard, and complete the site:
        chatexport plan big.json --shards 2 --plan plan
        chatexport export --plan plan --shard 1/2 --out site
        chatexport export --plan plan --shard 2/2 --out site
        chatexport merge --plan plan --out site
      """)

  @OptionGroup var shared: SharedOptions

  @OptionGroup var site: SiteOptions

  @Option(help: ArgumentHelp("The number of shards.", valueName: "n"))
  var shards: Int?

  @Option(help: ArgumentHelp("The folder to write the plan to.", valueName: "dir"), completion: .directory)
  var plan: String?

  @Option(
    help: ArgumentHelp(
      "Read only a part of the conversations, e.g. 2/3; 'chatexport plan --join DIR' joins the parts.",
      valueName: "k/n"))
  var part: String?

  @OptionGroup var running: RunOptions

  func run() async throws {
    let started = Console.now()
    let (report, folder) = try await made()
    guard !running.quiet else { return }
    var lines = [
      part == nil
        ? "plan of \(counted(report.messageCount, "message")) on \(counted(report.pageCount, "page")) in \(Summary.seconds(Console.now() - started)): \(folder)"
        : "part \(part ?? "") of the plan in \(Summary.seconds(Console.now() - started)): \(folder)"
    ]
    lines += Summary.findings(of: report)
    Console.error(Console.text(of: lines))
  }

  private func made() async throws -> (ExportReport, folder: String) {
    if shared.inputs.isEmpty, plan == nil, shards == nil, part == nil, shared.join.count == 1 {
      let folder = shared.join[0]
      return (try await running.finish { try await Planner(folder: folder).join(progress: $0) }, folder)
    }
    guard let plan, !plan.isEmpty else {
      throw ExportError.usage("--plan is missing; name the folder to write the plan to")
    }
    guard let shards else { throw ExportError.usage("--shards is missing; give the number of shards") }
    let count = try SharedOptions.number(shards, in: 1...Planner.Share.most, for: "--shards")
    var options = try shared.checked(output: "")
    site.set(&options)
    let share = try part.map { text throws(ExportError) in
      guard let share = Planner.Share(text) else {
        throw .usage("--part is '\(text)'; give the number of a part and of all parts, e.g. 1/3")
      }
      return share
    }
    let report = try await running.finish { [options] progress in
      if let share {
        try await Planner(folder: plan).planPart(share, options, shards: count, progress: progress)
      } else {
        try await Planner(folder: plan).plan(options, shards: count, progress: progress)
      }
    }
    return (report, plan)
  }
}
