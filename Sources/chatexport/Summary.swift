import ExportPipeline

/// The closing summary of an export.
struct Summary {
  let text: String

  init(_ report: ExportReport, seconds: Double, output: String) {
    let tenths = Int((seconds * 100).rounded())
    let time = "\(tenths / 100).\(tenths % 100 < 10 ? "0" : "")\(tenths % 100) s"
    var lines = [
      "\(counted(report.messageCount, "message")) on \(counted(report.pageCount, "page")) in \(time): open "
        + (output.hasSuffix("/") ? output : output + "/") + "index.html"
    ]
    if report.kept.pages > 0 {
      lines.append(
        "\(counted(report.kept.pages, "page")) kept as the site had them, \(report.laidOut.pages) laid out")
    }
    if report.conversations.count > 1 { lines.append("\(report.conversations.count) conversations") }
    if report.losses > 0 {
      lines.append(
        "\(counted(report.losses, "part")) of messages could not be shown in full; --report FILE names them")
    }
    if report.warningCount > 0 {
      lines.append("\(counted(report.warningCount, "warning")); --report FILE names them")
    }
    if !report.charactersWithoutFace.isEmpty {
      let characters = counted(report.charactersWithoutFace.count, "character")
      lines.append("\(characters) without a font here, left to the reader's own")
    }
    lines += Self.notes(report)
    text = lines.joined(separator: "\n")
  }

  /// Notes in full, but of each code only the first few.
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
