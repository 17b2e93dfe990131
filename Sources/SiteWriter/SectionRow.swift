internal import Frames

/// What a section knows of a row: one that was laid out, or one that stands on an earlier page.
protocol SectionRow {
  var height: LayoutUnit { get }
  var hasFolds: Bool { get }
  var isDay: Bool { get }
  /// The message the row is of, or for a day the one it stands before.
  var messageIndex: Int32 { get }
  /// Adds its line to the section's drawing.
  func addBubbles(to paths: inout SectionPaths)
  /// Writes the row, without the newline after it.
  func write(by writer: RowWriter, on page: RowContext, to html: inout HTMLWriter)
}

/// Inlined, so that no row is copied to be asked.
extension Row: SectionRow {
  var height: LayoutUnit { @inline(__always) get { frame.size.height } }
  var hasFolds: Bool { @inline(__always) get { frame.hasFolds } }
  var isDay: Bool { @inline(__always) get { if case .day = kind { true } else { false } } }

  var messageIndex: Int32 {
    @inline(__always) get {
      switch kind {
      case .message(let index, _, _, _), .notice(let index, _): index
      case .day(_, let before): before
      }
    }
  }

  @inline(__always)
  func addBubbles(to paths: inout SectionPaths) { paths.add(frame) }

  @inline(__always)
  func write(by writer: RowWriter, on page: RowContext, to html: inout HTMLWriter) {
    writer.write(self, on: page, to: &html)
  }
}

extension WrittenRow: SectionRow {
  var height: LayoutUnit { outline.height }
  var hasFolds: Bool { outline.hasFolds }
  var isDay: Bool { place.isDay }
  var messageIndex: Int32 { index }

  func addBubbles(to paths: inout SectionPaths) { paths.add(self) }

  func write(by writer: RowWriter, on page: RowContext, to html: inout HTMLWriter) {
    let bytes = self.page.bytes
    html.append(written: bytes.span.extracting(place.markup.lowerBound..<place.number.lowerBound))
    html.integer(Int(index))
    html.append(written: bytes.span.extracting(place.number.upperBound..<place.markup.upperBound))
  }
}

extension PageRow: SectionRow {
  var height: LayoutUnit {
    switch self {
    case .laidOut(let row): row.height
    case .written(let row): row.height
    }
  }
  var hasFolds: Bool {
    switch self {
    case .laidOut(let row): row.hasFolds
    case .written(let row): row.hasFolds
    }
  }
  var isDay: Bool {
    switch self {
    case .laidOut(let row): row.isDay
    case .written(let row): row.isDay
    }
  }
  var messageIndex: Int32 {
    switch self {
    case .laidOut(let row): row.messageIndex
    case .written(let row): row.messageIndex
    }
  }

  func addBubbles(to paths: inout SectionPaths) {
    switch self {
    case .laidOut(let row): row.addBubbles(to: &paths)
    case .written(let row): row.addBubbles(to: &paths)
    }
  }

  func write(by writer: RowWriter, on page: RowContext, to html: inout HTMLWriter) {
    switch self {
    case .laidOut(let row): row.write(by: writer, on: page, to: &html)
    case .written(let row): row.write(by: writer, on: page, to: &html)
    }
  }
}
