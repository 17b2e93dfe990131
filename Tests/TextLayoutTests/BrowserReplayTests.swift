import FoundationEssentials
import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// The engine's lines against what Chromium and Firefox made of the same texts when they were last asked.
///
/// `Tests/Browser/text/test_parity.py` asks them and keeps the record; the texts themselves are outside data and stay out
/// of it. The suite needs them and the machine's Noto fonts.
@Suite(.enabled(if: OutsideData.has(ParityStrings.path)), .serialized)
struct BrowserReplayTests {
  /// The browsers' answer about one text at one width.
  private struct Answer {
    /// The offsets at which Chromium ends the lines by itself, all but the last.
    var ends: [Int]
    /// For each of our lines: where it ends, and its width in 1/64 px in Chromium and in 1/60 px in Firefox.
    var lines: [(end: Int, chromium: Int, firefox: Int)]
  }

  /// A text with the answers for each of ``ParityStrings/widths``.
  private struct Entry {
    var hash: String
    var answers: [Answer]
  }

  private static func record() throws -> (faces: [String], entries: [Int: Entry]) {
    let text = String(decoding: try Data(contentsOf: URL(filePath: ParityStrings.record)), as: UTF8.self)
    var faces: [String] = []
    var entries: [Int: Entry] = [:]
    for line in text.split(separator: "\n") {
      if line.hasPrefix("faces ") { faces = line.split(separator: " ").dropFirst().map(String.init) }
      let fields = line.split(separator: "\t")
      guard fields.count == 2 + ParityStrings.widths.count, let id = Int(fields[0]) else { continue }
      let answers = fields.dropFirst(2).map { field in
        let parts = field.split(separator: " ")
        let lines = parts.dropFirst().map { part in
          let numbers = part.split(separator: ":").compactMap { Int($0) }
          return (end: numbers[0], chromium: numbers[1], firefox: numbers[2])
        }
        let ends =
          parts[0] == "="
          ? lines.dropLast().map(\.end) : parts[0].split(separator: ",").compactMap { Int($0) }
        return Answer(ends: ends, lines: lines)
      }
      entries[id] = Entry(hash: String(fields[1]), answers: answers)
    }
    return (faces, entries)
  }

  /// Texts that Chromium breaks elsewhere, all of them, and why.
  private static let otherBreaks: [(reason: String, ids: Set<Int>)] = [
    ("Khmer words by the dictionary of ICU 72, not of ICU 78", [1658, 1672, 1688, 1698, 1700, 1704]),
    (
      "spaces before a URL that is wider than the line stay on its first line, not alone on a line before it",
      [2914, 2966, 2976, 3014, 3020]
    ),
  ]

  /// Texts with a line whose width is more than half a px off in Firefox, all of them, and why.
  private static let otherWidthsInFirefox: [(reason: String, ids: Set<Int>)] = [
    ("Firefox takes a closing bracket and quote after Latin for Latin, not for its partner's script", [2344])
  ]

  private static func reason(_ id: Int, in list: [(reason: String, ids: Set<Int>)]) -> String? {
    list.first { $0.ids.contains(id) }?.reason
  }

  @Test("Widths and breaks, and findings D5: tabs, agree with the browsers', but for listed texts")
  func replay() throws {
    var strings = try ParityStrings()
    let (faces, entries) = try Self.record()
    guard strings.faceNames == faces else {
      // Other fonts have other widths; the browser test on such a machine makes its own comparison.
      print("SKIPPED: the record was made with the faces \(faces); here they are \(strings.faceNames)")
      return
    }
    var lines = 0
    var (near, nearInFirefox, asModelled) = (0, 0, 0)
    var (texts, sameBreaks) = (0, 0)
    for sample in strings.samples {
      let entry = try #require(entries[sample.id])
      try #require(entry.hash == sample.hash, "the strings have changed: record them again")
      for (width, answer) in zip(ParityStrings.widths, entry.answers) {
        let block = strings.block(of: sample, width: width)
        let ours = strings.lines(of: block)
        guard ours.map(\.end) == answer.lines.map(\.end) else {
          Issue.record(
            "text \(sample.id) at \(width) px has other lines than the recorded ones: record again")
          continue
        }
        for (line, browser) in zip(ours, answer.lines) {
          lines += 1
          let off = abs(Int(line.width) - browser.chromium)
          near += off <= 1 ? 1 : 0
          if off > 32 { Issue.record("text \(sample.id) at \(width) px: \(off)/64 px off in Chromium") }
          asModelled += Int(line.firefoxWidth) == browser.firefox ? 1 : 0
          let offInFirefox = abs(Double(line.width) / 64 - Double(browser.firefox) / 60)
          nearInFirefox += offInFirefox <= 0.5 ? 1 : 0
          if offInFirefox > 0.5, Self.reason(sample.id, in: Self.otherWidthsInFirefox) == nil {
            Issue.record("text \(sample.id) at \(width) px: \(offInFirefox) px off in Firefox")
          }
        }
        if width == 0 { continue }
        texts += 1
        sameBreaks += ours.dropLast().map(\.end) == answer.ends ? 1 : 0
        if ours.dropLast().map(\.end) != answer.ends, Self.reason(sample.id, in: Self.otherBreaks) == nil {
          Issue.record("text \(sample.id) at \(width) px: Chromium ends its lines at \(answer.ends)")
        }
        checkRules(sample, width, answer, &strings)
      }
    }
    func share(_ part: Int, _ whole: Int) -> Double { Double(part) / Double(max(1, whole)) }
    print("Chromium: \(near) of \(lines) lines within 1/64 px; \(sameBreaks) of \(texts) texts break alike")
    print("Firefox: \(nearInFirefox) within 0.5 px; \(asModelled) as 1/60 px rounding of glyphs predicts")
    #expect(share(near, lines) >= 0.998)
    #expect(share(nearInFirefox, lines) >= 0.995)
    #expect(share(asModelled, lines) >= 0.99)
    #expect(share(sameBreaks, texts) >= 0.997)
  }

  /// With our own rules on, the first line that ends elsewhere than in Chromium says which rule ended it.
  private func checkRules(
    _ sample: ParityStrings.Sample, _ width: Int, _ answer: Answer, _ strings: inout ParityStrings
  ) {
    if Self.reason(sample.id, in: Self.otherBreaks) != nil { return }
    let block = strings.block(of: sample, width: width, options: .default)
    let ours = strings.lines(of: block)
    let different = zip(ours.dropLast(), answer.ends).first { $0.end != $1 }
    // A line that is balanced by ending at a soft hyphen says `hyphen`.
    if let line = different?.0, !["balance", "url", "number", "hyphen"].contains(line.ending) {
      Issue.record("text \(sample.id) at \(width) px: \(line.ending) at \(line.end), and Chromium elsewhere")
    } else if different == nil, ours.count - 1 != answer.ends.count {
      Issue.record(
        "text \(sample.id) at \(width) px: \(ours.count) lines, in Chromium \(answer.ends.count + 1)")
    }
  }
}
