import ExportPipeline

/// The summary printed after an export.
struct Summary {
  /// The lines to print, without a newline at the end.
  let text: String

  /// Creates the summary of a run that took `seconds` and wrote to the folder `output`, or to that file.
  init(_ report: ExportReport, seconds: Double, output: String, isFile: Bool = false) {
    let time = Self.seconds(seconds)
    let isPaper = PaperOptions.isPaper(output)
    // The sheets of a PDF include its cover and index.
    let pages = isPaper ? counted(report.laidOut.pages, "sheet") : counted(report.pageCount, "page")
    var lines = [
      "\(counted(report.messageCount, "message"))\(isFile ? "" : " on \(pages)") in \(time): open "
        + (isPaper || isFile ? output : (output.hasSuffix("/") ? output : output + "/") + "index.html")
    ]
    if report.kept.pages > 0 {
      lines.append(
        "\(counted(report.kept.pages, "unchanged page")) reused, \(counted(report.laidOut.pages, "page")) laid out"
      )
    }
    if report.conversations.count > 1 { lines.append("\(report.conversations.count) conversations") }
    lines += Self.redaction(of: report)
    lines += Self.findings(of: report, isPaper: isPaper)
    text = Console.text(of: lines)
  }

  /// Returns a time in seconds: `0.52 s`.
  static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
  }

  /// Returns a line about the rules of redaction; none if the output is not redacted.
  static func redaction(of report: ExportReport) -> [String] {
    guard let rules = report.redaction else { return [] }
    return [
      rules.isEmpty
        ? "people have invented names"
        : "\(counted(rules.count, "rule")) of redaction applied \(counted(report.ruleMatchCount, "time"))"
    ]
  }

  /// Returns the lines about everything that a run found.
  static func findings(of report: ExportReport, isPaper: Bool = false) -> [String] {
    var lines: [String] = []
    if report.losses > 0 {
      lines.append(
        "\(counted(report.losses, "message part")) could not be shown in full; --report FILE lists them")
      lines += findings(report.findings, counts: report.findingCounts, of: "loss")
    }
    if report.warningCount > 0 {
      lines.append("\(counted(report.warningCount, "warning")); --report FILE lists them")
      lines += findings(report.findings, counts: report.findingCounts, of: "warning")
    }
    return lines + missing(report, isPaper: isPaper)
      + findings(report.findings, counts: report.findingCounts, of: "note")
  }

  /// Returns a line for the characters in no font, and one for such emoji.
  private static func missing(_ report: ExportReport, isPaper: Bool) -> [String] {
    [
      (
        report.charactersWithoutFace, "character",
        isPaper ? "the PDF has boxes for them" : "browsers will use their own fonts for them"
      ),
      (
        report.emojiWithoutPicture, "emoji",
        isPaper ? "the PDF has boxes for them" : "browsers will show their own pictures"
      ),
    ].compactMap { missing, noun, consequence in
      guard !missing.isEmpty else { return nil }
      let count = noun == "emoji" ? "\(missing.count) emoji" : counted(missing.count, noun)
      let first = missing.prefix(shownOfEach).joined(separator: ", ")
      let rest = missing.count > shownOfEach ? ", …" : ""
      return "no installed font has \(count) (\(first)\(rest)); \(consequence)"
    }
  }

  /// The most findings of a code, or characters, that are shown one by one.
  private static let shownOfEach = 3

  /// Returns the findings of a severity with their origins, at most three of each code, then the number of further ones. Equal notes
  /// on several inputs are one line; of what is lost, each position counts.
  static func findings(
    _ findings: [ExportReport.Finding], counts: [String: Int], of severity: String
  ) -> [String] {
    // The lines of each code, and the number of findings in them.
    var shown: [String: (lines: Int, findings: Int)] = [:]
    var lines: [String] = []
    let listed = findings.filter { $0.severity == severity }
    let equal = severity == "note" ? Dictionary(grouping: listed) { [$0.code, $0.message] } : [:]
    var seen: Set<[String]> = []
    for finding in listed {
      let sentence = [finding.code, finding.message]
      guard equal.isEmpty || seen.insert(sentence).inserted,
        shown[finding.code, default: (0, 0)].lines < shownOfEach
      else { continue }
      let count = equal[sentence]?.count ?? 1
      shown[finding.code, default: (0, 0)].lines += 1
      shown[finding.code, default: (0, 0)].findings += count
      let others = count > 1 ? " and \(count - 1) more" : ""
      let origin = finding.place.flatMap { finding.message.contains($0) ? nil : "\($0)\(others): " } ?? ""
      lines.append("\(severity): \(origin)\(finding.message)")
    }
    for (code, (_, represented)) in shown.sorted(by: { $0.key < $1.key }) {
      let left = counts[code, default: 0] - represented
      if left > 0 { lines.append("\(severity): \(left) more like this (\(code))") }
    }
    return lines
  }
}
