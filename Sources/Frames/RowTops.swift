/// Rows that stand one under the other, and which of them a range of heights shows.
public struct RowTops: Sendable, Equatable {
  /// Where each row ends, from the top of the column, in 1/64 px: never above the end of the row before.
  private var ends: [Int] = []

  /// A column without rows.
  public init() {}

  /// The height of all rows, in 1/64 px.
  public var height: Int { ends.last ?? 0 }

  /// Adds a row under the others.
  public mutating func append(height: LayoutUnit) { ends.append(self.height + max(0, Int(height.raw))) }

  /// The rows that have some of the heights in `range`, in 1/64 px.
  public func rows(in range: Range<Int>) -> Range<Int> {
    Self.rows(in: range, of: ends.count) { ends[$0] }
  }

  /// The same for `count` rows of which `end` tells where each ends.
  ///
  /// Asks for the ends of as many rows as are found, and a few more: by halves for the first, one by one for the others.
  static func rows(in range: Range<Int>, of count: Int, end: (Int) -> Int) -> Range<Int> {
    var (first, after) = (0, count)
    while first < after {
      let middle = first + (after - first) / 2
      if end(middle) > range.lowerBound { after = middle } else { first = middle + 1 }
    }
    guard first < count, !range.isEmpty else { return first..<first }
    // The first row may begin far above, or behind the range, when there is nothing between.
    guard first == 0 ? range.upperBound > 0 : end(first - 1) < range.upperBound else { return first..<first }
    var last = first + 1
    while last < count, end(last - 1) < range.upperBound { last += 1 }
    return first..<last
  }
}
