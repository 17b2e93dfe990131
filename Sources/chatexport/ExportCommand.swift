import ArgumentParser
import ExportPipeline

/// `chatexport export`, the default command.
///
/// A new flag takes two edits: a property with its help here, or in ``SharedOptions`` if `inspect` has it too, and the
/// field of `ExportOptions` that it sets.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a website for the given conversations.",
    usage: "chatexport <inputs> ... --out <dir> [options]",
    discussion: """
      Examples:
        chatexport result.json --out site
        chatexport 'WhatsApp Chat.zip' --me Ann --time-zone Europe/Lisbon -o site
        chatexport sms.xml --alias contacts.vcf --from 2026-01-01 -o site
      """)

  @OptionGroup(title: UsualOptions.title) var output: OutputOption

  @OptionGroup var shared: SharedOptions

  @OptionGroup var site: SiteOptions

  @OptionGroup var signing: SigningOption

  @Flag(help: "Replace the output folder even if chatexport did not create it.")
  var force = false

  @Flag(help: "Lay out every page again instead of reusing unchanged ones.")
  var fresh = false

  @Flag(
    help:
      "Exit with code 1 if a message could not be shown in full, or the input has text in parts that chatexport does not know."
  )
  var strict = false

  @OptionGroup var running: RunOptions

  @Option(
    help: ArgumentHelp(
      "Write one shard of the plan in this folder, made by 'chatexport plan', instead of a site.",
      valueName: "dir"),
    completion: .directory)
  var plan: String?

  @Option(help: ArgumentHelp("The shard to write, e.g. 2/7 for the second of seven.", valueName: "k/n"))
  var shard: String?

  @Option(
    help: ArgumentHelp("Write a report of the run as JSON; - is standard output.", valueName: "file"),
    completion: .file())
  var report: String?

  func validate() throws {
    if plan == nil { try shared.checkInputs() }
  }

  func run() async throws {
    guard !output.out.isEmpty else {
      throw ExportError.usage("--out is empty; name the folder to write the site to")
    }
    var options = try shared.checked(output: output.out)
    site.set(&options)
    options.jobs = try running.jobCount()
    options.signingKey = signing.sign
    if let plan { return try await write(shard, of: plan, options) }
    if shard != nil { throw ExportError.usage("--shard needs --plan, the folder of the plan") }
    options.force = force
    options.isFresh = fresh
    let file = try report.map { path throws(ExportError) in try ReportFile(path: path, for: options) }
    let started = Console.now()
    let done = try await running.finish { [options] in try await Exporter(options).run(progress: $0) }
    try file?.write(done)
    if !running.quiet {
      Console.error(Summary(done, seconds: Console.now() - started, output: output.out).text)
    }
    if strict, done.losses > 0 || done.hasUnknownTexts { throw ExitStatus(code: 1) }
  }

  /// Writes a shard of a plan, which has all options that show in a site.
  private func write(_ text: String?, of plan: String, _ options: ExportOptions) async throws {
    guard let text else { throw ExportError.usage("--plan needs --shard, e.g. --shard 1/4") }
    guard let shard = Planner.Share(text) else {
      throw ExportError.usage("--shard is '\(text)'; give the number of a shard and of all shards, e.g. 1/4")
    }
    guard options.hasDefaultContent, !force, !fresh, !strict, report == nil, options.signingKey == nil else {
      throw ExportError.usage(
        "with --plan, the options come from the plan; give only --shard, --out, --jobs, --quiet, --progress and, if they moved, the inputs"
      )
    }
    let started = Console.now()
    let outcome = try await running.finish { [options] progress in
      try await ShardExporter(plan: plan, shard: shard).run({ $0.takeRun(of: options) }, progress: progress)
    }
    guard !running.quiet else { return }
    Console.error(
      "shard \(shard.number)/\(shard.count): \(counted(outcome.messages, "message")) on \(counted(outcome.pages, "page")) in \(Summary.seconds(Console.now() - started))"
    )
  }
}
