import KeyedHash
import Testing

@testable import SearchIndex

@Suite struct TermScannerTests {
  private func terms(_ text: String) -> [String] {
    var scanner = TermScanner()
    var found: [String] = []
    scanner.scan(text) { term, key in
      let bytes = term.indices.map { TermScanner.upper(term[$0]) }
      found.append(String(decoding: bytes, as: UTF8.self))
      #expect(key == TermKey(of: bytes.span, .ofProcess))
    }
    return found
  }

  @Test(
    "Texts that differ in case, accents or presentation forms alone have the same terms",
    arguments: [
      ("Café", "CAFE"), ("cafe\u{301}", "CAFE"), ("größe", "GROSSE"), ("GRÖẞE", "GROẞE"), ("Łódź", "ŁODZ"),
      ("Σίσυφος", "ΣΙΣΥΦΟΣ"), ("İstanbul", "ISTANBUL"), ("ılık", "ILIK"), ("ﬁn", "FIN"), ("ＡＢＣ", "ABC"),
      ("so\u{AD}ft", "SOFT"), ("שָׁלוֹם", "שלום"), ("مَرْحَبًا", "مرحبا"), ("ё", "Е"), ("²", "2"),
    ])
  func folds(text: String, term: String) { #expect(terms(text) == [term]) }

  @Test("Scripts without spaces become pairs, and every character begins a term")
  func pairs() {
    #expect(terms("朋友们") == ["朋友", "友们", "们"])
    #expect(terms("iPhone手机") == ["IPHONE", "手机", "机"])
    #expect(terms("ไป") == ["ไป", "ป"])
  }

  @Test(
    "What composes is one character, however it was written",
    arguments: [
      ("각", "\u{1100}\u{1161}\u{11A8}"), ("ガ", "カ\u{3099}"), ("ガ", "ｶﾞ"), ("が", "か\u{3099}"),
    ])
  func composes(one: String, other: String) {
    #expect(terms(one) == terms(other))
    #expect(terms(one).count == 1)
  }

  @Test("Signs stand by themselves; those of ASCII are only between words")
  func signs() { #expect(terms("a→b 🎉! x_y") == ["A", "→", "B", "🎉", "X", "Y"]) }

  @Test(
    "Any seventeen characters of a long word stand together in one of its pieces",
    arguments: [33, 48, 49, 64, 500])
  func longWords(length: Int) {
    let word = String(
      (0..<length).map { "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".map(String.init)[$0 * 7 % 36].first ?? "?" })
    let pieces = terms(word)
    #expect(pieces.allSatisfy { $0.count <= TermScanner.longest })
    for start in 0...length - 17 {
      let part = String(word.dropFirst(start).prefix(17))
      #expect(pieces.contains { $0.contains(part) }, "\(start)")
    }
  }

  @Test(
    "Nothing that is written is too odd",
    arguments: ["", "\u{0}", "\u{3099}", "a\u{3099}", "\u{11A8}\u{11A8}", "\u{FE0F}\u{200D}"])
  func odd(text: String) { #expect(terms(text).count <= 2) }
}
