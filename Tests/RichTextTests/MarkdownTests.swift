import ChatModel
import Frames
import RichText
import Testing

@Suite struct MarkdownTests {
  @Test("Texts that show other text than their source has are found wherever it stands", arguments: 0..<24)
  func findsOtherText(offset: Int) {
    let before = String(repeating: "a", count: offset)
    for after in ["", "b", "bbbbbbbbbbbbbbbb"] {
      for found in ["[x](https://example.org)", "&amp;", "&#8212;"] {
        let text = before + found + after
        let isFound = RichTextParser.mayShowOtherText(text.utf8Span.span, markup: .markdown)
        #expect(isFound, "\(text)")
      }
      for plain in ["[x] (y)", "Q&A", "a; b & c", "\\\\^]"] {
        let text = before + plain + after
        let isFound = RichTextParser.mayShowOtherText(text.utf8Span.span, markup: .markdown)
        #expect(text.utf8.count < 8 || !isFound, "\(text)")
      }
    }
  }

  @Test(
    "findings D10: two tildes strike text through, and tasks have boxes",
    arguments: [
      ("a ~~b~~ c", ["a {strike|b} c"]), ("~~a **b** c~~", ["{strike|a {strong|b} c}"]),
      ("**~~a~~**", ["{strong|{strike|a}}"]),
      ("**a ~~b** c~~", ["{strong|a {strike|b}}{strike| c}"]), ("~~a~~ ~~b~~", ["{strike|a} {strike|b}"]),
      ("~~a ~~b~~ c~~", ["{strike|a b c}"]),
      ("a~~b", ["a~~b"]), ("~ a ~", ["~ a ~"]), ("a ~~ b ~~", ["a ~~ b ~~"]), ("~~~~", ["~~~~"]),
      ("a ~~~b~~~", ["a ~~~b~~~"]),
      ("`a ~~b~~`", ["{code|a ~~b~~}"]), ("\\~~a~~", ["~~a~~"]), ("a ~~b\nc~~", ["a {strike|b⏎c}"]),
      ("# ~~a~~", ["h1: {strike|a}"]),
      ("~~a~~ https://example.org", ["{strike|a} {https://example.org|https://example.org}"]),
      ("- [x] a\n- [ ] **b**\n- c", ["☑ > a", "☐ > {strong|b}", "• > c"]), ("1. [X] a", ["1. > ☑ a"]),
      ("- [x]a\n- [y] b", ["• > [x]a", "• > [y] b"]), ("[x] a", ["[x] a"]),
      ("- a\n\n  [x] b", ["• > a", "… > [x] b"]),
      ("- [x](https://example.org) a", ["• > {https://example.org|x} a"]),
    ])
  func additions(source: String, expected: [String]) {
    #expect(RichText.markdown(source).outline == expected)
  }

  @Test(
    "Markdown becomes blocks of marked text",
    arguments: [
      ("plain words", ["plain words"]),
      ("a **b** *c* `d` ***e***", ["a {strong|b} {em|c} {code|d} {em|{strong|e}}"]),
      ("# One\n\nSetext\n---", ["h1: One", "h2: Setext"]),
      ("one\ntwo  \nthree\\\nfour", ["one⏎two⏎three⏎four"]),
      ("one\n\ntwo", ["one", "two"]),
      ("- a\n- b\n  - c", ["• > a", "• > b", "… > • > c"]),
      ("1. a\n2. b\n\n   more", ["1. > a", "2. > b", "… > more"]),
      ("7) a\n8) b", ["7) > a", "8) > b"]),
      ("-\n- b", ["• > ", "• > b"]),
      ("> a\n> > b\n\nc", ["quote > a", "quote > quote > b", "c"]),
      ("> - a", ["quote > • > a"]),
      ("```swift x\nlet a = 1\n\n```", ["code(swift): let a = 1⏎"]),
      ("    let a", ["code(): let a"]),
      ("a\n\n---\n\nb", ["a", "rule", "b"]),
      ("[x](https://example.org \"t\")", ["{https://example.org|x}"]),
      ("[x](javascript:alert(1))", ["x"]), ("[x](/path)", ["x"]), ("[x](data:text/html,y)", ["x"]),
      ("![a pier](https://example.org/p.jpg)", ["{https://example.org/p.jpg|a pier}"]),
      ("![](https://example.org/p.jpg)", ["{https://example.org/p.jpg|https://example.org/p.jpg}"]),
      ("[![alt](https://a.example/i.png)](https://b.example)", ["{https://b.example|alt}"]),
      (
        "<https://example.org> <ana@example.org>",
        ["{https://example.org|https://example.org} {mailto:ana@example.org|ana@example.org}"]
      ),
      ("a <b onclick=x>c</b>", ["a <b onclick=x>c</b>"]),
      ("<script>\nalert(1)\n</script>", ["<script>⏎alert(1)⏎</script>"]),
      ("&lt;b&gt; &amp;amp; &copy; &#0;", ["<b> &amp; © \u{FFFD}"]),
      ("**a **b** c**", ["{strong|a {strong|b} c}".replacing("{strong|b}", with: "b")]),
      ("[a]: https://example.org", ["[a]: {https://example.org|https://example.org}"]),
      ("  ", ["  "]), ("a\u{0}b", ["a\u{FFFD}b"]), ("1. ", ["1. "]), ("10:30 is fine", ["10:30 is fine"]),
      ("-5", ["-5"]),
      ("+1", ["+1"]), ("#tag", ["{hashtag|#tag}"]), ("a\n= b", ["a⏎= b"]), ("a\n===", ["h1: a"]),
      ("1986. A year", ["1986. > A year"]),
      ("snake_case_name", ["snake_case_name"]), ("2 * 3 * 4", ["2 * 3 * 4"]),
    ])
  func outline(source: String, outline: [String]) {
    #expect(RichText.markdown(source).outline == outline)
  }

