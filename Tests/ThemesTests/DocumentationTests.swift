import BubbleLayout
import Foundation
import Frames
import SiteWriter
import TestSupport
import Testing
import Themes

/// `docs/themes.md` lists every key with its range, default and meaning; `GOLDEN=accept` writes the tables anew.
@Suite struct DocumentationTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/themes.md")

  @Test("The tables of docs/themes.md are those of the code; GOLDEN=accept writes them")
  func tables() throws {
    let standard = try Reading.library().look("standard")
    var text = try String(contentsOf: Self.file, encoding: .utf8)
    let found = text
    for (name, table) in [
      ("metrics", Self.numbers("metrics.", standard)), ("text", Self.numbers("text.", standard)),
      ("colours", Self.colours(standard)),
    ] {
      let start = try #require(text.range(of: "<!-- \(name) -->\n"), "no place for the table of \(name)")
      let end = try #require(text.range(of: "<!-- end -->", range: start.upperBound..<text.endIndex))
      text.replaceSubrange(start.upperBound..<end.lowerBound, with: table)
    }
    if environment("GOLDEN") == "accept" {
      try Data(text.utf8).write(to: Self.file)
    } else if text != found {
      Issue.record(
        "docs/themes.md is old; GOLDEN=accept writes it\n\(lineDifference(from: found, to: text).joined(separator: "\n"))"
      )
    }
  }

  @Test("The examples of docs/themes.md are themes")
  func examples() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let examples = text.components(separatedBy: "```json5\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(!examples.isEmpty)
    for example in examples { #expect(try Reading.mistakes(of: ["mine.json": example]) == []) }
  }

  private static func numbers(_ section: String, _ look: Look) -> String {
    var table = "| key | value | standard | meaning |\n|---|---|---|---|\n"
    for key in ThemeKey.all where key.path.hasPrefix(section) {
      table +=
        "| `\(key.path.dropFirst(section.count))` | \(key.expectation) | \(value(of: key, in: look)) | \(key.meaning) |\n"
    }
    return table
  }

  private static func colours(_ look: Look) -> String {
    let modes = ColourMode.allCases
    var table = "| key | meaning | \(modes.map(\.rawValue).joined(separator: " | ")) |\n"
    table += "|---|---\(String(repeating: "|---", count: modes.count))|\n"
    for role in ColourRole.allCases {
      let values = modes.map { look.palette[named: role, in: $0].map { "`\($0.hex)`" } ?? "" }
      table += "| `\(role.rawValue)` | \(role.meaning) | \(values.joined(separator: " | ")) |\n"
    }
    return table
  }

  private static func value(of key: ThemeKey, in look: Look) -> String {
    switch key.value {
    case .length(let path, _, _): plain(look.theme[keyPath: path].px)
    case .share(let path, _): plain(look.theme[keyPath: path])
    case .seconds(let path, _): "\(look.theme[keyPath: path])"
    case .edge(let path): "'\(look.theme[keyPath: path])'"
    case .arrangement(let path): "'\(look.theme[keyPath: path])'"
    case .weight(let role): look.theme.style(role).slot == .bold ? "'bold'" : "'regular'"
    case .colour(let role, let mode): look.palette[named: role, in: mode]?.hex ?? ""
    }
  }

  private static func plain(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
