internal import Frames

/// A height in the layout of small screens and in that of large ones.
struct LayoutHeights {
  var narrow = LayoutUnit.zero
  var wide = LayoutUnit.zero

  static func += (sum: inout LayoutHeights, heights: LayoutHeights) {
    sum.narrow += heights.narrow
    sum.wide += heights.wide
  }
}

/// The answers of a row to its section, by the row's index among others: a row taken out of its array would
/// be copied for each question.
extension Row {
  static func heights(of rows: Span<Row>, at index: Int) -> LayoutHeights {
    let narrow = rows[index].frame.size.height
    return LayoutHeights(narrow: narrow, wide: rows[index].wide?.size.height ?? narrow)
  }
  static func hasFolds(_ rows: Span<Row>, at index: Int) -> Bool { rows[index].frame.hasFolds }
  static func isDay(_ rows: Span<Row>, at index: Int) -> Bool {
    if case .day = rows[index].kind { true } else { false }
  }
  static func messageIndex(of rows: Span<Row>, at index: Int) -> Int32 { rows[index].kind.messageIndex }
  static func addBubbles(of rows: Span<Row>, at index: Int, to paths: inout SectionOutlines) {
    paths.add(rows[index].frame)
  }
}

extension Row.Kind {
  /// The message the row is of, or for a day the one it stands before.
  var messageIndex: Int32 {
    switch self {
    case .message(let index, _, _, _), .notice(let index, _): index
    case .day(_, let before): before
    }
  }
}
