import Storage
import Testing

@testable import SearchIndex

@Suite struct TermScannerTests {
  /// The terms of a text, each once, in the order in which they are found.
  private func terms(_ text: String) -> [String] {
    var scanner = TermScanner()
    var found = FoundTerms()
    scanner.scan(text, to: &found)
    let page = found.take(size: 500)
    var start = 0
    return page.terms.map { term in
      var bytes: [UInt8] = []
      let groups = page.groups.span.extracting(start..<Int(term.end))
      PackedTerm.appendBytes(of: groups, to: &bytes)
      #expect(HashSeed.ofProcess.hash(ofTerm: groups) == term.hash)
      start = Int(term.end)
      return String(decoding: bytes, as: UTF8.self)
    }
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

  @Test("Words of ASCII are found wherever they stand among the bytes that are looked at together")
  func positions() {
    let separators = [" ", ", ", "–", " – ", "\n\n\n", ".........", "é "]
    for length in 1...70 {
      for (index, separator) in separators.enumerated() {
        let words = (0..<12).map { number in
          String(repeating: "abcdefghij", count: 7).prefix((length + number * 5) % 70 + 1) + "\(number)"
        }
        let joined = words.joined(separator: separator)
        let apart = words.flatMap { terms(String($0) + (index == 6 ? "é" : "")) }
        let found = terms(joined + (index == 6 ? "é" : ""))
        #expect(Set(found).subtracting(["–"]) == Set(apart), "\(joined)")
      }
    }
  }

  @Test("Words of the length of a group, of several groups and of none are told apart")
  func groups() {
    #expect(terms("abcdefgh abcdefghi abcdefg") == ["ABCDEFGH", "ABCDEFGHI", "ABCDEFG"])
    let words = (1...32).map { String("abcdefghijklmnopqrstuvwxyz0123456789".prefix($0)) }
    #expect(terms(words.joined(separator: " ")) == words.map { $0.uppercased() })
    #expect(terms("Вавилон вавилоняне Вавилона") == ["ВАВИЛОН", "ВАВИЛОНЯНЕ", "ВАВИЛОНА"])
  }

  @Test(
    "Nothing that is written is too odd",
    arguments: ["", "\u{0}", "\u{3099}", "a\u{3099}", "\u{11A8}\u{11A8}", "\u{FE0F}\u{200D}"])
  func odd(text: String) { #expect(terms(text).count <= 2) }
}
