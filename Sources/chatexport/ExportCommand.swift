import ArgumentParser
import ExportPipeline
import LockedSite
import SingleFile

/// `chatexport export`, the default command.
///
/// A new flag takes two edits: a property with its help here, or in ``SharedOptions`` if `inspect` has it too, and the
/// field of `ExportOptions` that it sets.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a website for the given conversations, or a PDF.",
    usage: "chatexport <inputs> ... --out <dir|file.pdf> [options]",
    discussion: """
      Examples:
        chatexport ChatExport_2026-05-01 --out site
        chatexport 'WhatsApp Chat.zip' --me Ann --time-zone Europe/Lisbon -o site
        chatexport 'WhatsApp Chat.zip' --out chat.pdf
      """)

  @OptionGroup(title: UsualOptions.title) var output: OutputOption

  @Option(
    help: ArgumentHelp(
      "Write one HTML file with everything in it, instead of a folder, for a conversation of up to \(SingleFileExporter.messageLimit) messages and \(SingleFileExporter.mediaLimit / 1_000_000) MB of files.",
      valueName: "file"), completion: .file(extensions: ["html"]))
  var singleFile: String?

  @OptionGroup var shared: SharedOptions

  @OptionGroup var site: SiteOptions

  @OptionGroup var redacting: RedactionOptions
  @OptionGroup(title: "Paper") var paper: PaperFlags

  @OptionGroup var signing: SigningOption

  @OptionGroup var locking: PasswordOption

  @Flag(help: "Replace the output folder even if chatexport did not create it, and delete the files in it.")
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
    if singleFile == nil { try output.check() }
  }

  /// The path that is written.
  private var target: String { singleFile ?? output.path }

  func run() async throws {
    if let singleFile { try check(singleFile) }
    guard !target.isEmpty else {
      throw ExportError.usage(
        "--out is empty; name the folder to write the site to, or a file that ends in .pdf")
    }
    try OutputOption.check(singleFile == nil ? "--out" : "--single-file", target)
    var options = try shared.checked(output: target)
    site.set(&options)
    options.jobs = try running.jobCount()
    options.signingKey = signing.sign
    try redacting.set(&options)
    if let plan { return try await write(shard, of: plan, options) }
    if shard != nil { throw ExportError.usage("--shard needs --plan, the folder of the plan") }
    options.force = force
    options.isFresh = fresh
    let onPaper = try paper.options(for: self)
    let password = try locking.read()
    let file = try report.map { path throws(ExportError) in try ReportFile(path: path, for: options) }
    let started = Console.now()
    let done = try await running.finish { [options, isSingle = singleFile != nil] progress in
      if let onPaper { return try await PaperExporter(options, onPaper).run(progress: progress) }
      if isSingle { return try await SingleFileExporter(options).run(progress: progress) }
      if let password {
        return try await LockedSiteExporter(options, password: password).run(progress: progress)
      }
      return try await Exporter(options).run(progress: progress)
    }
    try file?.write(done)
    if !running.quiet {
      Console.error(
        Summary(done, seconds: Console.now() - started, output: target, isFile: singleFile != nil).text)
    }
    if strict, done.losses > 0 || done.hasUnknownTexts { throw ExitStatus(code: 1) }
  }

  /// Throws if options of a site in a folder are given beside the name of a single file.
  private func check(_ singleFile: String) throws(ExportError) {
    guard !singleFile.isEmpty else { throw .usage("--single-file is empty; name a file, e.g. chat.html") }
    let ofFolders = [
      ("--out", output.out != nil), ("--plan", plan != nil), ("--sign", signing.sign != nil),
      ("--link", site.attachments == .link), ("--copy", site.attachments == .copy), ("--fresh", fresh),
      ("--page-size", shared.pageSize != SharedOptions.defaults.pageSize), ("--paper", paper.paper != nil),
      ("--bates", paper.bates != nil), ("--court", paper.court), ("--password", locking.password),
    ]
    for (name, isGiven) in ofFolders where isGiven {
      throw .usage(
        "\(name) does not go with --single-file, which writes one HTML file; leave out one of the two")
    }
  }

  /// Writes a shard of a plan, which has all options that show in a site.
  private func write(_ text: String?, of plan: String, _ options: ExportOptions) async throws {
    guard let text else { throw ExportError.usage("--plan needs --shard, e.g. --shard 1/4") }
    guard let shard = Planner.Share(text) else {
      throw ExportError.usage("--shard is '\(text)'; give the number of a shard and of all shards, e.g. 1/4")
    }
    guard !options.isRedacted else {
      throw ExportError.usage(
        "a plan is of unredacted inputs, so --redact and --pseudonyms do not go with --plan; export without a plan"
      )
    }
    guard options.hasDefaultContent, !force, !fresh, !strict, report == nil, options.signingKey == nil,
      !locking.password
    else {
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
