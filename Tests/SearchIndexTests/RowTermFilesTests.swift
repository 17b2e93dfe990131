import TestSupport
import Testing

@testable import SearchIndex

@Suite struct RowTermFilesTests {
  /// Pages of messages that have their page's number and a few words in common.
  private func pages(_ count: Int) -> [[UInt8]?] {
    var terms = TermCollector()
    return (1...count).map { number in
      for place in 0..<5 {
        terms.begin(place)
        terms.add("page N\(number) what is common to all \(place)")
      }
      return terms.take(size: 500).inRows
    }
  }

  private func files(of pages: [[UInt8]?]) throws -> [(name: String, bytes: [UInt8])] {
    var (rows, files) = (RowTermFiles(), [(name: String, bytes: [UInt8])]())
    for page in pages { try rows.add(page) { files.append(($0, $1)) } }
    try rows.end { files.append(($0, $1)) }
    return files
  }

  @Test(
    "A group has up to twice as many files as pages, and they give back what was told",
    arguments: [(1, 2), (2, 4), (5, 8), (31, 32), (63, 64), (64, 128), (128, 128), (129, 130), (200, 256)])
  func readBack(count: Int, made: Int) throws {
    let pages = pages(count)
    let files = try files(of: pages)
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
  func untold() throws {
    let files = try files(of: pages(130).enumerated().map { $0.offset == 3 ? nil : $0.element })
    #expect(files.map(\.name) == ["w1-0.js", "w1-1.js", "w1-2.js", "w1-3.js"])
  }

  @Test("Files in their place stay, and are written again where a page of their group is another")
  func inPlace() throws {
    let pages = pages(200)
    let whole = try files(of: pages)
    var changed = pages
    changed[150] = changed[3]
    let other = try files(of: changed)
    var (rows, kept, written) = (RowTermFiles(), [String](), [(name: String, bytes: [UInt8])]())
    var asked: [Int] = []
    let earlier = RowTermFiles.Earlier {
      asked.append($0)
      return pages[$0 - 1]
    } keep: {
      kept.append($0)
    }
    for (place, page) in changed.enumerated() {
      let isInPlace = place != 150
      try rows.add(isInPlace ? nil : page, isInPlace: isInPlace, earlier: earlier) {
        written.append(($0, $1))
      }
    }
    try rows.end(earlier: earlier) { written.append(($0, $1)) }
    #expect(kept == RowTermFiles.names(ofGroup: 0, pages: 200))
    #expect(asked == Array(129...150) + Array(152...200))
    #expect(written.map(\.name) == other.dropFirst(128).map(\.name))
    #expect(written.map(\.bytes) == other.dropFirst(128).map(\.bytes))
    #expect(whole.prefix(128).map(\.bytes) == other.prefix(128).map(\.bytes))
  }

  @Test("What is no such file is not read, and nothing traps")
  func damaged() throws {
    let files = try files(of: pages(5)).map(\.bytes)
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
      if let read = RowTermFiles.read(changed, group: 0, pages: 5) { _ = try self.files(of: read) }
    }
    // Files with nothing between the separators, and pages that are no such thing.
    let empty = (0..<8).map {
      Array("chatexport(\"w0-\($0)\",\"\(String(repeating: "|", count: 79))\")\n".utf8)
    }
    let read = try #require(RowTermFiles.read(empty, group: 0, pages: 5))
    #expect(try self.files(of: read).map(\.bytes) == empty)
    #expect(try self.files(of: [[], nil, Array("|".utf8)]).isEmpty)
  }
}
