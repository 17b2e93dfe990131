import Frames
import SiteFiles
import SiteWriter
import Testing

@Suite struct TextBlockTests {
  /// The inside of the one text element of a page with one message.
  private func inside(_ block: TextBlock) throws -> String {
    let row = Row(
      kind: .message(index: 0, anchor: "1", side: .incoming, sender: "Bo"),
      frame: Frame(
        size: Size(width: 390, height: 100),
        items: [FrameItem(ItemID(.text), Rect(x: 10, y: 10, width: 100, height: 20), .text(block))]))
    let page = try PageWriter(assets: SiteAssets(), style: SampleChat.style)
      .sections(PageModel(title: "", number: 1, language: SampleChat.language), rows: [row])
    let html = String(decoding: page, as: UTF8.self)
    let start = try #require(html.firstRange(of: "--h:100\"><p"))
    let end = try #require(html.firstRange(of: "</article>"))
    return String(html[html.index(start.lowerBound, offsetBy: 9)..<end.lowerBound])
      .replacing(#/^<p( dir="rtl")? data-box="text" style="[^"]*">/#, with: "").replacing(#/</p>$/#, with: "")
  }

  private func block(
    _ text: String, _ direction: TextDirection = .leftToRight, lines: [(Int, Int, LineEnding)] = [],
    runs: [TextRun] = [], marks: [TextMark] = []
  ) -> TextBlock {
    let lines = lines.isEmpty ? [(0, text.utf8.count, .end)] : lines
    return TextBlock(
      text: text, role: .body, direction: direction,
      lines: TextLines(lines.map { TextLine(start: Int32($0.0), end: Int32($0.1), width: 10, ending: $0.2) }),
      runs: runs,
      marks: marks)
  }

  private func mark(_ start: Int32, _ end: Int32, _ kind: TextMark.Kind) -> TextMark {
    TextMark(start: start, end: end, kind: kind)
  }

  @Test("A soft break is an empty element, a newline a br")
  func breaks() throws {
    let text = block("one two\nthree", lines: [(0, 4, .opportunity), (4, 7, .newline), (8, 13, .end)])
    #expect(try inside(text) == "one <i></i>two<br>three")
  }

  @Test("The hyphen of a soft hyphen is generated, in the face and meaning of its letters")
  func hyphens() throws {
    let text = block(
      "ab\u{AD}cd", lines: [(0, 4, .hyphen), (4, 6, .end)],
      runs: [TextRun(start: 0, end: 4, face: FaceID(index: 3)), TextRun(start: 4, end: 6, face: .base)],
      marks: [mark(0, 4, .underline)])
    #expect(
      try inside(text) == "<u><span class=\"f3\">ab\u{AD}<i class=\"h\"></i></span></u><i></i>cd")
  }

  @Test("Empty lines and a newline at the end are kept")
  func emptyLines() throws {
    let text = block("a\n\nb\n", lines: [(0, 1, .newline), (2, 2, .newline), (3, 4, .newline), (5, 5, .end)])
    #expect(try inside(text) == "a<br><br>b<br>")
  }

  @Test("A run in another face is one span over a soft break; the base face needs none")
  func runs() throws {
    let text = block(
      "ab cd ef", lines: [(0, 3, .opportunity), (3, 8, .end)],
      runs: [
        TextRun(start: 0, end: 1, face: .base), TextRun(start: 1, end: 5, face: FaceID(index: 3)),
        TextRun(start: 5, end: 8, face: .browser),
      ])
    #expect(try inside(text) == "a<span class=\"f3\">b <i></i>cd</span><span class=\"fb\"> ef</span>")
  }

