import ChatModel
import Frames
import RichText
import Testing

/// Input that makes careless parsers slow or deep.
@Suite(.serialized) struct PathologicalInputTests {
  static let patterns: [(name: String, unit: String)] = [
    ("brackets", "["), ("stars", "*"), ("closing brackets", "]"), ("image openers", "!["), ("quotes", "> "),
    ("list markers", "- "),
    ("links", "[a](b)"), ("unclosed links", "[a](<b"), ("unclosed destinations", "[a](b"),
    ("comments", "<!--"),
    ("instructions", "<?"), ("declarations", "<!A"), ("CDATA", "<![CDATA["), ("tags", "<a "),
    ("emphasis", "*a_ "),
    ("openers", "_a "), ("closers", "a_ "), ("both", "*a **a*"), ("backticks", "`a``"),
    ("nested brackets", "[a_"),
    ("definitions", "[a]: /u\n"), ("references", "[a] "), ("entities", "&#x;"), ("escapes", "\\"),
    ("dots", "a."), ("hyphens", "-a."),
    ("signs", "@"), ("mail", "a@"), ("colons", "a:"), ("addresses", "http://"), ("hosts", "a.com."),
    ("parentheses", "http://a.b/(((("),
    ("hashes", "#"), ("tables", "|a"), ("blank lines", "\n"), ("nested code", "\t"), ("zero", "\u{0}"),
    ("ideographs", "看."), ("tildes", "~~~\n"),
    ("rules", "---\n"), ("setext", "a\n=\n"), ("html", "<x>\n"), ("ordered", "1. "), ("angles", "<"),
    ("mixed", "**x [a*b**c*](d)"),
  ]

  @Test("A megabyte of anything is read in linear time", arguments: patterns.map(\.name))
  func megabyte(name: String) throws {
    let unit = try #require(Self.patterns.first { $0.name == name }).unit
    let text = String(repeating: unit, count: 1_000_000 / unit.utf8.count)
    let clock = ContinuousClock()
    let time = clock.measure {
      for block in RichText.markdown(text).blocks where block.markProblem != nil { Issue.record("marks") }
    }
    // Debug builds are several times slower than what ships; the order of growth is what is watched.
    print("1 MB of \(name): \(time)")
    #expect(time < .seconds(60))
  }

  @Test("A long address that is referred to often is not copied without end")
  func references() {
    let text =
      "[a]: https://a.example/" + String(repeating: "u", count: 200_000) + "\n\n"
      + String(repeating: "[a] ", count: 200_000)
    let time = ContinuousClock().measure { _ = RichText.markdown(text) }
    #expect(time < .seconds(60))
  }

  @Test("Backtick runs of growing length are matched without looking back each time")
  func backticks() {
    let text = (1..<1400).map { "e" + String(repeating: "`", count: $0) }.joined()
    let time = ContinuousClock().measure { _ = RichText.markdown(text) }
    #expect(time < .seconds(60))
  }

  @Test("Many emoji of a chat's own among many marks are marked in one pass")
  func ownEmoji() {
    let unit = "x :oar: "
    let count = 300_000
    let text = String(repeating: unit, count: count)
    var marks = (0..<count).map { index in
      let start = Int32(index * unit.utf8.count)
      return TextMark(start: start, end: start + 1, kind: .strong)
    }
    let time = ContinuousClock().measure {
      OwnEmojiMarks.add([":oar:": "media/oar.png"], to: &marks, in: text)
    }
    #expect(time < .seconds(60))
    #expect(marks.count == 2 * count)
    #expect(marks[1] == TextMark(start: 2, end: 7, kind: .emoji(path: "media/oar.png")))
  }

  @Test("A deep list before many empty lines is not read line by line and level by level")
  func deepList() {
    let text = String(repeating: "- ", count: 200_000) + "a" + String(repeating: "\n", count: 500_000)
    let time = ContinuousClock().measure { _ = RichText.markdown(text) }
    #expect(time < .seconds(60))
  }
}
