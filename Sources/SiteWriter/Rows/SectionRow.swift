internal import Frames
internal import HTML

/// What a section knows of a row: one that was laid out, or one that may stand on an earlier page.
///
/// Asked by its place among others, because a row that is handed to generic code is copied for every question.
protocol SectionRow {
  static func heights(of rows: Span<Self>, at place: Int) -> LayoutHeights
  static func hasFolds(_ rows: Span<Self>, at place: Int) -> Bool
  static func isDay(_ rows: Span<Self>, at place: Int) -> Bool
  /// The message the row is of, or for a day the one it stands before.
  static func messageIndex(of rows: Span<Self>, at place: Int) -> Int32
  /// Adds its line to the section's drawing.
  static func addBubbles(of rows: Span<Self>, at place: Int, to paths: inout SectionOutlines)
  /// Writes the row, without the newline after it.
  static func write(
    _ rows: Span<Self>, at place: Int, by writer: RowWriter, on page: RowContext, to html: inout HTMLWriter)
}

/// How high something is in the layout of small screens and in that of large ones.
struct LayoutHeights {
  var narrow = LayoutUnit.zero
  var wide = LayoutUnit.zero

  static func += (sum: inout LayoutHeights, heights: LayoutHeights) {
    sum.narrow += heights.narrow
    sum.wide += heights.wide
  }
}

extension Row: SectionRow {
  static func heights(of rows: Span<Row>, at place: Int) -> LayoutHeights {
    let narrow = rows[place].frame.size.height
    return LayoutHeights(narrow: narrow, wide: rows[place].wide?.size.height ?? narrow)
  }
  static func hasFolds(_ rows: Span<Row>, at place: Int) -> Bool { rows[place].frame.hasFolds }
  static func isDay(_ rows: Span<Row>, at place: Int) -> Bool {
    if case .day = rows[place].kind { true } else { false }
  }
  static func messageIndex(of rows: Span<Row>, at place: Int) -> Int32 { rows[place].kind.messageIndex }
  static func addBubbles(of rows: Span<Row>, at place: Int, to paths: inout SectionOutlines) {
    paths.add(rows[place].frame)
  }
  static func write(
    _ rows: Span<Row>, at place: Int, by writer: RowWriter, on page: RowContext, to html: inout HTMLWriter
  ) {
    writer.write(rows, at: place, on: page, to: &html)
  }
}

extension PageRow: SectionRow {
  static func heights(of rows: Span<PageRow>, at place: Int) -> LayoutHeights {
    switch rows[place] {
    case .laidOut(let row):
      LayoutHeights(
        narrow: row.frame.size.height, wide: row.wide?.size.height ?? row.frame.size.height)
    case .written(let row): LayoutHeights(narrow: row.outline.height, wide: row.outline.wideHeight)
    }
  }
  static func hasFolds(_ rows: Span<PageRow>, at place: Int) -> Bool {
    switch rows[place] {
    case .laidOut(let row): row.frame.hasFolds
    case .written(let row): row.outline.hasFolds
    }
  }
  static func isDay(_ rows: Span<PageRow>, at place: Int) -> Bool {
    switch rows[place] {
    case .laidOut(let row): if case .day = row.kind { true } else { false }
    case .written(let row): row.place.isDay
    }
  }
  static func messageIndex(of rows: Span<PageRow>, at place: Int) -> Int32 {
    switch rows[place] {
    case .laidOut(let row): row.kind.messageIndex
    case .written(let row): row.index
    }
  }
  static func addBubbles(of rows: Span<PageRow>, at place: Int, to paths: inout SectionOutlines) {
    switch rows[place] {
    case .laidOut(let row): paths.add(row.frame)
    case .written(let row): paths.add(row)
    }
  }
  static func write(
    _ rows: Span<PageRow>, at place: Int, by writer: RowWriter, on page: RowContext, to html: inout HTMLWriter
  ) {
    switch rows[place] {
    case .laidOut(let row): writer.write([row].span, at: 0, on: page, to: &html)
    case .written(let row): html.append(row)
    }
  }
}

extension HTMLWriter {
  /// A row as it stands on an earlier page, with its message's place in the conversation as it is now.
  fileprivate mutating func append(_ row: WrittenRow) {
    let bytes = row.page.bytes
    append(written: bytes.span.extracting(row.place.markup.lowerBound..<row.place.number.lowerBound))
    integer(Int(row.index))
    append(written: bytes.span.extracting(row.place.number.upperBound..<row.place.markup.upperBound))
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
