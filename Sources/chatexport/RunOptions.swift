import ArgumentParser
import ExportPipeline

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of commands that write: they change how the run works and what it prints, and nothing that is written.
struct RunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Number of pages to lay out in parallel (default: number of cores).", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Print errors only.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "How progress is shown on standard error: auto (a line on a terminal, else a line every ten seconds), json (a JSON object a line, for other programs) or none.",
      valueName: "style"),
    completion: .list(ProgressStyle.allCases.map(\.rawValue)))
  var progress = ProgressStyle.auto

  /// The number of jobs.
  ///
  /// - Throws: ``ExportError/usage(_:)``.
  func jobCount() throws(ExportError) -> Int {
    // More jobs than cores save no time and cost memory, because every job has text caches of its own.
    try SharedOptions.number(
      jobs ?? min(256, ProcessInfo.processInfo.activeProcessorCount), in: 1...256, for: "--jobs")
  }

  /// Runs `work`, which reports its progress, and returns its result. A signal cancels it; the program ends after the work has cleaned up.
  func finish<Result: Sendable>(
    _ work: @escaping @Sendable (@escaping @Sendable (Progress) -> Void) async throws -> Result
  ) async throws -> Result {
    let display = ProgressDisplay(progress.style(quiet: quiet), now: Console.now, write: Console.progress)
    let run = Task { try await work { display.show($0) } }
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

/// The option of commands that complete a site.
struct SigningOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sign the list of the site's files with an Ed25519 key of OpenSSH that has no passphrase (MANIFEST.sig).",
      valueName: "key"),
    completion: .file())
  var sign: String?
}
