import ChatModel
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
    let spans = MessageText("ab", markup: .spans([SourceSpan(start: 0, end: 1, kind: .italic)]))
    #expect(RichTextParser.possibleSlots(of: spans) == (false, true, false))
  }
}