  @Test("Marks nest and cut the spans of runs")
  func nesting() throws {
    let text = block(
      "abcdef", runs: [TextRun(start: 0, end: 6, face: FaceID(index: 1))],
      marks: [
        mark(1, 5, .strong), mark(2, 4, .link(href: "https://x.example/?a&b=\"'<")), mark(2, 3, .emphasis),
      ])
    #expect(
      try inside(text)
        == "<span class=\"f1\">a</span><strong><span class=\"f1\">b</span><a rel=\"noopener noreferrer nofollow\" "
        + "href=\"https://x.example/?a&amp;b=%22%27%3C\"><em><span class=\"f1\">c</span></em>"
        + "<span class=\"f1\">d</span></a><span class=\"f1\">e</span></strong><span class=\"f1\">f</span>")
  }

  @Test("Marks that overlap come out nested, those without extent not at all")
  func overlapping() throws {
    let text = block(
      "abcdef",
      marks: [mark(0, 3, .strong), mark(2, 5, .emphasis), mark(4, 4, .code), mark(5, 99, .strikethrough)])
    #expect(try inside(text) == "<strong>ab<em>c</em></strong>de<s>f</s>")
  }

  @Test("An emoji run is a picture named by its code points, or a box of the same size")
  func emoji() throws {
    func text(_ emoji: InlineEmoji) -> TextBlock {
      block(
        "a👍🏽b",
        runs: [
          TextRun(start: 0, end: 1, face: .base), TextRun(start: 1, end: 9, face: .base, emoji: emoji),
          TextRun(start: 9, end: 10, face: .base),
        ])
    }
    #expect(
      try inside(text(.picture))
        == "a<img class=\"e\" loading=\"lazy\" alt=\"👍🏽\" src=\"../assets/emoji/1f44d-1f3fd.png\">b")
    #expect(try inside(text(.character)) == "a<span class=\"e\">👍🏽</span>b")
  }

  @Test("Punctuation at a soft break keeps its direction by a mark that is not copied")
  func directionMarks() throws {
    // Each Hebrew letter is two bytes.
    let both = block("שלום, שלום", lines: [(0, 10, .opportunity), (10, 18, .end)])
    #expect(try inside(both) == "שלום,<i class=\"r\"></i> <i></i>שלום")
    let start = block("שלום (שלום)", lines: [(0, 9, .opportunity), (9, 19, .end)])
    #expect(try inside(start) == "שלום <i></i><i class=\"r\"></i>(שלום)")
    let mixed = block("שלום, hello", lines: [(0, 10, .opportunity), (10, 15, .end)])
    #expect(try inside(mixed) == "שלום, <i></i>hello")
  }

  @Test("Letters of another paragraph do not count for a break")
  func directionMarksOfParagraphs() throws {
    let lines: [(Int, Int, LineEnding)] = [
      (0, 8, .newline), (9, 12, .opportunity), (12, 14, .newline), (15, 23, .end),
    ]
    #expect(try inside(block("שלום\n!! ??\nשלום", lines: lines)) == "שלום<br>!! <i></i>??<br>שלום")
    let marked: [(Int, Int, LineEnding)] = [
      (0, 2, .newline), (3, 13, .opportunity), (13, 21, .opportunity), (21, 22, .end),
    ]
    #expect(
      try inside(block("ab\nשלום, שלום!", lines: marked))
        == "ab<br>שלום,<i class=\"r\"></i> <i></i>שלום<i></i>!")
  }

  @Test("Latin words in a right-to-left paragraph get the other mark")
  func directionMarksRightToLeft() throws {
    var text = block("ab, cd", .rightToLeft, lines: [(0, 4, .opportunity), (4, 6, .end)])
    #expect(try inside(text) == "ab, <i></i>cd", "no right-to-left character: nothing to keep apart")
    text = block("ab, cd ש", .rightToLeft, lines: [(0, 4, .opportunity), (4, 9, .end)])
    #expect(try inside(text) == "ab,<i class=\"l\"></i> <i></i>cd ש")
  }

  @Test(
    "A link of any other scheme, or without one, is only text",
    arguments: [
      ("javascript:alert(1)", false), ("JAVASCRIPT:x", false), ("data:text/html,x", false),
      ("//x.example", false),
      ("x.html", false), ("", false), (" http://x", false), ("HTTPS://x.example", true), ("tel:+1", true),
    ])
  func linkSchemes(href: String, isLink: Bool) throws {
    let html = try inside(block("ab", marks: [mark(0, 1, .link(href: href))]))
    #expect(html.contains("<a ") == isLink)
    #expect(html.contains("</a>") == isLink)
    #expect(isLink || html == "<span>a</span>b")
  }
}
