import ChatModel
import Frames
import RichText
import Testing

@Suite struct RichTextParserTests {
  @Test("Plain text is one paragraph as it was written, without newlines at its ends")
  func plain() {
    #expect(RichText.plain("a *b*\n\n  c").outline == ["a *b*⏎⏎  c"])
    #expect(RichText.plain("\n\na\r\nb\n").outline == ["a⏎b"])
    #expect(RichText.plain("").blocks.isEmpty)
    #expect(RichText.plain("\n\n").blocks.isEmpty)
  }

  @Test("Without detection nothing is marked in plain text")
  func noDetection() {
    let parser = RichTextParser(options: RichTextParser.Options(detectsLinks: false))
    #expect(parser.parse(MessageText("https://example.org @ana", markup: .plain)).blocks[0].marks.isEmpty)
  }

  @Test("A text of one paragraph without markup is told from others, with its links")
  func paragraph() {
    let parser = RichTextParser()
    func paragraph(_ text: String, _ markup: MessageText.Markup = .markdown) -> RichTextParser.Paragraph? {
      parser.paragraph(of: MessageText(text, markup: markup))
    }
    #expect(paragraph("a\nb")?.text == "a\nb")
    #expect(paragraph("see example.org")?.marks.map(\.start) == [4])
    #expect(paragraph("*a*", .plain)?.text == "*a*")
    for other in ["", "*a*", "- a", "a\n\nb", "# a", " a", "a&amp;b"] {
      #expect(paragraph(other) == nil, "\(other)")
    }
    for (other, markup) in [("a\nb", .plain), ("", .plain), ("a", .spans([]))]
      as [(String, MessageText.Markup)]
    {
      #expect(paragraph(other, markup) == nil, "\(other)")
    }
  }

  @Test("A line for a quote has no markup and one space where white space was")
  func plainLine() {
    let parser = RichTextParser()
    func line(_ text: String, _ limit: Int) -> String {
      parser.plainLine(MessageText(text, markup: .markdown), limit: limit)
    }
    #expect(line("**a**\n\n- b\n  c", 80) == "a b c")
    #expect(line("abcdef", 6) == "abcdef")
    #expect(line("abcdef g", 6) == "abcdef…")
    #expect(line("abcdef", 3) == "abc…")
    #expect(line(String(repeating: "word ", count: 100_000), 10) == "word word…")
    #expect(line("", 5) == "")
    #expect(line("ab  c", 80) == "ab c" && line("ab ", 80) == "ab" && line("ab\u{7F}", 80) == "ab\u{7F}")
    #expect(line("é à", 3) == "é à")
  }

  @Test("What a spoiler hides is not in a line for a quote")
  func spoilersInLines() {
    func line(_ text: String, _ spans: [SourceSpan]) -> String {
      RichTextParser().plainLine(MessageText(text, markup: .spans(spans)), limit: 80)
    }
    func spoiler(_ start: Int, _ end: Int) -> SourceSpan {
      SourceSpan(start: start, end: end, kind: .spoiler)
    }
    #expect(line("it was Bo!", [spoiler(7, 9)]) == "it was …!")
    #expect(line("Bo", [spoiler(0, 2)]) == "…")
    #expect(line("a b c d", [spoiler(0, 1), spoiler(4, 5)]) == "… b … d")
    #expect(line("it was Bo", [SourceSpan(start: 4, end: 8, kind: .bold), spoiler(7, 9)]) == "it was …")
    #expect(line("see a.org/secret", [spoiler(4, 16)]) == "see …")
  }

  @Test("Whatever Unicode calls white space becomes a space in one line, and nothing else does")
  func blanksOfLines() {
    let parser = RichTextParser()
    for value in 0...UInt32(0x3100) {
      guard let scalar = Unicode.Scalar(value), value >= 0x80 || scalar.properties.isWhitespace else {
        continue
      }
      let line = parser.plainLine(MessageText("a\(scalar)b", markup: .plain), limit: 9)
      #expect((line == "a b") == scalar.properties.isWhitespace, "U+\(String(value, radix: 16))")
    }
    let beyond = (UInt32(0x3100)...0x10_FFFF).contains {
      Unicode.Scalar($0)?.properties.isWhitespace ?? false
    }
    #expect(!beyond)
  }

  @Test("The faces a text may need are never missed")
  func slots() {
    func slots(_ text: String) -> [Bool] {
      let found = RichTextParser.possibleSlots(of: MessageText(text, markup: .markdown))
      return [found.bold, found.italic, found.code]
    }
    #expect(slots("plain words, 1-2") == [false, false, false])
    #expect(slots("*a*") == [true, true, false])
    #expect(slots("`a`") == [false, false, true])
    #expect(slots("a\n    b") == [false, false, true])
    #expect(slots("# a") == [true, false, false])
    #expect(slots("a\n---") == [true, false, false])
    for position in 0...30 {
      let (before, after) = (
        String(repeating: "á", count: position), String(repeating: "b", count: 30 - position)
      )
      #expect(slots("\(before) b \(after)") == [false, false, false])
      #expect(slots("\(before)*\(after)") == [true, true, false])
      #expect(slots("\(before)_\(after)") == [true, true, false])
      #expect(slots("\(before)#\(after)") == [true, false, false])
      #expect(slots("\(before)\n-\(after)") == [true, false, false])
      #expect(slots("\(before)\n=\(after)") == [true, false, false])
      #expect(slots("\(before)`\(after)") == [false, false, true])
      #expect(slots("\(before)~~\(after)") == [false, false, true])
      #expect(slots("\(before)\t\(after)") == [false, false, true])
      #expect(slots("\(before)    \(after)") == [false, false, true])
    }
    let spans = MessageText("ab", markup: .spans([SourceSpan(start: 0, end: 1, kind: .italic)]))
    #expect(RichTextParser.possibleSlots(of: spans) == (false, true, false))
  }
}
