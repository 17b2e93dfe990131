import ArgumentParser
import ExportPipeline

/// `chatexport inspect`: prints the layout plan of a conversation.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the layout plan: rows, frames, lines, and why each line ends where it does.")

  @OptionGroup var shared: SharedOptions

  @Option(help: ArgumentHelp("Print only the message with this id and explain its layout.", valueName: "id"))
  var message: String?

  @Option(
    help: ArgumentHelp(
      "Print only the rows at this height of a page, or between two heights, in px of the layout.",
      valueName: "top[:bottom]"))
  var at: String?

  @Option(help: ArgumentHelp("The page that --at refers to (default: 1).", valueName: "n"))
  var page: Int?

  @Flag(
    help:
      "Print the layout for large screens; coordinates are relative to the row's narrow column inside the wide one."
  )
  var wide = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    try shared.checkInputs()
  }

  func run() throws {
    let plan = try Inspector(shared.checked(output: ""), wide: wide).plan(
      ofMessage: message, at: heights(), asJSON: json)
    try Console.result(plan)
  }

  /// Returns the heights that `--at` and `--page` select, or nil without `--at`.
  private func heights() throws(ExportError) -> Inspector.Heights? {
    guard let at else {
      if page != nil { throw .usage("--page needs --at, e.g. --page 2 --at 480:900") }
      return nil
    }
    if message != nil { throw .usage("--at and --message cannot be used together") }
    let parts = at.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    let limit = 100_000_000
    guard parts.count <= 2, let top = parts[0], (0..<limit).contains(top),
      let bottom = parts.count == 2 ? parts[1] : top + 1,
      bottom > top, bottom <= limit
    else { throw .usage("--at is '\(at)'; give one or two heights in px, e.g. 480 or 480:900") }
    return Inspector.Heights(
      page: try SharedOptions.number(page ?? 1, in: 1...100_000_000, for: "--page"), range: top..<bottom)
  }
}
