import Foundation
import Frames
import RichText
import Testing

@Suite struct LinkDetectorTests {
  /// Text, and the same text with links in ⸠⸡, mentions in ‹› and hashtags in ⟦⟧.
  static let cases: [String] = [
    "see ⸠https://example.org/x?a=1⸡ now", "⸠http://localhost:8080/a⸡", "⸠http://192.168.0.1:3000⸡",
    "⸠HTTPS://EXAMPLE.ORG/⸡", "(⸠https://en.wikipedia.org/wiki/Swift_(bird)⸡)",
    "⸠https://example.org/a⸡, ⸠https://example.org/b⸡.", "\"⸠https://example.org⸡\"",
    "<⸠https://example.org⸡>",
    "*⸠https://example.org⸡*", "_⸠https://example.org/a⸡_", "⸠www.example.org⸡", "⸠example.com⸡",
    "go to ⸠example.com⸡.",
    "看⸠https://example.com/路径⸡", "看⸠example.com⸡吧", "⸠example.com⸡에서", "⸠münchen.de⸡", "⸠http://[::1]:80/a⸡",
    "⸠http://[::1]⸡", "http://[", "http://[::1", "see http://[ now",
    "http://[::1 and so on, longer than any address with numbers",
    "⸠foo.example.co.uk:8443/a⸡", "…⸠example.com⸡", "wait...⸠example.com⸡", "⸠https://example.org⸡...and",
    "⸠https://a.example/b⸡\n⸠https://c.example/d⸡",
    "⸠example.com⸡.? ok", "⸠https://example.com⸡.?", "⸠example.com⸡?", "readme.md?", "Fine.So what",
    "e.g.this", "3.14", "1.2.3.4", "a.m. and p.m.", "end.Next", "readme.md", "main.py",
    "file.txt",
    "⸠github.com/a/readme.md⸡", "⸠example.so/x⸡", "10:30", "a:b", "foo.baz", "...", ".com", "com", "x..com",
    "1:1 2:1",
    "javascript:alert(1)", "data:text/html,x", "ftp://example.com/a", "file:///etc/passwd",
    "JaVaScRiPt://example.com/x",
    "vbscript:x", "https://", "http:///example.com", "http://user:pw@example.com/", "http://-a.com",
    "https:example.com",
    "⸠ana@example.org⸡", "⸠mailto:ana@example.org⸡", "⸠john.me+tag@example.com⸡", "a@b", "ana@@example.org",
    "write to ⸠ana.b@example.org⸡!", "⸠tel:+351-210-000⸡", "Tel: 555", "tel:x", "⸠sms:+15551234⸡",
    "⸠geo:38.7,-9.1⸡",
    "⸠magnet:?xt=urn:btih:abc⸡", "magnet:abc", "⸠xmpp:ana@example.org⸡", "⸠matrix:r/room:example.org⸡",
    "⸠tg://resolve?domain=ana⸡", "hi ‹@ana›!", "(‹@bo_2›)", "‹@João›", "@a", "x@ana", "@example.com",
    "@ana:example.org",
    "call ⸠+351 210 000 000⸡.", "(⸠+1 555 234 5678⸡)", "⸠+49-170-1234567⸡, ok", "⸠+44 (0)20 7946 0000⸡",
    "⸠+33123456789⸡",
    "+1", "+100 points", "C++ 123456789", "+1 000 000 0000", "+49 000 000 000", "+10 20 30 40 50",
    "a+351210000000",
    "+351 210 000 000x", "+351 210 000 000,50", "+999 123 456 789", "+12345678901234567890", "++351210000000",
    "+ 351 210",
    "2+351210000000=x", "210 000 000", "2026-05-01", "+20 000 000 000 000",
    "⟦#lisbon2026⟧", "#1", "a#b", "##x", "⟦#été⟧, ⟦#x_y⟧", "C# is", "&#39;",
  ]

  @Test("Links, mentions and hashtags end where a reader would end them", arguments: cases)
  func extent(marked: String) {
    let text = String(marked.filter { !"⸠⸡‹›⟦⟧".contains($0) })
    #expect(Self.marked(text) == marked)
  }

  @Test(
    "A link leads where its text says",
    arguments: [
      ("example.com", "https://example.com"), ("ana@example.org", "mailto:ana@example.org"),
      ("https://example.org/a b", "https://example.org/a"),
      ("https://example.org/ä", "https://example.org/%C3%A4"),
      ("https://example.org/?q='x'y", "https://example.org/?q=%27x%27y"),
      ("https://münchen.de/", "https://xn--mnchen-3ya.de/"), ("münchen.de", "https://xn--mnchen-3ya.de"),
      ("ana@münchen.de", "mailto:ana@xn--mnchen-3ya.de"), ("+44 (0)20 7946-0000", "tel:+442079460000"),
      ("https://example.org/%41%zz", "https://example.org/%41%25zz"),
      ("https://example.org/a|b", "https://example.org/a%7Cb"),
    ])
  func address(text: String, href: String) {
    #expect(RichText.plain(text).blocks[0].marks.map(\.kind.word) == [href])
  }

  @Test("No link is looked for in code or inside another link")
  func codeAndLinks() {
    #expect(RichText.markdown("`example.com`").outline == ["{code|example.com}"])
    #expect(
      RichText.markdown("[go to example.com](https://example.org)").outline
        == ["{caution example.org|{https://example.org|go to example.com}}"])
    #expect(RichText.markdown("```\nexample.com\n```").outline == ["code(): example.com"])
  }

  @Test(
    "Emphasis is not read into an address",
    arguments: [
      ("https://a.example/__init__.py", "{https://a.example/__init__.py|https://a.example/__init__.py}"),
      ("https://a.example/*b*c _d_", "{https://a.example/*b*c|https://a.example/*b*c} {em|d}"),
      ("**https://a.example/_b_/**", "{strong|{https://a.example/_b_/|https://a.example/_b_/}}"),
      ("[x](https://a.example/_b_)", "{https://a.example/_b_|x}"),
      ("<https://a.example/_b_>", "{https://a.example/_b_|https://a.example/_b_}"),
      ("`https://a.example/_b_`", "{code|https://a.example/_b_}"),
      ("\u{F8F0} _a_ b.example", "\u{F8F0} {em|a} b.example"),
      (
        "**see https://example.org** x", "{strong|see {https://example.org|https://example.org}} x"
      ),
    ])
  func emphasis(source: String, outline: String) {
    #expect(RichText.markdown(source).outline == [outline])
  }

  /// The text with signs around what is marked in it.
  static func marked(_ text: String, names: Bool = true) -> String {
    let signs: [String: (String, String)] = names ? ["mention": ("‹", "›"), "hashtag": ("⟦", "⟧")] : [:]
    var result: [UInt8] = []
    for block in RichText.plain(text).blocks {
      let bytes = Array(block.text.utf8)
      var offset = 0
      for mark in block.marks where !mark.kind.word.hasPrefix("caution") {
        result += bytes[offset..<Int(mark.start)]
        let isName = mark.kind == .mention || mark.kind == .hashtag
        let (open, close) = signs[mark.kind.word] ?? (isName ? ("", "") : ("⸠", "⸡"))
        result += Array(open.utf8) + bytes[Int(mark.start)..<Int(mark.end)] + Array(close.utf8)
        offset = Int(mark.end)
      }
      result += bytes[offset...]
    }
    return String(decoding: result, as: UTF8.self)
  }
}
