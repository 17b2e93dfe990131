import ExportPipeline

/// The summary printed after an export.
struct Summary {
  /// The lines to print, without a newline at the end.
  let text: String

  /// Creates the summary of a run that took `seconds` and wrote to the folder `output`.
  init(_ report: ExportReport, seconds: Double, output: String) {
    let tenths = Int((seconds * 100).rounded())
    let time = "\(tenths / 100).\(tenths % 100 < 10 ? "0" : "")\(tenths % 100) s"
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
    if report.losses > 0 {
      lines.append(
        "\(counted(report.losses, "message part")) could not be shown in full; --report FILE lists them")
    }
    if report.warningCount > 0 {
      lines.append("\(counted(report.warningCount, "warning")); --report FILE lists them")
    }
    if !report.charactersWithoutFace.isEmpty {
      let characters = counted(report.charactersWithoutFace.count, "character")
      lines.append("no installed font has \(characters); browsers will use their own fonts for them")
    }
    lines += Self.notes(report)
    text = lines.joined(separator: "\n")
  }

  /// Returns the notes, at most three of each code, then the number of further ones.
  private static func notes(_ report: ExportReport) -> [String] {
    var shown: [String: Int] = [:]
    var lines: [String] = []
    for finding in report.findings where finding.severity == "note" {
      shown[finding.code, default: 0] += 1
      if shown[finding.code, default: 0] <= 3 { lines.append("note: \(finding.message)") }
    }
    for (code, _) in shown.sorted(by: { $0.key < $1.key }) {
      let left = report.findingCounts[code, default: 0] - 3
      if left > 0 { lines.append("note: \(left) more like this (\(code))") }
    }
    return lines
  }
}
