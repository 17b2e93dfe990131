import FoundationEssentials
import Frames
import Glibc
import TestSupport
import Testing

@testable import TextLayout

/// Writes what the engine makes of many strings, for `Tools/compare-with-chromium.py`, which sets the environment.
///
/// The one test that uses the machine's fonts; it asserts nothing about them.
@Suite struct BrowserComparison {
  private static let folder = unsafe getenv("TEXT_COMPARISON").map { unsafe String(cString: $0) }

  private struct Sample: Codable {
    var id: Int
    var script: String
    var text: String
  }
  private struct Plan: Codable {
    struct Run: Codable {
      var text: String
      var face: Int
      var isEmoji: Bool
    }
    struct Line: Codable {
      /// In UTF-16 units, as scripts count.
      var end: Int
      var content: String
      var runs: [Run]
      var width: Int32
    }
    var id: Int
    var script: String
    var isRightToLeft: Bool
    var runs: [Run]
    var lines: [Line]
  }

  @Test("Plans for comparison with a browser", .enabled(if: folder != nil))
  func plans() throws {
    let folder = try #require(Self.folder)
    let samples = try JSONDecoder().decode(
      [Sample].self, from: Data(contentsOf: URL(filePath: folder + "/strings.json")))
    let fonts = try RealFonts.fonts(for: samples.map(\.text), folders: FontCatalog.systemFolders)
    for face in fonts.faces {
      try Data(face.subset).write(to: URL(filePath: "\(folder)/\(face.id.index).font"))
      print("face \(face.id.index): \(face.sourceName) \(face.postScriptName), \(face.subset.count) bytes")
    }
    print("missing: \(fonts.missing.map { String($0.value, radix: 16) })")
    let languages = [
      "ja": "ja", "jamix": "ja", "ko": "ko", "thai": "th", "khmer": "km", "myanmar": "my", "zhtw": "zh-Hant",
    ]
    var layouters: [String: TextLayouter] = [:]
    var plans: [Plan] = []
    for sample in samples {
      let language = languages[sample.script] ?? "en"
      let layouter = layouters[language] ?? TextLayouter(fonts: fonts, locale: language)
      layouters[language] = layouter
      let block = layouter.layOut(
        sample.text, marks: [], role: .body, style: RealFonts.style, maxWidth: 300,
        options: LineOptions(balance: false, breakURLs: false)
      ).block
      plans.append(plan(sample, block))
    }
    try JSONEncoder().encode(plans).write(to: URL(filePath: folder + "/plans.json"))
  }

  private func plan(_ sample: Sample, _ block: TextBlock) -> Plan {
    let bytes = Array(block.text.utf8)
    let whole = TextRun(start: 0, end: Int32(bytes.count), face: .base)
    let runs = block.runs.isEmpty ? [whole] : block.runs
    func cut(_ start: Int32, _ end: Int32) -> [Plan.Run] {
      runs.compactMap { run in
        let (from, to) = (max(run.start, start), min(run.end, end))
        guard from < to else { return nil }
        return Plan.Run(
          text: String(decoding: bytes[Int(from)..<Int(to)], as: UTF8.self), face: Int(run.face.index),
          isEmoji: run.emoji >= 0)
      }
    }
    let lines = block.lines.map { line in
      var end = Int(line.end)
      while end > Int(line.start), bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
      return Plan.Line(
        end: String(decoding: bytes[..<Int(line.end)], as: UTF8.self).utf16.count,
        content: String(decoding: bytes[Int(line.start)..<end], as: UTF8.self),
        runs: cut(line.start, Int32(end)), width: line.width.raw)
    }
    return Plan(
      id: sample.id, script: sample.script, isRightToLeft: block.direction == .rightToLeft,
      runs: cut(0, Int32(bytes.count)), lines: lines)
  }
}
