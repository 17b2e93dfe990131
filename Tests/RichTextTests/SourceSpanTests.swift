import ChatModel
import Frames
import RichText
import Testing

@Suite struct SourceSpanTests {
  private func outline(_ text: String, _ spans: [SourceSpan]) -> [String] {
    RichTextParser().parse(MessageText(text, markup: .spans(spans))).outline
  }

  @Test("The source's spans become marks")
  func marks() {
    let spans: [SourceSpan] = [
      SourceSpan(start: 0, end: 4, kind: .bold), SourceSpan(start: 5, end: 8, kind: .spoiler),
      SourceSpan(start: 9, end: 13, kind: .mention),
    ]
    #expect(outline("bold spo @ana x", spans) == ["{strong|bold} {spoiler|spo} {mention|@ana} x"])
  }

  @Test("Spans that cross are split until they nest")
  func crossing() {
    let spans = [SourceSpan(start: 0, end: 4, kind: .bold), SourceSpan(start: 2, end: 6, kind: .italic)]
    #expect(outline("abcdefg", spans) == ["{strong|ab{em|cd}}{em|ef}g"])
  }

  @Test("Quotes and code become blocks, and a newline at their edge is theirs")
  func blocks() {
    let spans: [SourceSpan] = [
      SourceSpan(start: 3, end: 6, kind: .blockquote),
      SourceSpan(start: 7, end: 12, kind: .codeBlock(language: "c")),
      SourceSpan(start: 0, end: 20, kind: .bold),
    ]
    #expect(
      outline("ab\nq1q\nint x\nend", spans) == [
        "{strong|ab}", "quote > {strong|q1q}", "code(c): int x", "{strong|end}",
      ])
  }

  @Test("Offsets outside the text or inside a character are moved outwards")
  func clamping() {
    #expect(outline("é👍x", [SourceSpan(start: 1, end: 4, kind: .bold)]) == ["{strong|é👍}x"])
    #expect(outline("ab", [SourceSpan(start: -5, end: 900, kind: .bold)]) == ["{strong|ab}"])
    #expect(outline("ab", [SourceSpan(start: 2, end: 1, kind: .bold)]) == ["ab"])
    #expect(outline("ab", [SourceSpan(start: Int.min, end: Int.max, kind: .italic)]) == ["{em|ab}"])
  }

  @Test("A link span whose target is not allowed leaves its text")
  func targets() {
    #expect(
      outline("click", [SourceSpan(start: 0, end: 5, kind: .link(target: "javascript:x"))]) == ["click"])
    #expect(
      outline("click", [SourceSpan(start: 0, end: 5, kind: .link(target: "example.org/a"))])
        == ["{https://example.org/a|click}"])
  }

  @Test("Links are found outside the source's own links and code; names are not")
  func detection() {
    let spans = [SourceSpan(start: 0, end: 9, kind: .code)]
    #expect(outline("a.example b.com @ana", spans) == ["{code|a.example} {https://b.com|b.com} @ana"])
  }

  @Test("Line ends of any system are newlines and spans stay on their words")
  func lineEnds() {
    #expect(outline("a\r\nb\rc", [SourceSpan(start: 3, end: 4, kind: .bold)]) == ["a⏎{strong|b}⏎c"])
  }

  @Test("Any spans over any text give marks that nest", arguments: 0..<4)
  func fuzz(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    let texts = ["", "abc", "é👍👩‍👩‍👧x\r\ny", "see example.org/a(b) and a@b.org\n\n\nend", "\n\n\n"]
    for _ in 0..<2000 {
      let text = texts.randomElement(using: &numbers) ?? ""
      let spans = (0..<Int.random(in: 0...9, using: &numbers)).map { _ in
        let kinds: [SourceSpan.Kind] = [
          .bold, .italic, .underline, .strikethrough, .spoiler, .code, .mention, .hashtag, .blockquote,
          .codeBlock(language: "x"),
          .link(target: "https://a.example"), .link(target: "https://b.example"), .link(target: "data:x"),
        ]
        return SourceSpan(
          start: Int.random(in: -2...40, using: &numbers), end: Int.random(in: -2...44, using: &numbers),
          kind: kinds.randomElement(using: &numbers) ?? .bold)
      }
      for block in RichTextParser().parse(MessageText(text, markup: .spans(spans))).blocks {
        #expect(block.markProblem == nil, "\(text.debugDescription) \(spans)")
        #expect(!block.text.isEmpty)
      }
    }
  }

  @Test("Ten thousand crossing spans take no more than their number")
  func many() {
    let text = String(repeating: "a", count: 20_000)
    let kinds: [SourceSpan.Kind] = [.bold, .italic, .underline, .spoiler, .strikethrough]
    let spans = (0..<10_000).map { SourceSpan(start: $0, end: $0 + 5_000, kind: kinds[$0 % 5]) }
    let time = ContinuousClock().measure {
      for block in RichTextParser().parse(MessageText(text, markup: .spans(spans))).blocks {
        #expect(block.markProblem == nil)
      }
    }
    #expect(time < .seconds(60))
  }
}
