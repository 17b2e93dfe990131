import Frames
import PDF

/// The structure of a frame's texts: lists, tables, quotations, headings and paragraphs.
///
/// Derived from the items as on the site: a marker comes before the text of its list's item, and the cells of a table's row are at one
/// height.
struct PaperStructure {
  private enum Open: Equatable {
    case none, list, quote, table
    case row(top: LayoutUnit, isHeader: Bool)
  }
  private var open = Open.none
  private var hasLabel = false

  /// Opens the elements that a text needs around its content, and returns how many to close after it.
  mutating func enter(_ item: FrameItem, in frame: Frame, at index: Int, on sheet: inout Sheet) throws -> Int
  {
    guard case .text(let block) = item.content else {
      try leave(to: .none, on: &sheet)
      sheet.open(.paragraph)
      return 1
    }
    switch item.id.role {
    case .marker, .ordinal:
      if open != .list { try leave(to: .none, on: &sheet) }
      if open != .list {
        sheet.open(.list)
        open = .list
      } else if !hasLabel {
        try sheet.closeElement()
      }
      if !hasLabel { sheet.open(.listItem) }
      hasLabel = true
      sheet.open(.label)
      return 1
    case .text where open == .list && hasLabel:
      hasLabel = false
      sheet.open(.listBody)
      return 1
    case .cell: return try enterCell(item, in: frame, at: index, on: &sheet)
    case .quoteName:
      try leave(to: .none, on: &sheet)
      sheet.open(.quote)
      open = .quote
      sheet.open(.paragraph)
      return 1
    case .quoteText:
      if open != .quote { try leave(to: .none, on: &sheet) }
      sheet.open(.paragraph)
      return 1
    default: break
    }
    try leave(to: .none, on: &sheet)
    switch block.role {
    case .heading: sheet.open(.heading3)
    case .code:
      sheet.open(.paragraph)
      sheet.open(.code)
      return 2
    default: sheet.open(.paragraph)
    }
    return 1
  }

  /// Adds an empty cell of a table.
  mutating func skipCell(_ item: FrameItem, in frame: Frame, at index: Int, on sheet: inout Sheet) throws {
    let count = try enterCell(item, in: frame, at: index, on: &sheet)
    for _ in 0..<count { try sheet.closeElement() }
  }

  /// Closes what is open before content that belongs to none of it.
  mutating func leaveTexts(on sheet: inout Sheet) throws { try leave(to: .none, on: &sheet) }

  /// Closes everything.
  mutating func finish(on sheet: inout Sheet) throws { try leave(to: .none, on: &sheet) }

  private mutating func enterCell(_ item: FrameItem, in frame: Frame, at index: Int, on sheet: inout Sheet)
    throws -> Int
  {
    var isHeader = false
    if case .row(item.rect.minY, let known) = open {
      isHeader = known
    } else {
      var isFirst = true
      switch open {
      case .row:
        try sheet.closeElement()
        isFirst = false
      case .table: isFirst = false
      case .none, .list, .quote:
        try leave(to: .none, on: &sheet)
        sheet.open(.table)
      }
      sheet.open(.row)
      isHeader = isFirst && Self.isHeader(frame, from: index)
      open = .row(top: item.rect.minY, isHeader: isHeader)
    }
    sheet.open(isHeader ? .header : .cell)
    return 1
  }

  /// True if the cells of the row that begins at an index are bold throughout.
  private static func isHeader(_ frame: Frame, from first: Int) -> Bool {
    for item in frame.items[first...] {
      guard item.id.role == .cell, item.rect.minY == frame.items[first].rect.minY else { break }
      guard case .text(let block) = item.content else { continue }
      guard let mark = block.marks.first, mark.kind == .strong, mark.start == 0,
        Int(mark.end) == block.text.utf8.count
      else { return false }
    }
    return true
  }

  private mutating func leave(to next: Open, on sheet: inout Sheet) throws {
    switch open {
    case .none: return
    case .list:
      try sheet.closeElement()
      try sheet.closeElement()
    case .quote, .table: try sheet.closeElement()
    case .row:
      try sheet.closeElement()
      try sheet.closeElement()
    }
    (open, hasLabel) = (next, false)
  }
}
