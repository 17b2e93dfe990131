import Frames

/// A height in the layouts of small and large screens, with the runs of notices closed, and the height that
/// opening all of them adds.
struct LayoutHeights {
  var narrow = LayoutUnit.zero
  var wide = LayoutUnit.zero
  var opened = LayoutUnit.zero
  var wideOpened = LayoutUnit.zero

  static func += (sum: inout LayoutHeights, heights: LayoutHeights) {
    sum.narrow += heights.narrow
    sum.wide += heights.wide
    sum.opened += heights.opened
    sum.wideOpened += heights.wideOpened
  }
}

/// Facts about a row, by its index: taking the row out of its array would copy it each time.
extension Row {
  static func heights(of rows: Span<Row>, at index: Int) -> LayoutHeights {
    let narrow = rows[index].frame.size.height
    var heights = LayoutHeights(narrow: narrow, wide: rows[index].wide?.size.height ?? narrow)
    if case .run(let notices) = rows[index].kind, !rows[index].kind.isRunOfSteps {
      for notice in notices {
        heights.opened += notice.frame.size.height
        heights.wideOpened += (notice.wide ?? notice.frame).size.height
      }
    }
    return heights
  }
  static func hasFolds(_ rows: Span<Row>, at index: Int) -> Bool {
    if case .run = rows[index].kind { true } else { rows[index].frame.hasFolds }
  }
  /// Returns the number of rows of a section. A row without a height stays with the later row that shows its content.
  static func sectionCount(of rows: Span<Row>, atMost limit: Int) -> Int {
    var count = min(limit, rows.count)
    while count > 1, rows[count - 1].frame.size.height == .zero { count -= 1 }
    return count
  }
  static func isDay(_ rows: Span<Row>, at index: Int) -> Bool {
    if case .day = rows[index].kind { true } else { false }
  }
  static func messageIndex(of rows: Span<Row>, at index: Int) -> Int32 { rows[index].kind.messageIndex }
  static func lastMessageIndex(of rows: Span<Row>, at index: Int) -> Int32 {
    if case .run(let notices) = rows[index].kind, let last = notices.last { return last.kind.messageIndex }
    return rows[index].kind.messageIndex
  }
  static func addBubbles(of rows: Span<Row>, at index: Int, to paths: inout SectionOutlines) {
    paths.add(rows[index].frame)
  }
}
