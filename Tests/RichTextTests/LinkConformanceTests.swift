import Foundation
import Frames
import TestSupport
import Testing

@testable import RichText

/// Links against the test files of others. What differs is listed in goldens, each line under its reason.
@Suite struct LinkConformanceTests {
  private static let uts58 = "conformance/uts58-linkification-17.0/"

  @Test(
    "UTS #58: links are found where LinkDetectionTest has them",
    .enabled(if: OutsideData.has(uts58 + "LinkDetectionTest.txt")))
  func detection() throws {
    var report = Agreement(name: "UTS #58 LinkDetectionTest")
    for line in try OutsideData.lines(Self.uts58 + "LinkDetectionTest.txt")
    where !line.isEmpty && !line.hasPrefix("#") {
      let text = String(line.filter { $0 != "⸠" && $0 != "⸡" })
      let found = LinkDetectorTests.marked(text, names: false)
      report.add(line, agrees: found == line, found: found) {
        // `今天好。我爱你` is two sentences, though 我爱你 is a top-level domain.
        line.contains("。") ? "an ideographic full stop ends a sentence, not a label" : "unexplained"
      }
    }
    report.expectGolden(named: "LinkDetectionTest.txt")
  }

  @Test(
    "UTS #58: addresses are written as LinkFormattingTest writes them, and found again",
    .enabled(if: OutsideData.has(uts58 + "LinkFormattingTest.txt")))
  func formatting() throws {
    var report = Agreement(name: "UTS #58 LinkFormattingTest")
    // The lines above the last of a block are the address with more escapes, in which a `#` of a step cannot be told from
    // a delimiter; the comment above them names the parts without doubt.
    var parts: [(sign: Character, text: String)] = []
    var expected = ""
    for line in try OutsideData.lines(Self.uts58 + "LinkFormattingTest.txt") + [""] {
      if line.hasPrefix("# {") {
        parts = Self.parts(of: line)
      } else if line.isEmpty, !parts.isEmpty, !expected.isEmpty {
        let found = Self.address(of: parts)
        // The file's selected lines escape it, and detection leaves it outside.
        let endsSoftly = expected.unicodeScalars.last.map { LinkEndProperty.of($0.value) == .soft } ?? false
        let reason =
          endsSoftly ? "lines from Wikipedia whose last character is soft, and not escaped" : "unexplained"
        report.add(expected, agrees: found == expected, found: found) { reason }
        let again = LinkDetectorTests.marked("see \(expected) there", names: false)
        report.add("found again: \(expected)", agrees: again == "see ⸠\(expected)⸡ there", found: again) {
          reason
        }
        (parts, expected) = ([], "")
      } else if !line.hasPrefix("#") {
        expected = line
      }
    }
    report.expectGolden(named: "LinkFormattingTest.txt")
  }

  /// `# {𝑺=https:// 𝑯=example.com 𝑷=α 𝑸=θ 𝑽=ικλ}` as its parts.
  private static func parts(of comment: String) -> [(sign: Character, text: String)] {
    var parts: [(sign: Character, text: String)] = []
    var rest = comment.dropFirst(3).dropLast()
    while let sign = rest.first, rest.dropFirst().first == "=" {
      rest = rest.dropFirst(2)
      var end = rest.endIndex
      for index in rest.indices where rest[index] == " " {
        let next = rest[index...].dropFirst()
        if let first = next.first, "𝑺𝑯𝑷𝑸𝑽𝑭𝑫".contains(first), next.dropFirst().first == "=" {
          end = index
          break
        }
      }
      parts.append((sign, String(rest[..<end])))
      rest = rest[end...].dropFirst()
    }
    return parts
  }

  private static func address(of parts: [(sign: Character, text: String)]) -> String {
    var (origin, path, fragment) = ("", [String](), String?.none)
    var query: [(key: String, value: String?)] = []
    for (sign, text) in parts {
      switch sign {
      case "𝑺", "𝑯": origin += text
      case "𝑷": path.append(text)
      case "𝑸": query.append((text, nil))
      case "𝑽": query[query.count - 1].value = text
      default: fragment = text
      }
    }
    return DisplayURL.text(origin: origin, path: path, query: query, fragment: fragment)
  }

