import ArgumentParser
import ExportPipeline

/// `chatexport formats`: what can be read.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Lists the formats that can be read, and what of each is represented.")

  func run() throws { Console.result(FormatList.text) }
}
