import Digests
import ImportKit
import Testing

@testable import ExportPipeline

@Suite struct PageSourcesTests {
  /// The pages of messages with these digests, three messages a page.
  private func pages(_ digests: [UInt64], ends: [Int] = []) -> [PageSources.PageSource] {
    var sources = PageSources(pageSize: 3)
    for (index, digest) in digests.enumerated() {
      sources.add(
        SourceEntry(
          position: SourcePosition(UInt64(index)), digest: ShortDigest(first: digest, second: 0),
          participantEnd: ends.isEmpty ? 0 : ends[index]))
    }
    sources.finish()
    return sources.pages
  }

  /// The numbers of the pages that differ.
  private func changed(_ one: [PageSources.PageSource], _ other: [PageSources.PageSource]) -> [Int] {
    (0..<max(one.count, other.count)).filter { index in
      !one.indices.contains(index) || !other.indices.contains(index) || one[index] != other[index]
    }.map { $0 + 1 }
  }

  @Test(
    "A message is part of its page, and of the page beside it if it is the first or last",
    arguments: [
      (0, [1]), (1, [1]), (2, [1, 2]), (3, [1, 2]), (4, [2]), (5, [2, 3]), (6, [2, 3]), (7, [3]),
    ])
  func neighbours(index: Int, expected: [Int]) {
    let digests = Array(0..<8 as Range<UInt64>)
    var other = digests
    other[index] = 99
    #expect(changed(pages(digests), pages(other)) == expected)
  }

  @Test("Messages at the end change the last pages alone", arguments: 1...9)
  func growth(count: Int) {
    let digests = Array(0..<12 as Range<UInt64>)
    let first = (count - 1) / 3 + 1
    #expect(changed(pages(Array(digests[..<count])), pages(digests)) == Array(first...4))
  }

  @Test("A page without a neighbour is another one than with the neighbour among its messages")
  func edges() {
    #expect(pages([1, 2]) != pages([1, 2, 3]))
    #expect(pages([1, 2, 3, 4])[0].digest != pages([1, 2, 3])[0].digest)
    #expect(pages([]).isEmpty)
  }

  @Test("Participants count up to the page where they came")
  func participants() {
    let pages = pages(Array(0..<9), ends: [1, 0, 2, 1, 1, 1, 5, 0, 0])
    #expect(pages.map(\.participantEnd) == [2, 2, 5])
  }

  @Test("Digests of what comes one after the other are those of each alone")
  func digests() {
    for text in ["", "abc", String(repeating: "a", count: 1000), "abc"] {
      let bytes = Array(text.utf8)
      let digest = ShortDigest(of: bytes.span)
      let numbers = [digest.first, digest.second].map { number in
        let digits = String(number.byteSwapped, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }
      #expect(numbers.joined() == SHA256.hexDigest(of: bytes.span).prefix(32))
    }
  }
}
