import Frames
import TestSupport
import Testing

@testable import SearchIndex

@Suite struct RowTermsTests {
  /// Reads a file as the pages' script does: which messages, counted from 0, have a term's bits.
  private func rows(_ file: [UInt8]?, with term: String, size: Int) -> [Int] {
    let text = String(decoding: file ?? [], as: UTF8.self)
    let code = text.split(separator: "\"", omittingEmptySubsequences: false)
    guard code.count == 5 else { return [] }
    let bits = bits(term)
    return numbers(code[3].prefix { $0 != " " }).filter { ($0 - 1) / size == bits }.map { ($0 - 1) % size }
  }

  /// Whether a file has it that a term follows another, as the script looks for it.
  private func follows(_ file: [UInt8]?, _ first: String, _ second: String) -> Bool {
    let list = String(decoding: file ?? [], as: UTF8.self).split(separator: " ").last?.prefix { $0 != "\"" }
    return numbers(list ?? "").contains(((bits(first) * 0x9E37 + bits(second)) & 0xFFFF) + 1)
  }

  private func bits(_ term: String) -> Int {
    let hash = TermHash.of(Array(term.utf8).span)
    return Int((hash >> 16 ^ hash) & 0xFFFF)
  }

  private func file(_ texts: [String], size: Int) -> [UInt8]? {
    var terms = PageTerms()
    for (place, text) in texts.enumerated() {
      terms.begin(place)
      terms.add(text)
    }
    return terms.rowFile(ofPage: 7, size: size)?.bytes
  }

  @Test("Each term has the messages it is in, once", arguments: [20, 500, 32_767])
  func messages(size: Int) {
    let texts = (0..<20).map { $0 % 3 == 0 ? "every third third" : $0 == 13 ? "once 友達" : "each" }
    let file = file(texts, size: size)
    #expect(file.map { String(decoding: $0, as: UTF8.self).hasPrefix("chatexport(\"w7\",\"") } == true)
    #expect(rows(file, with: "THIRD", size: size) == [0, 3, 6, 9, 12, 15, 18])
    #expect(rows(file, with: "ONCE", size: size) == [13])
    #expect(rows(file, with: "友達", size: size) == [13])
    #expect(rows(file, with: "EACH", size: size).count == 12)
    #expect(rows(file, with: "NEVER", size: size).isEmpty)
  }

  @Test("Random messages lose none of their terms")
  func random() {
    var random = SplitMix64(seed: 3)
    let words = (0..<3_000).map { "W\($0)" }
    let texts = (0..<500).map { _ in
      (0..<12).map { _ in words[min(random.below(3_000), random.below(3_000))] }.joined(separator: " ")
    }
    let file = file(texts, size: 500)
    for word in words.prefix(40) {
      let having = texts.indices.filter { texts[$0].split(separator: " ").contains { $0 == word } }
      #expect(Set(rows(file, with: word, size: 500)).isSuperset(of: having))
    }
    #expect((file?.count ?? .max) < 6_000 * 3)
  }

  @Test("Terms that follow one another are told when several messages have both")
  func pairs() {
    let file = file(
      Array(repeating: "one, two – three 友達 four", count: 4) + ["two one", "four five"], size: 500)
    #expect(follows(file, "ONE", "TWO") && follows(file, "TWO", "ONE") && !follows(file, "ONE", "THREE"))
    #expect(follows(file, "TWO", "–") && follows(file, "–", "THREE") && !follows(file, "TWO", "THREE"))
    #expect(!follows(file, "FOUR", "FIVE") && !follows(file, "FOUR", "TWO"))
  }

  @Test("Texts of a message, who wrote it and what it brings do not follow one another")
  func texts() {
    var terms = PageTerms()
    for place in 0..<4 {
      terms.begin(place)
      terms.add(sender: "Ann", texts: [(.body, "one two"), (.body, "three")], kinds: [])
    }
    let file = terms.rowFile(ofPage: 7, size: 500)?.bytes
    #expect(follows(file, "ONE", "TWO") && !follows(file, "TWO", "THREE") && !follows(file, "byAnn", "ONE"))
  }

  @Test("What was taken is not in the next page's file, and pages that are too long have none")
  func limits() {
    var terms = PageTerms()
    for place in 0..<4 {
      terms.begin(place)
      terms.add("before it")
    }
    _ = terms.take()
    terms.add("after it")
    for place in 1..<6 {
      terms.begin(place)
      terms.add("it before")
    }
    let file = terms.rowFile(ofPage: 2, size: 10)?.bytes
    #expect(follows(file, "IT", "BEFORE") && !follows(file, "BEFORE", "IT"))
    #expect(
      rows(file, with: "BEFORE", size: 10) == [1, 2, 3, 4, 5] && rows(file, with: "AFTER", size: 10) == [0])
    #expect(terms.rowFile(ofPage: 2, size: 32_768) == nil)
    terms.begin(10)
    #expect(terms.rowFile(ofPage: 2, size: 10) == nil)
  }
}
