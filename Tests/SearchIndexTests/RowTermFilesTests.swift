import TestSupport
import Testing

@testable import SearchIndex

@Suite struct RowTermFilesTests {
  /// Pages of messages that have their page's number and a few words in common.
  private func pages(_ count: Int) -> [[UInt8]?] {
    var terms = TermCollector()
    return (1...count).map { number in
      for row in 0..<5 {
        terms.begin(row)
        terms.add("page N\(number) what is common to all \(row)")
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
    "A group has up to twice as many files as pages, which have all parts of its pages in order",
    arguments: [(1, 2), (2, 4), (5, 8), (31, 32), (63, 64), (64, 128), (128, 128), (129, 130), (200, 256)])
  func groups(count: Int, made: Int) throws {
    let pages = pages(count)
    let files = try files(of: pages)
    #expect(files.count == made)
    #expect(files.map(\.name).allSatisfy { $0.hasPrefix("w0-") || $0.hasPrefix("w1-") })
    var found = Array(repeating: [String](), count: count)
    for group in 0...(count - 1) / 128 {
      let first = group * 128
      let inGroup = min(128, count - first)
      for file in files where file.name.hasPrefix("w\(group)-") {
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(text.hasPrefix("location.protocol==\"file:\"&&chatexport(\"\(file.name.dropLast(3))\",\""))
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)[5]
          .split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        for page in 0..<inGroup {
          let share = parts.count / inGroup
          found[first + page] += parts[page * share..<(page + 1) * share]
        }
      }
    }
    #expect(found.map { Array($0.joined(separator: "|").utf8) } == pages)
  }

  @Test("A group with a page that is not told of has no files")
  func untold() throws {
    let files = try files(of: pages(130).enumerated().map { $0.offset == 3 ? nil : $0.element })
    #expect(files.map(\.name) == ["w1-0.js", "w1-1.js", "w1-2.js", "w1-3.js"])
  }

  @Test("Parts that are none, from a damaged record, give no files")
  func damaged() throws {
    #expect(try files(of: [[], nil, Array("|".utf8)]).isEmpty)
  }
}
