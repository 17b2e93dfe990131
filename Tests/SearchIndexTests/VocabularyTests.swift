import TestSupport
import Testing

@testable import SearchIndex

@Suite struct VocabularyTests {
  private func index(_ pages: [[String]], with makeCollector: (Int) -> Int) throws -> [[UInt8]] {
    var (index, collectors) = (SearchIndex(), [Int: TermCollector]())
    var files: [[UInt8]] = []
    for (pageIndex, texts) in pages.enumerated() {
      let collector = makeCollector(pageIndex)
      for text in texts { collectors[collector, default: TermCollector()].add(text) }
      let page = collectors[collector]?.take(size: 500) ?? PageTerms()
      try index.add(page, number: pageIndex + 1) { files.append($1) }
    }
    try index.write { files.append($1) }
    return files
  }

  @Test("The index is the same, whoever collected which page, and however often a vocabulary began anew")
  func collectors() throws {
    var random = SplitMix64(seed: 11)
    let pages = (0..<40).map { page in
      (0..<30).map { _ in
        (0..<40).map { _ in
          switch random.below(4) {
          case 0: "word\(random.below(200))"
          case 1: "rare\(page)x\(random.below(100_000))"
          case 2: "слово\(random.below(300))"
          default: "日本\(random.below(10))語"
          }
        }.joined(separator: " ")
      }
    }
    let afresh = try index(pages) { $0 }
    #expect(try index(pages) { _ in 0 } == afresh)
    #expect(try index(pages) { $0 % 3 } == afresh)
    #expect(try index(pages) { $0 % 35 } == afresh)
  }
}