  @Test(
    "A whole address becomes readable, and what an escape means stays",
    arguments: [
      (
        "https://ja.wikipedia.org/wiki/%E6%9D%B1%E4%BA%AC?a=%26b%2B#%C3%BC",
        "https://ja.wikipedia.org/wiki/東京?a=%26b%2B#ü"
      ),
      ("https://example.org/%41%7Eb%20c/%2F%FF", "https://example.org/A~b%20c/%2F%FF"),
      ("https://example.org/a.", "https://example.org/a%2E"),
      ("mailto:a@example.org", "mailto:a@example.org"),
      ("https://example.org", "https://example.org"), ("https://example.org/%", "https://example.org/%"),
    ])
  func readable(address: String, expected: String) {
    #expect(DisplayURL.text(of: address) == expected)
  }

  @Test(
    "twitter-text: what it finds and we do not, and the other way round, has a reason",
    .enabled(if: OutsideData.has("conformance/twitter-text/extract.yml")))
  func twitterText() throws {
    var report = Agreement(name: "twitter-text extract.yml")
    for sample in try TwitterText.samples() {
      let marks = RichText.plain(sample.text).blocks.flatMap { block in
        block.marks.map { (kind: $0.kind, text: block.slice($0)) }
      }
      let found: [String] =
        switch sample.section {
        case "mentions": marks.filter { $0.kind == .mention }.map { String($0.text.dropFirst()) }
        case "hashtags": marks.filter { $0.kind == .hashtag }.map { String($0.text.dropFirst()) }
        default: marks.filter { $0.kind.isWebLink }.map(\.text)
        }
      report.add(
        "\(sample.section): \(sample.text)", agrees: found == sample.expected,
        found: "\(found), twitter-text \(sample.expected)"
      ) { TwitterText.reason(sample, found: found) }
    }
    report.expectGolden(named: "twitter-text.txt")
  }

  @Test(
    "GFM: autolinks of the extension's tests are ours, but for classes that are meant",
    .enabled(if: OutsideData.has("conformance/cmark-gfm/extensions.txt")))
  func gfmAutolinks() throws {
    var report = Agreement(name: "GFM autolinks")
    let examples =
      try GFMExamples.all("extensions.txt", section: "Autolinks")
      + GFMExamples.all("spec.txt", section: "Autolinks (extension)")
    for example in examples where !example.html.contains("<IGNORE>") {
      let expected = GFMExamples.links(in: example.html)
      let found = RichText.markdown(example.markdown).blocks.flatMap { block in
        block.marks.compactMap { mark -> String? in
          if case .link(let href) = mark.kind { href } else { nil }
        }
      }
      for link in expected + found.filter({ !expected.contains($0) }) {
        report.add(
          link, agrees: expected.contains(link) && found.contains(link),
          found: found.contains(link) ? "ours only" : "theirs only"
        ) { GFMExamples.reason(link, isOurs: found.contains(link)) }
      }
    }
    report.expectGolden(named: "gfm-autolinks.txt")
  }
}

/// Counts what agrees, and keeps what does not under its reason.
struct Agreement {
  var name: String
  private var count = 0
  private var different: [String: [String]] = [:]

  init(name: String) { self.name = name }

  mutating func add(_ sample: String, agrees: Bool, found: String, reason: () -> String) {
    count += 1
    if !agrees { different[reason(), default: []].append("\(sample) → \(found)".replacing("\n", with: "⏎")) }
  }

  /// Holds the differences to those of the golden; none may be unexplained.
  func expectGolden(named name: String, filePath: String = #filePath) {
    let total = different.values.reduce(0) { $0 + $1.count }
    var text = "\(self.name): \(count) compared, \(total) differ\n"
    for (reason, lines) in different.sorted(by: { $0.key < $1.key }) {
      text += "\n# \(reason): \(lines.count)\n" + lines.joined(separator: "\n") + "\n"
    }
    print(text.prefix { $0 != "\n" })
    #expect(different["unexplained"] == nil, "\(different["unexplained"] ?? [])")
    TestSupport.expectGolden(text, named: name, filePath: filePath)
  }
}

extension RichBlock {
  fileprivate func slice(_ mark: TextMark) -> String {
    String(decoding: Array(text.utf8)[Int(mark.start)..<Int(mark.end)], as: UTF8.self)
  }
}

extension TextMark.Kind {
  fileprivate var isWebLink: Bool {
    if case .link(let href) = self { href.lowercased().hasPrefix("http") } else { false }
  }
}
