import ArgumentParser
import ExportPipeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  @Option(
    help: ArgumentHelp(
      "A folder of templates that replace built-in ones of the same name.", valueName: "dir"),
    completion: .directory)
  var templates: String?

  @Option(
    name: .customLong("public"),
    help: ArgumentHelp(
      "A folder of static files that replace built-in ones of the same name.", valueName: "dir"),
    completion: .directory)
  var publicFolder: String?

  @Option(
    help: ArgumentHelp("Number of pages to lay out in parallel (default: number of cores).", valueName: "n"))
  var jobs: Int?

  @Flag(exclusivity: .exclusive)
  var attachments: AttachmentFlag?

  @Flag(help: "Show addresses in messages as plain text instead of links.")
  var noLinks = false

  @Flag(help: "Write no search index; the site then has no search.")
  var noSearch = false

  @Flag(help: "Replace the output folder even if chatexport did not create it.")
  var force = false

  @Flag(help: "Lay out every page again instead of reusing unchanged ones.")
  var fresh = false

  @Flag(
    help:
      "Exit with code 1 if a message could not be shown in full, or the input has text in parts that chatexport does not know."
  )
  var strict = false

  @Flag(help: "Print errors only.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "How progress is shown on standard error: auto (a line on a terminal, else a line every ten seconds), json (a JSON object a line, for other programs) or none.",
      valueName: "style"),
    completion: .list(ProgressStyle.allCases.map(\.rawValue)))
  var progress = ProgressStyle.auto

  @Option(
    help: ArgumentHelp("Write a report of the run as JSON; - is standard output.", valueName: "file"),
    completion: .file())
  var report: String?

  func run() async throws {
    guard !output.out.isEmpty else {
      throw ExportError.usage("--out is empty; name the folder to write the site to")
    }
    var options = try shared.checked(output: output.out)
    options.templates = templates
    options.publicFolder = publicFolder
    options.jobs = try SharedOptions.number(
      // More jobs than cores save no time and cost memory, because every job has text caches of its own.
      jobs ?? min(256, ProcessInfo.processInfo.activeProcessorCount), in: 1...256, for: "--jobs")
    options.attachments = attachments?.attachments ?? .shared
    options.hasLinks = !noLinks
    options.hasSearch = !noSearch
    options.force = force
    options.isFresh = fresh
    let file = try report.map { path throws(ExportError) in try ReportFile(path: path, for: options) }
    let display = ProgressDisplay(
      progress.style(quiet: quiet), now: Console.now, write: Console.progress)
    let started = Console.now()
    let done = try await finish(options, display)
    try file?.write(done)
    if !quiet { Console.error(Summary(done, seconds: Console.now() - started, output: output.out).text) }
    if strict, done.losses > 0 || done.hasUnknownTexts { throw ExitStatus(code: 1) }
  }

  /// Runs the export and returns its report. A signal cancels the run; the program ends after the run has cleaned up.
  private func finish(_ options: ExportOptions, _ display: ProgressDisplay) async throws -> ExportReport {
    let run = Task { try await Exporter(options).run { display.show($0) } }
    let interruption = Interruption { run.cancel() }
    defer {
      interruption.finish()
      display.clear()
    }
    do {
      return try await run.value
    } catch is CancellationError {
      display.clear()
      interruption.end()
    }
  }
}

/// The values of `--progress`.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  case auto
  case json
  case none

  /// The form in which progress is shown. `quiet` leaves only JSON, which another program asked for.
  func style(quiet: Bool) -> ProgressDisplay.Style {
    switch self {
    case .auto where quiet: .none
    case .auto: Console.isTerminal ? .line : .log
    case .json: .json
    case .none: .none
    }
  }
}

/// The ways in which attachments get into the site. Without either flag they are copied, sharing blocks if
/// the file system supports that.
enum AttachmentFlag: EnumerableFlag {
  case link
  case copy

  static func help(for flag: AttachmentFlag) -> ArgumentHelp? {
    switch flag {
    case .link: "Hard-link attachments instead of copying them, if the site is on the same file system."
    case .copy: "Copy attachments byte by byte, even if the file system could share their blocks."
    }
  }

  var attachments: ExportOptions.Attachments {
    switch self {
    case .link: .linked
    case .copy: .copied
    }
  }
}
