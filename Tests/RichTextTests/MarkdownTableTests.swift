import ChatModel
import Foundation
import Frames
import RichText
import TestSupport
import Testing

@Suite struct MarkdownTableTests {
  @Test(
    "Tables are read where GFM has them",
    arguments: [
      ("| a | b |\n| - | :-: |\n| c | **d** |", ["table(- center): a | b ⏎ c | {strong|d}"]),
      ("a | b\n:- | -:\nc", ["table(left right): a | b ⏎ c | "]),
      ("> | a | b |\n> |---|---|\n> | c | `d\\|e` |", ["quote > table(- -): a | b ⏎ c | {code|d|e}"]),
      ("- | a |\n  |---|\n  | b |", ["• > table(-): a ⏎ b"]),
      ("1\n2\n| a |\n|---|\n\nafter", ["1⏎2", "table(-): a", "after"]),
      ("| # a | 1. b |\n|---|---|\n| > c | --- |", ["table(- -): # a | 1. b ⏎ > c | ---"]),
      ("| example.com |\n|---|\n| _x_ |", ["table(-): {https://example.com|example.com} ⏎ {em|x}"]),
      ("| a | b |\n| --- |\n| c | d |", ["| a | b |⏎| --- |⏎| c | d |"]), ("a\n-", ["a⏎-"]),
      ("| a |\n|   |", ["| a |⏎|   |"]), ("a || b", ["a || b"]), ("|-|", ["|-|"]),
      ("|-|\n|-|", ["table(-): -"]),
      (
        "| https://pаypal.com |\n|---|",
        ["table(-): {caution xn--pypal-4ve.com|{https://xn--pypal-4ve.com|https://pаypal.com}}"]
      ),
      ("| a | b |\n|---|---|\n| `c|d` | e |", ["table(- -): a | b ⏎ {code|c|d} | e"]),
      ("| **注：**a |\n|---|\n| **（b）**注 |", ["table(-): {strong|注：}a ⏎ {strong|（b）}注"]),
      ("| https://a.example/_b_c |\n|---|", ["table(-): {https://a.example/_b_c|https://a.example/_b_c}"]),
      // Beyond GFM: no cell is dropped, and code is not divided.
      ("|a|b|\n|-|-|\n|c|d|e|| f |", ["table(- -): a | b ⏎ c | d | e | f"]),
      ("|a|b|\n|-|-|\n|`c || d`|e|", ["table(- -): a | b ⏎ {code|c || d} | e"]),
      ("|a|b|\n|-|-|\n|``c ` | d``|e|", ["table(- -): a | b ⏎ {code|c ` | d} | e"]),
      ("|a|b|\n|-|-|\n|c ` | d ` |", ["table(- -): a | b ⏎ c ` | d `"]),
      ("|`a | b`|c|\n|-|-|", ["table(- -): {code|a | b} | c"]),
    ])
  func read(source: String, outline: [String]) {
    #expect(RichText.markdown(source).outline == outline)
  }

  @Test("Nobody's table of thousands of cells is laid out, and hostile ones are read in linear time")
  func hostile() {
    let wide = String(repeating: "|a", count: 5_000) + "\n" + String(repeating: "|-", count: 5_000)
    #expect(RichText.markdown(wide).blocks.map(\.leaf) == [.paragraph])
    let tall = "|a|b|\n|-|-|\n" + String(repeating: "|x|y|\n", count: 5_000)
    #expect(RichText.markdown(tall).blocks.map(\.leaf) == [.paragraph])
    let dashes = String(repeating: "|-|\n", count: 20_000)
    #expect(!RichText.markdown(dashes).blocks.isEmpty)
    let runs = (1...600).map { String(repeating: "`", count: $0) + " " }.joined()
    let ticks = "|a|b|\n|-|-|\n|" + runs + String(repeating: "|x", count: 5_000)
    #expect(RichText.markdown(ticks).blocks.count == 1)
  }

  @Test("A quote of a message with a table has its words in one line")
  func line() {
    let line = RichTextParser().plainLine(
      MessageText("| a | b |\n|---|---|\n| c | d |", markup: .markdown), limit: 50)
    #expect(line == "a b c d")
  }

  @Test(
    "GFM: tables of the specification and of the extensions' tests",
    .enabled(if: OutsideData.has("conformance/cmark-gfm/spec.txt")))
  func gfm() throws {
    var report = Agreement(name: "GFM tables")
    for file in ["spec.txt", "extensions.txt"] {
      for (number, example) in try GFMExamples.all(file, section: "Tables").enumerated() {
        let expected = GFMExamples.cells(in: example.html)
        let found = RichText.markdown(example.markdown).blocks.flatMap { block -> [[String]] in
          guard case .table(let table) = block.leaf else { return [] }
          return table.rows.map { $0.map(\.text) }
        }
        let name = "\(file), table example \(number + 1)"
        report.add(name, agrees: found == expected, found: "\(found.count) rows") {
          if found.joined().contains(where: { $0.contains(" | ") }) { return "no cell is dropped here" }
          if example.html.contains("<br>") || example.html.contains("<strong>hello") {
            return "raw HTML is text here"
          }
          if example.markdown.contains("][") { return "a link by reference is text in a cell" }
          return "unexplained"
        }
      }
    }
    report.expectGolden(named: "gfm-tables.txt")
  }
}

extension GFMExamples {
  /// The texts of the cells of the tables in `html`, row by row.
  static func cells(in html: String) -> [[String]] {
    html.components(separatedBy: "<tr>").dropFirst().map { row in
      row.components(separatedBy: "</tr>")[0].split(separator: "\n").map { line in
        var text = ""
        var isTag = false
        for character in line {
          if character == "<" { isTag = true }
          if !isTag { text.append(character) }
          if character == ">" { isTag = false }
        }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
          .replacing("&amp;", with: "&")
      }
    }
  }
}
