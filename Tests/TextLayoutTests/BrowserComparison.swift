import FoundationEssentials
import Frames
import Glibc
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// Writes what the engine makes of the strings, for `Tests/Browser/text/test_parity.py`, which sets the environment and
/// measures the same lines in the browsers.
///
/// The one test that uses the machine's fonts; it asserts nothing about them.
@Suite struct BrowserComparison {
  private static let folder = unsafe getenv("TEXT_COMPARISON").map { unsafe String(cString: $0) }

  private struct Plan: Codable {
    /// A range in UTF-16 with its face, or one emoji.
    struct Run: Codable {
      var end: Int
      var face: Int
      var isEmoji: Bool
      var isTab: Bool
      var isUnkerned: Bool
    }
    var id: Int
    var hash: String
    var script: String
    var language: String
    var text: String
    var isRightToLeft: Bool
    var runs: [Run]
    /// By width.
    var lines: [[ParityStrings.Line]]
    /// The widths of its tabs, by width.
    var tabs: [[Double]]
  }

  @Test("Plans for comparison with a browser", .enabled(if: folder != nil))
  func plans() throws {
    let folder = try #require(Self.folder)
    var strings = try ParityStrings()
    for face in strings.fonts.faces {
      try Data(strings.fonts.subset(of: face)).write(to: URL(filePath: "\(folder)/\(face.id.index).font"))
      print("face \(face.id.index): \(face.sourceName) \(face.postScriptName), \(face.size) bytes")
    }
    print("missing: \(strings.fonts.missing.map { String($0.value, radix: 16) })")
    let plans = strings.samples.map { sample in
      let blocks = ParityStrings.widths.map { strings.block(of: sample, width: $0) }
      let bytes = Array(sample.text.utf8)
      let runs =
        blocks[0].runs.isEmpty ? [TextRun(start: 0, end: Int32(bytes.count), face: .base)] : blocks[0].runs
      return Plan(
        id: sample.id, hash: sample.hash, script: sample.script, language: sample.language, text: sample.text,
        isRightToLeft: blocks[0].direction == .rightToLeft,
        runs: runs.map {
          Plan.Run(
            end: String(decoding: bytes[..<Int($0.end)], as: UTF8.self).utf16.count, face: Int($0.face.index),
            isEmoji: $0.emoji != nil, isTab: $0.tab != nil, isUnkerned: $0.isUnkerned)
        },
        lines: blocks.map { strings.lines(of: $0) }, tabs: blocks.map { $0.runs.compactMap { $0.tab?.px } })
    }
    try strings.faceNames.joined(separator: " ").write(
      toFile: folder + "/faces.txt", atomically: true, encoding: .utf8)
    try JSONEncoder().encode(plans).write(to: URL(filePath: folder + "/plans.json"))
  }
}
