import Frames
import Storage
import TestSupport
import Testing

@testable import SearchIndex

@Suite struct IndexedTermsTests {
  private static let letters: [Character] = [
    "a", "B", "é", "я", "é", "日", "本", "한", "𐐷", "𝒳", "👍", "7", " ", "-", "~", "|",
  ]

  /// The files of terms of an index of random pages, and what the pages were.
  private func index(
    pages count: Int, seed: UInt64, limit: Int = 1 << 30
  ) throws -> (files: [[UInt8]], pages: [PageTerms]) {
    var random = SplitMix64(seed: seed)
    var index = SearchIndex(limit: limit)
    var pages: [PageTerms] = []
    var terms = TermCollector()
    for number in 1...count {
      for _ in 0..<random.below(60) {
        terms.add(String((0...random.below(9)).map { _ in random.pick(Self.letters) }))
      }
      // Some words are on page after page, some on few.
      if number % 3 > 0 { terms.add("often") }
      if number % 97 == 1 { terms.add("seldom") }
      terms.add(
        Row(
          kind: .message(index: 0, anchor: "", side: .incoming, sender: "Bo \(number % 2)"),
          frame: Frame(size: Size(width: 1, height: 1), items: [])))
      let found = terms.take(size: 500)
      pages.append(found)
      try index.add(found, number: number) { _, _ in }
    }
    var files: [[UInt8]] = []
    try index.write { name, bytes in if name.hasPrefix("s"), name != "s.js" { files.append(bytes) } }
    return (files, pages)
  }

  @Test("An index is the same, however often its terms are put aside", arguments: [18_000, 40_000])
  func runs(limit: Int) throws {
    let whole = try index(pages: 300, seed: 7).files
    #expect(whole.count > 3)
    #expect(try index(pages: 300, seed: 7, limit: limit).files == whole)
  }

  private func terms(_ page: PageTerms) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    var start = 0
    for term in page.terms {
      let groups = page.groups.span.extracting(start..<Int(term.end))
      #expect(HashSeed.ofProcess.hash(ofTerm: groups) == term.hash)
      var bytes: [UInt8] = []
      PackedTerm.appendBytes(of: groups, to: &bytes)
      #expect(found.insert(bytes).inserted)
      start = Int(term.end)
    }
    return found
  }

  @Test("Each page's terms are read back from the files", arguments: [1, 2, 40, 700])
  func roundTrip(count: Int) throws {
    let (files, pages) = try index(pages: count, seed: UInt64(count))
    let read = try #require(IndexedTerms(files, pages: count))
    for number in 1...count {
      let page = try #require(read.page(number)).written(by: ["Bo"], inRows: nil)
      #expect(terms(page) == terms(pages[number - 1]))
      #expect(page.senders == ["Bo"])
    }
    #expect(read.page(0) == nil && read.page(count + 1) == nil)
    #expect(IndexedTerms(files, pages: count - 1) == nil)
  }

  @Test("An index of pages that were read back is the same, byte for byte")
  func again() throws {
    let (files, pages) = try index(pages: 120, seed: 9)
    let read = try #require(IndexedTerms(files, pages: 120))
    var index = SearchIndex()
    for (place, page) in pages.enumerated() {
      let kept = try #require(read.page(place + 1)).written(by: page.senders, inRows: page.inRows)
      try index.add(place % 5 == 0 ? page : kept, number: place + 1) { _, _ in }
    }
    var again: [[UInt8]] = []
    try index.write { name, bytes in if name.hasPrefix("s"), name != "s.js" { again.append(bytes) } }
    #expect(again == files)
  }

  @Test("Files that are something else are refused or read, and harm nothing")
  func damage() throws {
    let (files, _) = try index(pages: 30, seed: 4)
    #expect(IndexedTerms([[]], pages: 30) == nil)
    #expect(IndexedTerms([Array("chatexport(\"s0\",\"".utf8)], pages: 30) == nil)
    #expect(IndexedTerms(files.map { $0.dropLast() }, pages: 30) == nil)
    var random = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      var changed = files[0]
      for _ in 0..<3 { changed[random.below(changed.count)] = UInt8(truncatingIfNeeded: random.next()) }
      _ = IndexedTerms([changed], pages: 30)?.page(3)
    }
  }
}
