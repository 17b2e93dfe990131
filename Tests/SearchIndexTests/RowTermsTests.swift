import Frames
import TestSupport
import Testing

@testable import SearchIndex

@Suite struct RowTermsTests {
  /// Reads a page's notes as the pages' script does: which messages, counted from 0, have a term.
  private func rows(_ page: [UInt8]?, with term: String, size: Int) -> [Int] {
    let bits = bits(term)
    return numbers(part(page, bits / 512)?.prefix { $0 != " " } ?? "")
      .filter { ($0 - 1) / size == bits % 512 }.map { ($0 - 1) % size }
  }

  /// Indicates whether the notes have it that a term follows another, as the script looks for it.
  private func follows(_ page: [UInt8]?, _ first: String, _ second: String) -> Bool {
    let list = part(page, bits(first) / 512)?.split(separator: " ", omittingEmptySubsequences: false).last
    return numbers(list ?? "").contains((bits(first) * 0x9E37 + bits(second)) % 512 + 1)
  }

  private func part(_ page: [UInt8]?, _ number: Int) -> Substring? {
    let parts = String(decoding: page ?? [], as: UTF8.self).split(
      separator: "|", omittingEmptySubsequences: false)
    return parts.count == 128 ? parts[number] : nil
  }

  private func bits(_ term: String) -> Int {
    let (head, whole) = (TermHash.of(Array(term.prefix(3).utf8).span), TermHash.of(Array(term.utf8).span))
    return Int((head >> 16 ^ head) & 127) * 512 + Int((whole >> 16 ^ whole) & 511)
  }

  private func page(_ texts: [String], size: Int) -> [UInt8]? {
    var terms = TermCollector()
    for (row, text) in texts.enumerated() {
      terms.begin(row)
      terms.add(text)
    }
    return terms.take(size: size).inRows
  }

  @Test("Each term has the messages it is in, once", arguments: [20, 500, 32_767])
  func messages(size: Int) {
    let texts = (0..<20).map { $0 % 3 == 0 ? "every third third" : $0 == 13 ? "once 友達" : "each" }
    let page = page(texts, size: size)
    #expect(rows(page, with: "THIRD", size: size) == [0, 3, 6, 9, 12, 15, 18])
    #expect(rows(page, with: "ONCE", size: size) == [13])
    #expect(rows(page, with: "友達", size: size) == [13])
    #expect(rows(page, with: "EACH", size: size).count == 12)
    #expect(rows(page, with: "NEVER", size: size).isEmpty)
  }

  @Test("Random messages lose none of their terms")
  func random() {
    var random = SplitMix64(seed: 3)
    let words = (0..<3_000).map { "W\($0)" }
    let texts = (0..<500).map { _ in
      (0..<12).map { _ in words[min(random.below(3_000), random.below(3_000))] }.joined(separator: " ")
    }
    let page = page(texts, size: 500)
    for word in words.prefix(40) {
      let having = texts.indices.filter { texts[$0].split(separator: " ").contains { $0 == word } }
      #expect(Set(rows(page, with: word, size: 500)).isSuperset(of: having))
    }
    #expect((page?.count ?? .max) < 6_000 * 3)
  }

  @Test("Terms that follow one another are told when several messages have both")
  func pairs() {
    let page = page(
      Array(repeating: "one, two – three 友達 four", count: 4) + ["two one", "four five"], size: 500)
    #expect(follows(page, "ONE", "TWO") && follows(page, "TWO", "ONE") && !follows(page, "ONE", "THREE"))
    #expect(follows(page, "TWO", "–") && follows(page, "–", "THREE") && !follows(page, "TWO", "THREE"))
    #expect(!follows(page, "FOUR", "FIVE") && !follows(page, "FOUR", "TWO"))
  }

  @Test("Texts of a message, who wrote it and what it brings do not follow one another")
  func texts() {
    var terms = TermCollector()
    for row in 0..<4 {
      terms.begin(row)
      terms.add(
        Row(
          kind: .message(index: 0, anchor: "", side: .incoming, sender: "Ann"),
          frame: Frame(size: Size(width: 1, height: 1), items: [])))
      terms.add("one two")
      terms.add("three")
    }
    let page = terms.take(size: 500).inRows
    #expect(follows(page, "ONE", "TWO") && !follows(page, "TWO", "THREE") && !follows(page, "Ann by", "ONE"))
  }

  @Test("What was taken is not in the next page's file, and pages that are too long have none")
  func limits() {
    var terms = TermCollector()
    for row in 0..<4 {
      terms.begin(row)
      terms.add("before it")
    }
    _ = terms.take(size: 10)
    terms.add("after it")
    for row in 1..<6 {
      terms.begin(row)
      terms.add("it before")
    }
    let page = terms.take(size: 10).inRows
    #expect(follows(page, "IT", "BEFORE") && !follows(page, "BEFORE", "IT"))
    #expect(
      rows(page, with: "BEFORE", size: 10) == [1, 2, 3, 4, 5] && rows(page, with: "AFTER", size: 10) == [0])
    terms.add("more")
    #expect(terms.take(size: 32_768).inRows == nil)
    terms.begin(10)
    terms.add("more")
    #expect(terms.take(size: 10).inRows == nil)
  }
}

extension TermCollector {
  /// Adds one row.
  mutating func add(_ row: Row) { add([row].span) }
}
