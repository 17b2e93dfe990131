import ArgumentParser
import ExportPipeline
import Foundation

/// `chatexport export`: the default command.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a site for the given conversations.")

  @OptionGroup var shared: SharedOptions

  @Option(help: ArgumentHelp("Folder to write the site to.", valueName: "dir"))
  var out: String

  @Option(help: ArgumentHelp("Templates that override the built-in ones, file by file.", valueName: "dir"))
  var templates: String?

  @Option(
    name: .customLong("public"),
    help: ArgumentHelp("Static files that override the built-in ones, file by file.", valueName: "dir"))
  var publicFolder: String?

  @Option(
    help: ArgumentHelp("Pages laid out at the same time; default: as many as cores.", valueName: "n"))
  var jobs: Int?

  @Flag(exclusivity: .exclusive)
  var attachments: AttachmentFlag?

  @Flag(help: "Leave addresses as words: nothing in a message leads out of the site.")
  var noLinks = false

  @Flag(name: .customLong("no-search"), help: "Leave out the index that the site's search needs.")
  var leavesOutSearch = false

  @Flag(help: "Replace a folder that is not a site of chatexport.")
  var force = false

  @Flag(help: "Lay every page out again, also those that the site already has.")
  var fresh = false

  @Flag(help: "Fail (exit code 1) when a message could not be represented fully.")
  var strict = false

  @Flag(help: "Print errors only.")
  var quiet = false

  @Option(help: ArgumentHelp("Write what was done as JSON.", valueName: "file"))
  var report: String?

  func run() async throws {
    guard !out.isEmpty else {
      throw ExportError.usage("--out is empty; give the folder to write the site to")
    }
    var options = try shared.checked(output: out)
    options.templates = templates
    options.publicFolder = publicFolder
    options.jobs = try SharedOptions.number(
      // More take no less time, as each has what it remembers of texts for itself, and more memory.
      jobs ?? min(256, ProcessInfo.processInfo.activeProcessorCount), in: 1...256, for: "--jobs")
    options.attachments = attachments?.attachments ?? .shared
    options.hasLinks = !noLinks
    options.hasSearch = !leavesOutSearch
    options.force = force
    options.isFresh = fresh
    let file = try report.map { path throws(ExportError) in try ReportFile(path: path, for: options) }
    let line = ProgressLine(isShown: !quiet && Console.isTerminal)
    let started = Console.now()
    let done = try await finish(options, line)
    try file?.write(done)
    if !quiet { Console.error(Summary(done, seconds: Console.now() - started, output: out).text) }
    if strict, done.losses > 0 { throw Outcome(code: 1) }
  }

  /// Runs the export; a signal cancels it and ends the program once the run has cleaned up.
  private func finish(_ options: ExportOptions, _ line: ProgressLine) async throws -> ExportReport {
    let run = Task { try await Exporter(options).run { line.show($0) } }
    let interruption = Interruption { run.cancel() }
    defer { line.clear() }
    do {
      return try await run.value
    } catch is CancellationError {
      line.clear()
      interruption.end()
    }
  }
}

/// How attachments come into the site; without either, copies that share blocks where the file system can.
enum AttachmentFlag: EnumerableFlag {
  case link
  case copy

  static func help(for flag: AttachmentFlag) -> ArgumentHelp? {
    switch flag {
    case .link: "Link attachments instead of copying them, where both are on one file system."
    case .copy: "Copy attachments byte by byte, also where blocks could be shared."
    }
  }

  var attachments: ExportOptions.Attachments {
    switch self {
    case .link: .linked
    case .copy: .copied
    }
  }
}
