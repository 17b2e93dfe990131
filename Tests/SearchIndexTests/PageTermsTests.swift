import Frames
import Storage
import TestSupport
import Testing

@testable import SearchIndex

@Suite struct PageTermsTests {
  private static let letters: [Character] = [
    "a", "B", "é", "я", "é", "日", "本", "한", "𐐷", "𝒳", "👍", "7", " ", "-", "~", "|",
  ]

  /// The terms of random pages, collected one after another by `workers` collectors in turn.
  private func pages(_ count: Int, seed: UInt64, workers: Int = 1) -> [PageTerms] {
    var random = SplitMix64(seed: seed)
    var collectors = (0..<workers).map { _ in TermCollector() }
    return (1...count).map { number in
      let worker = number % workers
      for _ in 0..<random.below(60) {
        collectors[worker].add(String((0...random.below(9)).map { _ in random.pick(Self.letters) }))
      }
      // Some words are on page after page, some on few.
      if number % 3 > 0 { collectors[worker].add("often and seldom unbelievably") }
      collectors[worker].add(
        Row(
          kind: .message(index: 0, anchor: "", side: .incoming, sender: "Bo \(number % 2)"),
          frame: Frame(size: Size(width: 1, height: 1), items: [])))
      return collectors[worker].take(size: 500)
    }
  }

  private func files(of pages: [PageTerms], limit: Int = 1 << 30) throws -> [String: [UInt8]] {
    var (index, files) = (SearchIndex(limit: limit), [String: [UInt8]]())
    for (number, page) in pages.enumerated() { try index.add(page, number: number + 1) { files[$0] = $1 } }
    try index.write { files[$0] = $1 }
    return files
  }

  /// Reads packed terms of no sender and no row. A span cannot be an argument inside the macros.
  private func read(_ packed: [UInt8]) -> PageTerms? {
    PageTerms(senders: [], inRows: nil, packed: packed.span)
  }

  private func again(_ page: PageTerms) throws -> PageTerms {
    let read = PageTerms(senders: page.senders, inRows: page.inRows, packed: page.packed.span)
    return try #require(read)
  }

  @Test("An index is the same, however often its terms are put aside", arguments: [18_000, 40_000])
  func runs(limit: Int) throws {
    let pages = pages(300, seed: 7)
    #expect(try files(of: pages, limit: limit) == files(of: pages))
  }

  @Test("An index of pages that were recorded is the same, byte for byte")
  func recorded() throws {
    let pages = pages(120, seed: 9)
    let expected = try files(of: pages)
    #expect(expected.count > 10)
    #expect(try files(of: pages.map(again)) == expected)
    // Some laid out, some not.
    #expect(
      try files(of: pages.enumerated().map { $0.offset % 3 == 0 ? $0.element : try again($0.element) })
        == expected)
  }

  @Test("What is recorded of a page does not depend on the pages its worker had before", arguments: [2, 3])
  func workers(count: Int) {
    let (one, several) = (pages(30, seed: 4), pages(30, seed: 4, workers: count))
    #expect(one.map(\.packed) == several.map(\.packed))
    #expect(one.contains { !$0.packed.isEmpty })
  }

  @Test("Terms that no page has are not taken")
  func damaged() {
    for bytes in [[0], [1], [2, 0x41], [3, 0x41, 0, 0x42], [0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]]
      as [[UInt8]]
    {
      #expect(read(bytes) == nil, "\(bytes)")
    }
    #expect(read([]) != nil)
    #expect(read([1, 0x41, 2, 0x41, 0x42]) != nil)
  }
}
