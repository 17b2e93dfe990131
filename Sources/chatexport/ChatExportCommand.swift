import ArgumentParser
import ExportPipeline

/// The program: its subcommands, and the one place that turns errors into exit codes.
///
/// | code | meaning |
/// |---|---|
/// | 0 | done |
/// | 1 | done, with messages not fully represented (only with `--strict`) |
/// | 2 | wrong usage |
/// | 3 | input unreadable or not a known format |
/// | 4 | output could not be written |
/// | 70 | a bug of ours |
@main
struct ChatExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chatexport",
    abstract: "Turns exported conversations into a website that looks and reads like the chat.",
    version: ChatExportVersion.current,
    subcommands: [ExportCommand.self, InspectCommand.self, FormatsCommand.self],
    defaultSubcommand: ExportCommand.self)

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      finish(with: error)
    }
  }

  /// Prints what `error` has to say and ends the program with its code.
  private static func finish(with error: any Error) -> Never {
    if let error = error as? ExportError {
      Console.error("chatexport: \(error.message)")
      Console.exit(error.exitCode)
    }
    if let outcome = error as? Outcome { Console.exit(outcome.code) }
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    if code.isSuccess {
      if !message.isEmpty { Console.result(message) }
      Console.exit(0)
    }
    Console.error(message)
    Console.exit(code == .validationFailure ? 2 : 70)
  }
}

/// A run that came to its end with a code of its own.
struct Outcome: Error {
  var code: Int32
}
