import ArgumentParser
import ExportPipeline
import ICU
import ImportKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options that `export`, `check` and `inspect` share.
///
/// Defaults come from `ExportOptions`; nothing is written twice.
struct SharedOptions: ParsableArguments {
  @Argument(
    help:
      "Files, folders or zip archives to read; - reads standard input. The format is detected from the content.",
    completion: .file())
  var inputs: [String] = []

  @OptionGroup(title: UsualOptions.title) var usual: UsualOptions

  @Option(
    help: ArgumentHelp(
      "Names for phone numbers, addresses and ids: a vCard file, or lines of 'id,name' (may be repeated).",
      valueName: "file"),
    completion: .file())
  var alias: [String] = []

  @OptionGroup var mapping: MapOption

  @Option(
    help: ArgumentHelp(
      "The order of dates in text exports: dmy, mdy or ymd (default: inferred from all dates of a file).",
      valueName: "order"),
    completion: .list(DateOrder.allCases.map(\.rawValue)))
  var dateOrder: String?

  @Option(
    help: ArgumentHelp(
      "Two conversations that are one, by their titles or the paths of their inputs (may be repeated).",
      valueName: "name=name"))
  var join: [String] = []

  @Flag(help: "Keep the order of the input instead of sorting messages by time, as after a clock was wrong.")
  var keepOrder = false

  @Option(
    help: ArgumentHelp(
      "The encoding of text that is not UTF-8, such as windows-1251 (default: detected).", valueName: "name"))
  var charset: String?

  @Option(help: ArgumentHelp("Number of messages per page.", valueName: "n"))
  var pageSize = SharedOptions.defaults.pageSize

  @Option(
    help: ArgumentHelp("Width of the message column in CSS px (default: set by the theme).", valueName: "px"))
  var width: Int?

  @Option(
    help: ArgumentHelp("A folder of fonts to use instead of the system's.", valueName: "dir"),
    completion: .directory)
  var fonts: String?

  @Option(help: ArgumentHelp("Export only messages from this participant.", valueName: "name|id"))
  var participant: String?

  /// Throws if there is no input, for commands that need one.
  ///
  /// The parser treats this like other wrong usage, so that an input may be named like a command.
  func checkInputs() throws {
    guard !inputs.isEmpty else {
      throw ValidationError("Missing expected argument '<inputs> ...'")
    }
  }

  static let defaults = ExportOptions(inputs: [], output: "")

  /// Returns the options for the pipeline, with numbers and dates checked.
  ///
  /// - Throws: ``ExportError/usage(_:)`` if a value is out of range or not a date.
  func checked(output: String) throws(ExportError) -> ExportOptions {
    if let quoted = QuotedValue(missing: inputs, in: CommandLine.arguments) {
      throw .usage(
        "there is no file '\(quoted.input)'; a name with spaces needs quotes: \(quoted.option) '\(quoted.value)'"
      )
    }
    var options = ExportOptions(inputs: inputs, output: output)
    options.me = usual.me
    options.aliases = alias
    options.timeZone = usual.timeZone
    options.locale = usual.locale.map(Self.languageTag)
    options.environmentLocale = Self.environmentLocale
    options.dateOrder = try dateOrder.map { text throws(ExportError) in
      guard let order = DateOrder(rawValue: text) else {
        throw .usage("--date-order is '\(text)'; give dmy, mdy or ymd")
      }
      return order
    }
    options.keepsOrder = keepOrder
    options.joins = try join.map { pair throws(ExportError) in
      guard pair.contains("="), !pair.hasPrefix("="), !pair.hasSuffix("=") else {
        throw .usage("--join is '\(pair)'; give two names with = between them")
      }
      return pair
    }
    options.charset = try charset.map { name throws(ExportError) in
      guard Charset.isKnown(name) else {
        throw .usage(
          "--charset is '\(name)', which is not a known encoding; give a name such as windows-1251 or koi8-r")
      }
      return name
    }
    try mapping.set(&options)
    options.pageSize = try Self.number(pageSize, in: 1...100_000, for: "--page-size")
    options.width = try width.map { width throws(ExportError) in
      try Self.number(width, in: 240...2_000, for: "--width")
    }
    options.theme = usual.theme
    options.fonts = fonts
    options.from = try usual.from.map { text throws(ExportError) in try Self.date(text, for: "--from") }
    options.to = try usual.to.map { text throws(ExportError) in try Self.date(text, for: "--to") }
    options.participant = participant
    return options
  }

  /// The environment's locale for dates and times (POSIX.1-2024 §8.2), as a BCP 47 tag; nil if there is none.
  private static var environmentLocale: String? {
    let variables = ProcessInfo.processInfo.environment
    return ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
      .map(languageTag)
  }

  /// Returns a BCP 47 tag for a locale in POSIX notation: `de-DE` for `de_DE.UTF-8`.
  private static func languageTag(_ locale: String) -> String {
    String(locale.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
  }

  /// Returns `value` if it is in `range`.
  ///
  /// - Throws: ``ExportError/usage(_:)`` that names the option and the range otherwise.
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
    else { throw .usage("\(name) is '\(text)'; write the date as YYYY-MM-DD, e.g. 2026-05-01") }
    return date
  }
}
