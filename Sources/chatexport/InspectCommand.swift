import ArgumentParser
import ExportPipeline

/// `chatexport inspect`: the layout plan of a conversation.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Prints the layout plan: rows, frames, lines, and why each line ends where it does.")

  @OptionGroup var shared: SharedOptions

  @Option(help: ArgumentHelp("Only the message with this id, and why it looks as it does.", valueName: "id"))
  var message: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let plan = try Inspector(shared.checked(output: "")).plan(ofMessage: message, asJSON: json)
    Console.result(plan)
  }
}
