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

  @Option(
    help: ArgumentHelp(
      "Only the rows that stand at a height of a page, or between two; in px of the layout.",
      valueName: "top[:bottom]"))
  var at: String?

  @Option(help: ArgumentHelp("The page for --at.", valueName: "n"))
  var page: Int?

  @Flag(
    help:
      "The layout of large screens, where a row’s places count from where its own column lies in the wider one."
  )
  var wide = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let plan = try Inspector(shared.checked(output: ""), wide: wide).plan(
      ofMessage: message, at: place(), asJSON: json)
    Console.result(plan)
  }

  private func place() throws(ExportError) -> Inspector.Place? {
    guard let at else {
      if page != nil { throw .usage("--page says where --at looks; give both, e.g. --page 2 --at 480:900") }
      return nil
    }
    if message != nil { throw .usage("--at and --message exclude each other; give one of them") }
    let parts = at.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    let limit = 100_000_000
    guard parts.count <= 2, let top = parts[0], (0..<limit).contains(top),
      let bottom = parts.count == 2 ? parts[1] : top + 1,
      bottom > top, bottom <= limit
    else { throw .usage("--at is '\(at)'; give a height or two of a page in px, e.g. 480 or 480:900") }
    return Inspector.Place(
      page: try SharedOptions.number(page ?? 1, in: 1...100_000_000, for: "--page"), heights: top..<bottom)
  }
}
