import ExportPipeline

/// The closing summary of an export.
struct Summary {
  let text: String

  init(_ report: ExportReport, seconds: Double, output: String) {
    let tenths = Int((seconds * 100).rounded())
    let time = "\(tenths / 100).\(tenths % 100 < 10 ? "0" : "")\(tenths % 100) s"
    var lines = [
      "\(report.messageCount) messages on \(report.pageCount) pages in \(time): open "
        + (output.hasSuffix("/") ? output : output + "/") + "index.html"
    ]
    if report.conversations.count > 1 { lines.append("\(report.conversations.count) conversations") }
    if report.losses > 0 {
      lines.append("\(report.losses) messages are not fully represented; --report FILE lists them")
    }
    if !report.charactersWithoutFace.isEmpty {
      lines.append(
        "\(report.charactersWithoutFace.count) characters have no font here and are left to the reader's own")
    }
    for finding in report.findings where finding.severity == "note" {
      lines.append("note: \(finding.message)")
    }
    text = lines.joined(separator: "\n")
  }
}