  @Test("Lists are tight or loose as CommonMark says")
  func tightness() {
    #expect(RichText.markdown("- a\n- b").blocks.map(\.isTight) == [true, true])
    #expect(RichText.markdown("- a\n\n- b").blocks.map(\.isTight) == [false, false])
    #expect(RichText.markdown("- a\n\n- b\n  - c\n\nd").blocks.map(\.isTight) == [false, false, true, false])
  }

  @Test("Containers nested deeper than the limit are left out, the text is not")
  func depth() throws {
    let source = String(repeating: "> ", count: 60) + "deep"
    let block = try #require(RichText.markdown(source).blocks.first)
    #expect(block.containers.count == RichBlock.containerLimit)
    #expect(block.text == "deep")
  }

  @Test("The quick way says the same as libcmark", arguments: 0..<4)
  func quickWay(seed: UInt64) {
    let parser = RichTextParser(options: RichTextParser.Options(detectsLinks: false))
    var numbers = SeededNumbers(seed: seed)
    let pieces = [
      "a", "b c", " ", "\n", "1", ".", ")", "-", "+", "=", "#", ">", "~", "é", "x", "\t", "!", "|", "]", "&",
      ";", "&lt;", "10",
      "---", "  ",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 1...7, using: &numbers)).map { _ in
        pieces.randomElement(using: &numbers) ?? ""
      }
      .joined()
      let quick = parser.parse(MessageText(text, markup: .markdown))
      // A link reference definition that is not used turns the quick way off and shows nothing itself.
      let slow = parser.parse(MessageText("[zz]: <y>\n\n" + text, markup: .markdown))
      // The text stays as it was written if the rest shows nothing either.
      if slow.blocks.contains(where: { $0.text.contains("[zz]") }) { continue }
      #expect(quick == slow, "\(text.debugDescription)")
    }
  }

  @Test("Marks nest and stay in bounds for any text", arguments: 0..<4)
  func fuzz(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed &+ 100)
    let pieces = [
      "*", "**", "_", "`", "``", "[", "](", ")", "![", "<", ">", "https://a.example/", "b.example", "@ana",
      "#tag", "\n", " ",
      "- ", "1. ", "> ", "\\", "&amp;", "é", "👩‍👩‍👧", "\u{0301}", "a", "~~~\n", "\u{0}", "\r\n", "\t", "    ",
      "](https://c.example)",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...24, using: &numbers)).map { _ in
        pieces.randomElement(using: &numbers) ?? ""
      }
      .joined()
      for rich in [RichText.markdown(text), RichText.plain(text)] {
        for block in rich.blocks { #expect(block.markProblem == nil, "\(text.debugDescription)") }
      }
      #expect(
        !RichText.markdown(text).blocks.isEmpty || text.allSatisfy(\.isNewline), "\(text.debugDescription)")
    }
  }

  @Test("The cheap look misses no face that the text has", arguments: 0..<4)
  func slots(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed &+ 200)
    let pieces = [
      "*", "_", "`", "~~~", "\n", " ", "    ", "\t", "-", "=", "#", ">", "1.", "a", "&#42;", "\\", "\r", "|",
      "|-|\n", ":",
    ]
    for _ in 0..<3000 {
      let text = (0..<Int.random(in: 1...12, using: &numbers)).map { _ in
        pieces.randomElement(using: &numbers) ?? ""
      }.joined()
      let message = MessageText(text, markup: .markdown)
      let possible = RichTextParser.possibleSlots(of: message)
      for block in RichTextParser().parse(message).blocks {
        let kinds = block.marks.map(\.kind.word)
        switch block.leaf {
        case .heading: #expect(possible.bold, "\(text.debugDescription)")
        case .code: #expect(possible.code, "\(text.debugDescription)")
        case .table: #expect(possible.bold, "\(text.debugDescription)")
        case .paragraph, .rule: break
        }
        #expect(possible.bold || !kinds.contains("strong"), "\(text.debugDescription)")
        #expect(possible.italic || !kinds.contains("em"), "\(text.debugDescription)")
        #expect(possible.code || !kinds.contains("code"), "\(text.debugDescription)")
      }
    }
  }
}
