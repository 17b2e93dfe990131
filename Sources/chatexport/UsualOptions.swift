import ArgumentParser
import ExportPipeline

/// The options that most exports need; help shows them before the others.
struct UsualOptions: ParsableArguments {
  /// Their heading in the help, also for `--out`.
  static let title = "Usual options"
  /// The languages of the files in `Public/phrases`.
  private static let languages = [
    "ar", "de", "en", "es", "fa", "fr", "he", "hi", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr",
    "uk", "ur", "vi",
    "zh-Hans", "zh-Hant",
  ]
  /// The names of the files in `Public/themes`.
  private static let themes = ["standard", "slate", "paper", "dense"]

  @Option(help: ArgumentHelp("Show this participant's messages on the right.", valueName: "name|id"))
  var me: String?

  @Option(
    help: ArgumentHelp(
      "The time zone of displayed dates and times, and of times in the input that have none.",
      valueName: "IANA"))
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "The language of dates and page text: \(languages.dropLast().joined(separator: ", ")) or \(languages.last ?? ""); ja-u-lw-phrase breaks Japanese lines only between phrases.",
      valueName: "BCP47"),
    completion: .list(languages))
  var locale: String?

  @Option(
    help: ArgumentHelp(
      "The look: \(themes.joined(separator: ", ")), or a theme file (see 'chatexport help themes'; default: dense for IRC, Slack, Discord and Mattermost, else standard).",
      valueName: "name|file"),
    completion: .list(themes))
  var theme: String?

  @Option(help: ArgumentHelp("The first day to export, as YYYY-MM-DD.", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The last day to export, as YYYY-MM-DD.", valueName: "date"))
  var to: String?
}

/// The folder of the site or the file of a PDF.
struct OutputOption: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("out"), .customLong("output")],
    help: ArgumentHelp("The folder to write the site to.", valueName: "dir"), completion: .directory)
  var out: String?

  /// Throws if the option is not given, for commands that need it, as the parser would.
  func check() throws {
    guard out != nil else { throw ValidationError("Missing expected argument '--out <dir>'") }
  }

  /// Throws if the path of an output is `-`, by which users mean standard output.
  static func check(_ option: String, _ path: String) throws(ExportError) {
    guard path != "-" else {
      throw .usage(
        "\(option) is '-', and only 'chatexport convert' writes to standard output; name a file or folder (./- is one called -)"
      )
    }
  }

  /// The path; empty if the option is not given.
  var path: String { out ?? "" }
}
