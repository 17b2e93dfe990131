/// The positions of the rows in a column, and the query for the rows in a range of heights.
public struct RowTops: Sendable, Equatable {
  /// The bottom edge of each row from the top of the column, in 1/64 px; never decreases.
  private var ends: [Int] = []

  /// A column without rows.
  public init() {}

  /// The height of all rows, in 1/64 px.
  public var height: Int { ends.last ?? 0 }

  /// Adds a row at the bottom.
  public mutating func append(height: LayoutUnit) { ends.append(self.height + max(0, Int(height.raw))) }

  /// Returns the rows that overlap the heights in `range`, in 1/64 px.
  public func rows(in range: Range<Int>) -> Range<Int> {
    Self.rows(in: range, of: ends.count) { ends[$0] }
  }

  /// Returns the rows that overlap `range`, of `count` rows whose bottom edges `end` returns.
  ///
  /// Finds the first row by binary search and the others one by one, so the cost grows with the rows found.
  static func rows(in range: Range<Int>, of count: Int, end: (Int) -> Int) -> Range<Int> {
    var (first, after) = (0, count)
    while first < after {
      let middle = first + (after - first) / 2
      if end(middle) > range.lowerBound { after = middle } else { first = middle + 1 }
    }
    guard first < count, !range.isEmpty else { return first..<first }
    // The first row that ends below the range's start may begin below its end.
    guard first == 0 ? range.upperBound > 0 : end(first - 1) < range.upperBound else { return first..<first }
    var last = first + 1
    while last < count, end(last - 1) < range.upperBound { last += 1 }
    return first..<last
  }
}
