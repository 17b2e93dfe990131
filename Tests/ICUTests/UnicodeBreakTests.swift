import ICU
import TestSupport
import Testing

/// The break tests of the Unicode Character Database, through ``TextBoundaries``.
///
/// ICU 72 implements Unicode 15.0. The goldens list every line of the tests that differs, under its reason: a rule of
/// CLDR or CSS that is meant, or for Unicode 17.0 one that is newer than ICU 72. What Chromium already does of those
/// newer rules is in `ICUBreakQuery`.
@Suite struct UnicodeBreakTests {
  /// One line of a test: the characters, and the UTF-16 offsets from the start at which a boundary is.
  private struct Sample {
    var text: [UInt16] = []
    var scalars: [UInt32] = []
    var boundaries: [Int32] = []
    var line: String

    /// `÷ 0023 × 0308 ÷\t#  …`
    init?(_ line: String) {
      guard let end = line.utf8.firstIndex(of: 0x09), !line.utf8.starts(with: "#".utf8) else { return nil }
      self.line = String(line[..<end])
      for token in line.utf8[..<end].split(separator: 0x20).map(Substring.init) {
        if token == "÷" {
          if !text.isEmpty { boundaries.append(Int32(text.count)) }
        } else if token != "×" {
          guard let value = UInt32(token, radix: 16) else { return nil }
          scalars.append(value)
          // Surrogates by themselves are in the tests too.
          let lone = [UInt16(truncatingIfNeeded: value)]
          text.append(contentsOf: Unicode.Scalar(value).map { Array($0.utf16) } ?? lone)
        }
      }
      if text.isEmpty { return nil }
    }
  }

  /// The number of lines of a test, and those that differ with the boundaries found.
  private func differences(
    _ kind: TextBoundaries.Kind, _ path: String
  ) throws -> (count: Int, different: [(sample: Sample, found: [Int32])]) {
    let iterator = TextBoundaries(kind, locale: "")
    var found: [Int32] = []
    var count = 0
    var different: [(Sample, [Int32])] = []
    for line in try OutsideData.lines(path) {
      guard let sample = Sample(line) else { continue }
      count += 1
      iterator.find(in: sample.text, into: &found)
      if found != sample.boundaries { different.append((sample, found)) }
    }
    return (count, different)
  }

  private enum Version: String, CaseIterable {
    case debian = "unicode-15.0-debian/auxiliary"
    case current = "unicode-17.0"

    func path(_ name: String) -> String { "conformance/\(rawValue)/\(name).txt" }
    var number: String { self == .debian ? "15.0" : "17.0" }
  }

  private static var versions: [Version] {
    Version.allCases.filter { OutsideData.has($0.path("LineBreakTest")) }
  }

  @Test("GraphemeBreakTest", arguments: versions)
  private func graphemes(version: Version) throws {
    try compare(.grapheme, "GraphemeBreakTest", version) { _ in
      version == .debian ? nil : "GB9c and properties of Unicode 15.1 to 17.0"
    }
  }

  @Test("WordBreakTest", arguments: versions)
  private func words(version: Version) throws {
    try compare(.word, "WordBreakTest", version) { scalars in
      if scalars.contains(0x3A) { return "CLDR: a colon ends a word, but for Finnish and Swedish" }
      return version == .debian ? nil : "properties of Unicode 15.1 to 17.0"
    }
  }

  /// Small kana and the prolonged sound mark: the class CJ, as far as the tests use it.
  private static let smallKana = Set("ぁぃぅぇぉっゃゅょァィゥェォッャュョー")

  @Test("LineBreakTest", arguments: versions)
  private func lines(version: Version) throws {
    try compare(.line, "LineBreakTest", version) { scalars in
      let set = Set(scalars)
      let isKana = scalars.contains { Self.smallKana.contains(Character(Unicode.Scalar($0) ?? " ")) }
      if isKana { return "CSS line-break: normal: small kana and the prolonged sound mark may start a line" }
      if set.isSuperset(of: [0x2E]) || set.isSuperset(of: [0x2C, 0x30]) {
        return "LB25 as ICU reads it: a number keeps a point or comma before it"
      }
      if scalars.first == 0x2D, version == .debian { return "LB20a of Unicode 16, which ICU 72 has already" }
      guard version == .current else { return nil }
      if !set.isDisjoint(with: [0xAB, 0xBB, 0x2018, 0x2019, 0x201C, 0x201D]) {
        return "LB15a, LB15b, LB19a: quotes, Unicode 15.1 and 16"
      }
      if !set.isDisjoint(with: [0x5BE, 0x2D]) { return "LB20a, LB21a: hyphens in Hebrew, Unicode 16 and 17" }
      let aksaras: [ClosedRange<UInt32>] = [0x1B00...0x1B7F, 0x1BC0...0x1BFF, 0x11000...0x11FFF]
      if scalars.contains(where: { scalar in aksaras.contains { $0.contains(scalar) } }) {
        return "LB28a: aksaras of Balinese, Batak and others, Unicode 15.1"
      }
      return "properties of Unicode 15.1 to 17.0"
    }
  }

  /// Compares the lines that differ, each under its reason, with a golden; a line without a reason fails.
  private func compare(
    _ kind: TextBoundaries.Kind, _ name: String, _ version: Version, reason: ([UInt32]) -> String?
  ) throws {
    let (count, different) = try differences(kind, version.path(name))
    var byReason: [String: [String]] = [:]
    for (sample, found) in different {
      guard let reason = reason(sample.scalars) else {
        Issue.record("\(name) \(version.number): \(sample.line) found \(found)")
        continue
      }
      byReason[reason, default: []].append("\(sample.line) → \(found)")
    }
    var text = "\(name) \(version.number): \(count) lines, \(different.count) differ\n"
    for (reason, lines) in byReason.sorted(by: { $0.key < $1.key }) {
      text += "\n# \(reason): \(lines.count)\n" + lines.joined(separator: "\n") + "\n"
    }
    expectGolden(text, named: "\(name)-\(version.number).txt")
  }
}
