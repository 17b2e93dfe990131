import Frames
import HTML

/// The structure of a row's items for copying its texts and for screen readers: lists, tables, and line breaks.
///
/// Items have fixed positions, so the structure is invisible. But browsers copy positioned texts by their elements: Chromium puts
/// nothing between two of them, and Firefox puts each on a line of its own. So there is a `br` between texts (which the style sheet
/// hides from Firefox, because it does not need it), a list's marker is in an element with its text, and a table's cells are in
/// rows, with tabs between them. Lists are not `ul`, because Firefox would indent them when copied. A quotation's bars beside a list
/// are written after it, because they would end it (``RowWriter``).
///
/// The structure is derived from the items: a marker comes before the text of its list's item, and the cells of a table's row are at
/// one height.
struct ItemStructure {
  /// The elements that an item can be written as.
  enum Element {
    /// An element of the row.
    case own
    /// A `span` in the line of a list's item.
    case listed
    /// A `span` in the line of a table's row.
    case cell
    /// A `span` in the line of a table's row of headers.
    case header
  }

  /// The open elements.
  private enum Open: Equatable {
    case none
    case list
    case item(hasText: Bool)
    case table
    case row(top: LayoutUnit, isHeader: Bool)
  }

  private var open = Open.none
  /// True if a line break is needed between the last text and the next item.
  private var wantsBreak = false

  /// Writes the structure before the item at an index, and returns the element for the item.
  mutating func enter(_ items: Span<FrameItem>, at index: Int, to html: inout HTMLWriter) -> Element {
    let role = items[index].id.role
    switch items[index].content {
    case .text where role == .marker || role == .ordinal:
      if open == .item(hasText: false) {
        html.raw(" ")
      } else {
        if case .item = open { close(to: .list, &html) }
        if open != .list {
          close(to: .none, &html)
          html.raw("<div role=\"list\">")
        }
        html.raw("<div role=\"listitem\">")
        open = .item(hasText: false)
      }
      return .listed
    case .text where role == .text && open == .item(hasText: false):
      html.raw(" ")
      open = .item(hasText: true)
      return .listed
    case .text where role == .cell, .emptyCell: return enterCell(items, at: index, to: &html)
    case .box where role == .cellRule && isInTable:
      close(to: .table, &html)
    case .text, .time:
      startText(to: &html)
      wantsBreak = true
    case .box, .icon, .image, .emoji, .reaction, .waveform, .player, .copy: startText(to: &html)
    case .bubble, .avatar, .status, .jump, .file, .link, .fold: close(to: .none, &html)
    }
    return .own
  }

  /// True in a list.
  var isInList: Bool {
    switch open {
    case .list, .item: true
    case .none, .table, .row: false
    }
  }
  /// True in neither a list nor a table.
  var isClosed: Bool { open == .none }

  /// Closes all open elements after the items.
  mutating func finish(to html: inout HTMLWriter) { close(to: .none, &html) }
}

extension ItemStructure {
  private var isInTable: Bool {
    switch open {
    case .table, .row: true
    case .none, .list, .item: false
    }
  }

  private mutating func enterCell(
    _ items: Span<FrameItem>, at index: Int, to html: inout HTMLWriter
  ) -> Element {
    let top = items[index].rect.minY
    if case .row(top, let isHeader) = open {
      html.raw("\t")
      return isHeader ? .header : .cell
    }
    let isFirst = !isInTable
    close(to: isFirst ? .none : .table, &html)
    if isFirst { html.raw("<div role=\"table\">") }
    html.raw("<div role=\"row\">")
    let isHeader = isFirst && Self.isHeader(items, from: index)
    open = .row(top: top, isHeader: isHeader)
    return isHeader ? .header : .cell
  }

  /// True if the cells of the row that begins at an index are bold throughout. Cells of a table shown as pairs are not.
  private static func isHeader(_ items: Span<FrameItem>, from first: Int) -> Bool {
    for index in first..<items.count {
      guard items[index].id.role == .cell, items[index].rect.minY == items[first].rect.minY else { break }
      guard case .text(let block) = items[index].content else { continue }
      guard let mark = block.marks.first, mark.kind == .strong, mark.start == 0,
        Int(mark.end) == block.text.utf8.count
      else { return false }
    }
    return true
  }

  /// Closes lists and tables, and writes the line break after the last text if needed. The end of a list or table is one.
  private mutating func startText(to html: inout HTMLWriter) {
    if open != .none {
      close(to: .none, &html)
    } else if wantsBreak {
      html.raw("<br>")
    }
    wantsBreak = false
  }

  /// Closes elements until `outer` is the innermost.
  private mutating func close(to outer: Open, _ html: inout HTMLWriter) {
    while open != outer {
      switch open {
      case .none: return
      case .list:
        html.raw("</div>")
        open = .none
      case .item:
        html.raw("</div>")
        open = .list
      case .table:
        html.raw("</div>")
        open = .none
      case .row:
        html.raw("</div>")
        open = .table
      }
      if open == .none { wantsBreak = false }
    }
  }
}
