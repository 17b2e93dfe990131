import ArgumentParser
import ExportPipeline
import SystemCalls

/// The program's root command. Its `main` is the only code that turns errors into exit codes:
///
/// | code | meaning | comes from |
/// |---|---|---|
/// | 0 | success | |
/// | 1 | success, but a message could not be shown in full, or text is unknown (only with `--strict`); `verify` found something, `diff` a difference | ``ExitStatus`` |
/// | 2 | wrong usage | `ExportError.usage`, the argument parser |
/// | 3 | input unreadable or of no known format | `ExportError.input` |
/// | 4 | output could not be written, or the system gives too little to begin | `ExportError.output` |
/// | 70 | bug in chatexport (`EX_SOFTWARE` of `sysexits.h`) | any other error |
/// | 128 + n | ended by signal n | ``Interruption`` |
@main
struct ChatExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chatexport",
    abstract: "Turn exported chats into a static website that looks and reads like the chat.",
    version: ChatExportVersion.full,
    subcommands: [
      ExportCommand.self, ConvertCommand.self, CheckCommand.self, VerifyCommand.self, DiffCommand.self,
      InspectCommand.self,
      FormatsCommand.self, PlanCommand.self, MergeCommand.self,
    ],
    defaultSubcommand: ExportCommand.self)

  static func main() async {
    do {
      try SystemLimits.check()
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let help = try HelpRequest(arguments) { return try Console.result(help.text) }
      if let script = CompletionScript(arguments) { return try Console.result(script.text()) }
      var command = try parse(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      finish(with: error)
    }
  }

  /// Returns the command for the arguments.
  ///
  /// An input may be named like a command: `chatexport export --out site` in a folder that contains `export`. The word is the input
  /// if there is a file or folder of that name, and the other arguments make no sense for the command.
  private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
    let names = ["help"] + configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = arguments.first, names.contains(first), SystemCall.exists(first) else {
      return try parseAsRoot(arguments)
    }
    let withInput = ["export", "./" + first] + arguments.dropFirst()
    // The parser treats everything after `help` as words to explain.
    if first == "help" { return try parseAsRoot(arguments.count > 2 ? withInput : arguments) }
    do { return try parseAsRoot(arguments) } catch {
      guard exitCode(for: error) != .success, let command = try? parseAsRoot(withInput) else { throw error }
      return command
    }
  }

  /// Prints the message of `error` and exits with its code.
  private static func finish(with error: any Error) -> Never {
    if let error = error as? ExportError {
      Console.error("chatexport: \(error.message)")
      Console.exit(error.exitCode)
    }
    if let outcome = error as? ExitStatus { Console.exit(outcome.code) }
    let code = exitCode(for: error)
    let message = fullMessage(for: error)
    if code.isSuccess {
      do throws(ExportError) {
        if !message.isEmpty { try Console.result(message) }
      } catch {
        finish(with: error)
      }
      Console.exit(0)
    }
    Console.error(message)
    Console.exit(code == .validationFailure ? 2 : 70)
  }
}

/// The result of a run that finished but does not exit with 0.
struct ExitStatus: Error {
  var code: Int32
}
