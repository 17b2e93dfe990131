import ExportPipeline

/// The summary printed after an export.
struct Summary {
  /// The lines to print, without a newline at the end.
  let text: String

  /// Creates the summary of a run that took `seconds` and wrote to the folder `output`.
  init(_ report: ExportReport, seconds: Double, output: String) {
    let time = Self.seconds(seconds)
    var lines = [
      "\(counted(report.messageCount, "message")) on \(counted(report.pageCount, "page")) in \(time): open "
        + (output.hasSuffix("/") ? output : output + "/") + "index.html"
    ]
    if report.kept.pages > 0 {
      lines.append(
        "\(counted(report.kept.pages, "unchanged page")) reused, \(counted(report.laidOut.pages, "page")) laid out"
      )
    }
    if report.conversations.count > 1 { lines.append("\(report.conversations.count) conversations") }
    lines += Self.findings(of: report)
    text = Console.text(of: lines)
  }

  /// Returns a time in seconds: `0.52 s`.
  static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
  }

  /// Returns the lines about everything that a run found.
  static func findings(of report: ExportReport) -> [String] {
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
    return lines + missing(report) + findings(report.findings, counts: report.findingCounts, of: "note")
  }

  /// Returns a line for the characters in no font, and one for such emoji.
  private static func missing(_ report: ExportReport) -> [String] {
    [
      (report.charactersWithoutFace, "character", "browsers will use their own fonts for them"),
      (report.emojiWithoutPicture, "emoji", "browsers will show their own pictures"),
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

  /// Returns the findings of a severity with their origins, at most three of each code, then the number of further ones.
  static func findings(
    _ findings: [ExportReport.Finding], counts: [String: Int], of severity: String
  ) -> [String] {
    var shown: [String: Int] = [:]
    var lines: [String] = []
    for finding in findings where finding.severity == severity {
      shown[finding.code, default: 0] += 1
      guard shown[finding.code, default: 0] <= shownOfEach else { continue }
      let origin = finding.place.flatMap { finding.message.contains($0) ? nil : "\($0): " } ?? ""
      lines.append("\(severity): \(origin)\(finding.message)")
    }
    for (code, _) in shown.sorted(by: { $0.key < $1.key }) {
      let left = counts[code, default: 0] - shownOfEach
      if left > 0 { lines.append("\(severity): \(left) more like this (\(code))") }
    }
    return lines
  }
}
