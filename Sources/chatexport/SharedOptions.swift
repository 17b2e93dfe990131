import ArgumentParser
import ExportPipeline
import ICU

/// What `export` and `inspect` both understand.
struct SharedOptions: ParsableArguments {
  @Argument(
    help: "Files, folders or zips to read, - for standard input; the format is recognised by content.")
  var inputs: [String]

  @Option(help: ArgumentHelp("Whose messages stand on the right.", valueName: "name|id"))
  var me: String?

  @Option(
    help: ArgumentHelp(
      "Zone of times given without one, and of the days and times shown.", valueName: "IANA"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "Language of dates and of the page; ja-u-lw-phrase breaks Japanese between phrases only.",
      valueName: "BCP47"))
  var locale: String?

  @Option(help: ArgumentHelp("Messages on a page.", valueName: "n"))
  var pageSize = 500

  @Option(help: ArgumentHelp("Width of the column in CSS px; default: the theme's, 390.", valueName: "px"))
  var width: Int?

  @Option(
    help: ArgumentHelp(
      "The look: standard, slate, paper, or a theme file (docs/themes.md).", valueName: "name|file"))
  var theme = "standard"

  @Option(help: ArgumentHelp("Fonts to use instead of the system's.", valueName: "dir"))
  var fonts: String?

  @Option(help: ArgumentHelp("First day to export, YYYY-MM-DD.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("Last day to export, YYYY-MM-DD.", valueName: "date"))
  var to: String?

  @Option(help: ArgumentHelp("Only messages of this participant.", valueName: "name|id"))
  var participant: String?

  /// The options as the pipeline wants them.
  func checked(output: String) throws(ExportError) -> ExportOptions {
    var options = ExportOptions(inputs: inputs, output: output)
    options.me = me
    options.timeZone = timeZone
    options.locale = locale
    options.pageSize = try Self.number(pageSize, in: 1...100_000, for: "--page-size")
    options.width = try width.map { width throws(ExportError) in
      try Self.number(width, in: 240...2_000, for: "--width")
    }
    options.theme = theme
    options.fonts = fonts
    options.from = try from.map { text throws(ExportError) in try Self.date(text, for: "--from") }
    options.to = try to.map { text throws(ExportError) in try Self.date(text, for: "--to") }
    options.participant = participant
    return options
  }

  static func number(_ value: Int, in range: ClosedRange<Int>, for name: String) throws(ExportError) -> Int {
    guard range.contains(value) else {
      throw .usage("\(name) is \(value); give a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func date(_ text: String, for name: String) throws(ExportError) -> CivilDate {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      let date = CivilDate(year: year, month: month, day: day)
    else { throw .usage("\(name) is '\(text)'; give a date as YYYY-MM-DD, e.g. 2026-05-01") }
    return date
  }
}
