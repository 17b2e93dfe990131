import ArgumentParser
import ExportPipeline

/// `chatexport formats`: prints the supported formats.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "List the supported formats and how much of each is shown.")

  func run() throws { try Console.result(FormatList.text) }
}
