import Foundation
import ICU
import TestSupport
import Testing

/// Names of hosts against IdnaTestV2 of UTS #46, whose columns are for names without transitional mappings.
@Suite struct HostNameTests {
  private static let path = "conformance/idna-17.0/IdnaTestV2.txt"

  private struct Sample {
    var source: String
    var unicode: String
    var unicodeStatus: String
    var ascii: String
    var asciiStatus: String

    init?(_ line: String) {
      let fields = line.prefix { $0 != "#" }.split(separator: ";", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count == 7, let source = Self.unescaped(fields[0]) else { return nil }
      self.source = source == "\"\"" ? "" : source
      guard let unicode = Self.unescaped(fields[1]), let ascii = Self.unescaped(fields[3]) else { return nil }
      self.unicode = unicode.isEmpty ? self.source : unicode == "\"\"" ? "" : unicode
      unicodeStatus = fields[2] == "[]" ? "" : fields[2]
      self.ascii = ascii.isEmpty ? self.unicode : ascii == "\"\"" ? "" : ascii
      asciiStatus = fields[4].isEmpty ? unicodeStatus : fields[4] == "[]" ? "" : fields[4]
    }

    /// `\\uXXXX` and `\\x{XXXX}` as their characters; nil for lone surrogates, which no `String` holds.
    private static func unescaped(_ field: String) -> String? {
      var text = ""
      var rest = Substring(field)
      while let slash = rest.firstIndex(of: "\\") {
        text += rest[..<slash]
        rest = rest[slash...].dropFirst()
        let digits: Substring
        if rest.hasPrefix("x{") {
          digits = rest.dropFirst(2).prefix { $0 != "}" }
          rest = rest[digits.endIndex...].dropFirst()
        } else {
          digits = rest.dropFirst().prefix(4)
          rest = rest[digits.endIndex...]
        }
        guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
        text.unicodeScalars.append(scalar)
      }
      return text + rest
    }
  }

  @Test(
    "IdnaTestV2: names resolve as listed, and invalid ones are refused",
    .enabled(if: OutsideData.has(path)))
  func idna() throws {
    var (count, different) = (0, [String: [String]]())
    for line in try OutsideData.lines(Self.path) where !line.hasPrefix("#") {
      guard let sample = Sample(line), !sample.source.isEmpty else { continue }
      count += 1
      let ascii = HostNames.ascii(sample.source)
      let read = HostNames.unicode(sample.source)
      let expected = sample.asciiStatus.isEmpty ? sample.ascii : nil
      let agrees =
        ascii == expected
        && (read.isValid == sample.unicodeStatus.isEmpty)
        && (!read.isValid || read.name.unicodeScalars.elementsEqual(sample.unicode.unicodeScalars))
      guard !agrees else { continue }
      let codes = sample.source.unicodeScalars.prefix(24).map { String($0.value, radix: 16, uppercase: true) }
      different[reason(sample, ascii), default: []].append(
        "\(codes.joined(separator: " ")) → \(ascii ?? "refused"), expected \(expected ?? sample.asciiStatus)")
    }
    let total = different.values.reduce(0) { $0 + $1.count }
    var report = "IdnaTestV2 17.0: \(count) names, \(total) differ\n"
    for (reason, lines) in different.sorted(by: { $0.key < $1.key }) {
      report += "\n# \(reason): \(lines.count)\n" + lines.joined(separator: "\n") + "\n"
    }
    print(report.prefix { $0 != "\n" })
    #expect(different["unexplained"] == nil)
    expectGolden(report, named: "IdnaTestV2-17.0.txt")
  }

  /// Why ICU 72, which implements Unicode 15.0, decides otherwise.
  private func reason(_ sample: Sample, _ ascii: String?) -> String {
    if sample.source.unicodeScalars.contains(where: { $0.isUnassigned }) {
      return "characters of Unicode 15.1 to 17.0"
    }
    let scalars = Set(sample.source.unicodeScalars.map(\.value))
    if sample.asciiStatus == "[A4_2]", ascii?.hasSuffix(".") == true {
      return "a dot at the end is the root's, and stays"
    }
    if scalars.contains(0x1E9E) { return "UTS #46 of Unicode 15.1: capital sharp s is one letter" }
    let decomposed = sample.unicode.decomposedStringWithCanonicalMapping.unicodeScalars
    if ascii == nil, decomposed.contains("\u{338}") {
      return "UTS #46 of Unicode 15.1: ≠ ≮ ≯ are allowed in names"
    }
    if ascii == nil, sample.asciiStatus.isEmpty || sample.unicodeStatus.isEmpty {
      return "refused by the tables of ICU 72, allowed by those of 17.0"
    }
    return "unexplained"
  }

  @Test(
    "A name that may be taken for another one is deceptive",
    arguments: [
      ("pаypal.com", true), ("аррӏе.com", true), ("xn--80ak6aa92e.com", true), ("gοοgle.com", true),
      ("münchen.de", false), ("пример.рф", false), ("ёлка.com", false), ("日本語カナabc.jp", false),
      ("한국.kr", false), ("مثال.السعودية", false), ("example.com", false), ("", false),
      (String(repeating: "а", count: 5_000) + ".com", false),
    ])
  func deceptive(name: String, isDeceptive: Bool) {
    #expect(HostNames.isDeceptive(name) == isDeceptive)
  }

  @Test(
    "Names become what is resolved, or nothing",
    arguments: [
      ("faß.de", "xn--fa-hia.de"), ("BÜCHER.example", "xn--bcher-kva.example"), ("a..b", nil), ("", nil),
      ("xn--0", nil), ("a\u{200D}b.com", nil), ("日本。jp", "xn--wgv71a.jp"), ("℀.com", nil),
      (String(repeating: "ä", count: 2_000), nil),
    ])
  func ascii(name: String, resolved: String?) {
    #expect(HostNames.ascii(name) == resolved)
  }
}
