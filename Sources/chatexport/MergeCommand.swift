import ArgumentParser
import ExportPipeline

/// `chatexport merge`: completes the site of which all shards are written.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Complete the site whose shards 'chatexport export --plan' wrote.",
    usage: "chatexport merge --plan <dir> --out <dir> [<inputs> ...] [options]")

  @Argument(help: "The inputs of the plan, if they moved since it was made.", completion: .file())
  var inputs: [String] = []

  @Option(help: ArgumentHelp("The folder of the plan.", valueName: "dir"), completion: .directory)
  var plan: String

  @OptionGroup var output: OutputOption

  @OptionGroup var signing: SigningOption

  @OptionGroup var running: RunOptions

  func validate() throws { try output.check() }

  func run() async throws {
    guard !output.path.isEmpty else {
      throw ExportError.usage("--out is empty; name the folder that has the shards")
    }
    try OutputOption.check("--out", output.path)
    var options = ExportOptions(inputs: inputs, output: output.path)
    options.jobs = try running.jobCount()
    options.signingKey = signing.sign
    let started = Console.now()
    let report = try await running.finish { [options] progress in
      try await SiteMerger(plan: plan).run({ $0.takeRun(of: options) }, progress: progress)
    }
    guard !running.quiet else { return }
    Console.error(Summary(report, seconds: Console.now() - started, output: output.path).text)
  }
}
