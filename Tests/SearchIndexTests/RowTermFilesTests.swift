import TestSupport
import Testing

@testable import SearchIndex

@Suite struct RowTermFilesTests {
  /// Pages of messages that have their page's number and a few words in common.
  private func pages(_ count: Int) -> [[UInt8]?] {
    var terms = PageTerms()
    return (1...count).map { number in
      for place in 0..<5 {
        terms.begin(place)
        terms.add("page N\(number) what is common to all \(place)")
      }
      return terms.take(size: 500).inRows
    }
  }

  private func files(of pages: [[UInt8]?]) -> [(name: String, bytes: [UInt8])] {
    var (rows, files) = (RowTermFiles(), [(name: String, bytes: [UInt8])]())
    for page in pages { rows.add(page) { files.append(($0, $1)) } }
    rows.end { files.append(($0, $1)) }
    return files
  }

  @Test(
    "A group has up to twice as many files as pages, and they give back what was told",
    arguments: [(1, 2), (2, 4), (5, 8), (31, 32), (63, 64), (64, 128), (128, 128), (129, 130), (200, 256)])
  func readBack(count: Int, made: Int) throws {
    let pages = pages(count)
    let files = files(of: pages)
    #expect(files.count == made)
    let groups = (0...(count - 1) / 128).map { RowTermFiles.names(ofGroup: $0, pages: count) }
    #expect(files.map(\.name) == groups.joined().map(\.self))
    var found: [[UInt8]] = []
    var left = files[...]
    for (group, names) in groups.enumerated() {
      found += try #require(
        RowTermFiles.read(left.prefix(names.count).map(\.bytes), group: group, pages: count))
      left = left.dropFirst(names.count)
    }
    #expect(found == pages)
    #expect(RowTermFiles.names(ofGroup: groups.count, pages: count).isEmpty)
  }

  @Test("A group with a page that is not told of has no files")
  func untold() {
    let files = files(of: pages(130).enumerated().map { $0.offset == 3 ? nil : $0.element })
    #expect(files.map(\.name) == ["w1-0.js", "w1-1.js", "w1-2.js", "w1-3.js"])
  }

  @Test("What is no such file is not read, and nothing traps")
  func damaged() throws {
    let files = files(of: pages(5)).map(\.bytes)
    #expect(RowTermFiles.read(files, group: 0, pages: 4) == nil)
    #expect(RowTermFiles.read(files.dropLast(), group: 0, pages: 5) == nil)
    #expect(RowTermFiles.read(files, group: 1, pages: 5) == nil)
    #expect(RowTermFiles.read(files.reversed(), group: 0, pages: 5) == nil)
    #expect(RowTermFiles.read(files.map { $0.dropLast() }, group: 0, pages: 5) == nil)
    #expect(RowTermFiles.read(Array(repeating: [], count: 8), group: 0, pages: 5) == nil)
    var random = SplitMix64(seed: 9)
    for _ in 0..<200 {
      var changed = files
      let file = random.below(changed.count)
      changed[file][random.below(changed[file].count)] = UInt8(random.below(256))
      if let read = RowTermFiles.read(changed, group: 0, pages: 5) { _ = self.files(of: read) }
    }
    // Files with nothing between the separators, and pages that are no such thing.
    let empty = (0..<8).map {
      Array("chatexport(\"w0-\($0)\",\"\(String(repeating: "|", count: 79))\")\n".utf8)
    }
    let read = try #require(RowTermFiles.read(empty, group: 0, pages: 5))
    #expect(self.files(of: read).map(\.bytes) == empty)
    #expect(self.files(of: [[], nil, Array("|".utf8)]).isEmpty)
  }
}
