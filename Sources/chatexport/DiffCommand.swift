import ArgumentParser
import Comparison
import ExportPipeline

/// `chatexport diff`: compares two chats.
struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two sites, plans or inputs: first what messages say, then layout, then style.",
    discussion: """
      Examples:
        chatexport diff old-site new-site
        chatexport diff site 'WhatsApp Chat.zip' --only semantic
        chatexport diff yesterday.zip today.zip --html differences
      The exit code is 0 if nothing differs and 1 if something does. Recipes for tests: docs/snapshots.md.
      """)

  @Argument(
    help: "The old side: a site, a plan ('chatexport inspect INPUT --json'), or an input.",
    completion: .file())
  var old: String

  @Argument(help: "The new side, likewise.", completion: .file())
  var new: String

  @Option(
    help: ArgumentHelp(
      "Compare only this: semantic (words, people, times, attachments, reactions), layout or style (may be repeated).",
      valueName: "level"),
    completion: .list(DiffLevel.allCases.map(\.rawValue)))
  var only: [DiffLevel] = []

  @OptionGroup var files: FileOptions

  @Option(
    help: ArgumentHelp(
      "Write pages to this folder that show old and new messages side by side.", valueName: "dir"),
    completion: .directory)
  var html: String?

  @Flag(help: "Replace the folder of --html even if chatexport did not write it.")
  var force = false

  @Option(
    help: ArgumentHelp(
      "Number of pages to lay out in parallel, for inputs (default: number of cores).", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    if let html { try OutputOption.check("--html", html) }
    let options = try files.options(inputs: [], jobs: jobs)
    let levels = only.isEmpty ? DiffLevel.allCases : only
    let comparison = ChatComparison(
      old: old, new: new, given: options, levels: Set(levels.map(\.level)), keepsRows: html != nil)
    let run = Task { try await comparison.run() }
    let interruption = Interruption { run.cancel() }
    defer { interruption.finish() }
    let result: Differences
    do { result = try await run.value } catch is CancellationError { interruption.end() }
    try Console.result(json ? result.json : DifferenceText(result).text)
    if let html {
      _ = try DifferencePages(result).write(to: html, keeping: [old, new] + options.readPaths, force: force)
    }
    if result.isDifferent { throw ExitStatus(code: 1) }
  }
}

/// The values of `--only`.
enum DiffLevel: String, ExpressibleByArgument, CaseIterable {
  case semantic
  case layout
  case style

  /// The level of differences.
  var level: Difference.Level {
    switch self {
    case .semantic: .semantic
    case .layout: .layout
    case .style: .style
    }
  }
}
