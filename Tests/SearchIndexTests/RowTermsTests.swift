import TestSupport
import Testing

@testable import SearchIndex

@Suite struct RowTermsTests {
  /// Reads a file as the pages' script does: which messages, counted from 0, have a term's bits.
  private func rows(_ file: [UInt8]?, with term: String, size: Int) -> [Int] {
    let text = String(decoding: file ?? [], as: UTF8.self)
    let code = text.split(separator: "\"", omittingEmptySubsequences: false)
    guard code.count == 5 else { return [] }
    let hash = TermHash.of(Array(term.utf8).span)
    let bits = Int((hash >> 16 ^ hash) & 0xFFFF)
    return numbers(code[3]).filter { ($0 - 1) / size == bits }.map { ($0 - 1) % size }
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

  @Test("What was taken is not in the next page's file, and pages that are too long have none")
  func limits() {
    var terms = PageTerms()
    terms.add("before")
    _ = terms.take()
    terms.add("after")
    let file = terms.rowFile(ofPage: 2, size: 10)?.bytes
    #expect(rows(file, with: "BEFORE", size: 10).isEmpty && rows(file, with: "AFTER", size: 10) == [0])
    #expect(terms.rowFile(ofPage: 2, size: 32_768) == nil)
    terms.begin(10)
    #expect(terms.rowFile(ofPage: 2, size: 10) == nil)
  }
}
