import ChatModel
import Foundation
import Testing

@testable import Redaction

/// Words, phrases and patterns in texts of every spelling.
@Suite struct TextRedactorTests {
  /// Returns a text redacted by the rules of a file.
  private func redacted(
    _ text: String, _ rules: String, markup: MessageText.Markup = .plain
  ) throws -> MessageText {
    let file = try RulesFile(Array(rules.utf8), path: "rules")
    let result = try Redaction(file, pseudonyms: false).apply(to: []) { _ in { _ in 0 } }
    let english = RedactionWords.english
    let words = RedactionWords(replacement: file.replacement ?? english.replacement, person: english.person)
    var redactor = TextRedactor(result.texts.matcher, words: words)
    return redactor.redacted(MessageText(text, markup: markup))
  }

  @Test(
    "A word is found in every spelling, as a whole word",
    arguments: [
      ("Alice came", "[redacted] came"), ("alice's", "[redacted]'s"), ("ALICE!", "[redacted]!"),
      ("Alices, Malice", "Alices, Malice"), ("Ａｌｉｃｅ", "[redacted]"), ("Al\u{AD}ice", "[redacted]"),
      ("A\u{200B}l\u{2060}ice", "[redacted]"), ("Álice, A\u{301}lice", "[redacted], [redacted]"),
      ("𝐀𝐥𝐢𝐜𝐞", "[redacted]"), ("a_alice_b", "a_[redacted]_b"), ("Alice Alice  Alice", "[redacted]"),
      ("&#65;lice and %41lice", "[redacted] and [redacted]"),
      (#"{"q":"x\nAlice\u0041"}"#, #"{"q":"x\nAlice\u0041"}"#),
      (#"{"q":"x\nAlice"}"#, #"{"q":"x\n[redacted]"}"#), (#"\u0041lice"#, "[redacted]"),
      ("Alice’s, ALICE’S, Alice'", "[redacted]’s, [redacted]’S, [redacted]'"),
      ("see https://x.org/alice?a=1, now", "see [redacted], now"), ("alice@example.org", "[redacted]"),
      ("mail bob@alice.org.", "mail [redacted]."),
    ])
  func word(text: String, expected: String) throws {
    #expect(try redacted(text, "word: Alice").string == expected)
  }

  @Test(
    "A word is found in addresses that write it in escapes, also in links through other addresses, and in Punycode",
    arguments: [
      ("Müller", "https://x.org/m%C3%BCller", "[redacted]"),
      ("Müller", "https://x.org/mu%CC%88ller", "[redacted]"),
      ("Müller", "https://r.org/?to=https%3A%2F%2Fx.org%2Fm%25C3%25BCller", "[redacted]"),
      ("Müller", "https://r.org/?to=x%252Fm%2525C3%2525BCller", "[redacted]"),
      ("Müller", "https://x.org/m%FCller and m%u00FCller", "[redacted] and [redacted]"),
      ("سمير", "https://r.org/?u=%25D8%25B3%25D9%2585%25D9%258A%25D8%25B1&x=1", "[redacted]"),
      ("Alice", "https://r.org/?u=x%252Falice%253F", "[redacted]"),
      ("Alice", "100%25alice", "100%25[redacted]"),
      ("Adam", "a%25adam", "a%25[redacted]"),
      ("München", "on xn--mnchen-3ya.de today", "on [redacted].de today"),
      ("München", "https://www.XN--MNCHEN-3YA.de/x", "[redacted]"),
      ("München", "a@xn--mnchen-3ya.de", "[redacted]"),
      ("München", "www.xn--mnchen-hotel-dlb.de", "[redacted]"), ("Почта", "xn--80a1acny.рф", "[redacted].рф"),
      ("xn--mnchen-3ya", "in münchen", "in [redacted]"), ("mnchen", "xn--mnchen-3ya.de", "xn--mnchen-3ya.de"),
      ("München", "xn--99999999999 xn-- xn--a", "xn--99999999999 xn-- xn--a"),
    ])
  func addresses(word: String, text: String, expected: String) throws {
    #expect(try redacted(text, "word: \(word)").string == expected)
  }

  @Test(
    "A word is found in composed and decomposed text alike",
    arguments: ["Zoë", "Đặng", "민수", "ガス", "Ångström", "İlker", "Ḥārith", "कि", "ὕδωρ"])
  func normalization(word: String) throws {
    let forms = [word.precomposedStringWithCanonicalMapping, word.decomposedStringWithCanonicalMapping]
    for rule in forms {
      for text in forms {
        #expect(try redacted("x \(text) y", "word: \(rule)").string == "x [redacted] y")
      }
    }
  }

  @Test(
    "A phrase matches with any space or punctuation between its words, and with none",
    arguments: [
      "Alice Smith", "alice-smith", "ALICE  SMITH", "Alice\nSmith", "alicesmith", "Alice, Smith",
      "alice_smith",
    ])
  func phrase(text: String) throws {
    #expect(try redacted(text, "word: Alice Smith").string == "[redacted]")
    #expect(try redacted("Alice", "word: Alice Smith").string == "Alice")
  }

  @Test(
    "A star is the rest of a word",
    arguments: [
      ("Acme", "Acme*", "[redacted]"), ("acmes plan", "Acme*", "[redacted] plan"),
      ("Acme*", "xacme", "Acme*"),
      ("dreadnought", "*nought", "[redacted]"), ("a dreadnoughts", "*nought*", "a [redacted]"),
    ])
  func star(text: String, word: String, expected: String) throws {
    #expect(try redacted(text, "word: \(word)").string == expected)
  }

  @Test(
    "Scripts without spaces have no boundaries of words, and accents of others are letters",
    arguments: [
      ("田中さんが来た", "田中", "[redacted]さんが来た"), ("민수가 왔다", "민수", "[redacted]가 왔다"),
      ("สวัสดีสมชาย", "สมชาย", "สวัสดี[redacted]"), ("مُحَمَّد هنا", "محمد", "[redacted] هنا"),
      ("की", "का", "की"), ("Ёлка", "елка", "[redacted]"), ("GROẞ", "gross", "[redacted]"),
      ("Łódź Ørsted", "lodz", "[redacted] Ørsted"), ("١٢٣٤", "1234", "[redacted]"),
      ("🦊🦊", "🦊", "[redacted][redacted]"),
    ])
  func scripts(text: String, word: String, expected: String) throws {
    // Neighbours without a space between them are one.
    let expected = expected.replacing("[redacted][redacted]", with: "[redacted]")
    #expect(try redacted(text, "word: \(word)").string == expected)
  }

  @Test(
    "Markdown keeps its other marks, and no word is made of what it divides",
    arguments: [
      ("**Alice** said", "**[redacted]** said"), ("**Al**ice", "[redacted]"), ("~~Ali~~ce", "[redacted]"),
      ("A[li](x)ce", "[redacted]"),
      ("Ali&ccedil;e", "[redacted]"), ("Alice(hello)", "\\[redacted](hello)"),
      ("`Alice`", "`[redacted]`"), ("[a](https://x.org/alice)", "[a]([redacted])"),
    ])
  func markdown(text: String, expected: String) throws {
    #expect(try redacted(text, "word: Alice", markup: .markdown).string == expected)
  }

  @Test("Spans move with the text, and links to redacted addresses go")
  func spans() throws {
    let spans = [
      SourceSpan(start: 0, end: 5, kind: .bold),
      SourceSpan(start: 6, end: 9, kind: .link(target: "https://alice.org")),
      SourceSpan(start: 10, end: 14, kind: .italic),
    ]
    let text = try redacted("Alice and more", "word: Alice", markup: .spans(spans))
    #expect(text.string == "[redacted] and more")
    #expect(
      text.markup
        == .spans([SourceSpan(start: 0, end: 10, kind: .bold), SourceSpan(start: 15, end: 19, kind: .italic)])
    )
  }

  @Test("Patterns see composed text without invisible characters, and may have replacements")
  func patterns() throws {
    #expect(
      try redacted("call +351 912\u{200B}345 678 now", #"pattern: \+?\d[\d ]{7,}\d => [number]"#).string
        == "call [number] now")
    #expect(try redacted("cafe\u{301}", "pattern: caf\u{E9}").string == "[redacted]")
    #expect(try redacted("x Alice", "word: Alice => Witness A").string == "x Witness A")
    #expect(try redacted("x Alice", "replacement: ███\nword: Alice").string == "x ███")
  }

  @Test("A text in which a pattern takes too long is redacted as a whole", .timeLimit(.minutes(1)))
  func slowPattern() throws {
    let text = String(repeating: "a", count: 5_000) + "!"
    #expect(try redacted(text, "pattern: (a|aa)+$x|(a*)*b").string == "[redacted]")
  }

  @Test("Long texts of odd characters take a moment", .timeLimit(.minutes(1)))
  func heaps() throws {
    for unit in [
      "alice,", "*", "a", "alice ", "\u{200B}", "al\u{AD}", "http://alice", "\\n", "%41", "%2541",
      "xn--alice-", "xn--mnchen-3ya.",
    ] {
      let text = String(repeating: unit, count: 300_000 / unit.utf8.count)
      _ = try redacted(text, "word: Alice\nword: *lic*\nword: a b c d e\nperson: Alice Smith")
    }
  }
}
