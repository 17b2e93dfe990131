import TestSupport
import Testing

@testable import Frames

@Suite struct RowColumnTests {
  @Test("Row 7: the rows that a range shows are those that a look at every row finds, and few are asked")
  func visible() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<400 {
      let heights = (0..<random.below(200)).map { _ in random.below(4) == 0 ? 0 : random.below(9000) }
      var column = RowTops()
      var spans: [Range<Int>] = []
      for height in heights {
        let top = column.height
        column.append(height: LayoutUnit(raw: Int32(height)))
        spans.append(top..<column.height)
      }
      for _ in 0..<50 {
        let start = random.below(column.height + 2000) - 1000
        let range = start..<start + 1 + random.below(20_000)
        let expected = spans.indices.filter {
          spans[$0].lowerBound < range.upperBound && spans[$0].upperBound > range.lowerBound
        }
        var probes = 0
        let found = RowTops.rows(in: range, of: spans.count) {
          probes += 1
          return spans[$0].upperBound
        }
        #expect(Array(found) == expected)
        #expect(column.rows(in: range) == found)
        let halvings = (0...).first { 1 << $0 >= spans.count } ?? 0
        #expect(probes <= halvings + expected.count + 2, "\(spans.count) rows, \(range)")
      }
      #expect(column.rows(in: 5..<5).isEmpty)
    }
  }
}
