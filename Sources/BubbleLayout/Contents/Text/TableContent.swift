import Frames
import RichText
import TextLayout

extension RowLayouter {
  /// Adds a table on its own background.
  ///
  /// Columns are as wide as their widest cell; if that is too much, the widest are narrowed first and their cells wrap
  /// (``TableColumns``). If the columns do not fit, the table is shown as a list with each cell beside its header, in
  /// both layouts, because both show the same texts.
  func addTable(_ source: RichTable, number: Int, indent: LayoutUnit, to stack: inout PartStack) {
    let padding = theme.cardPadding
    let insets = theme.bubbleInsets
    let room = max(stack.maxWidth, fullWidth) - insets.left - insets.right - indent - padding
    var table = source
    var (rowsInGroup, columns) = (1, source.alignments.count)
    let isListed = !measured.isReplaying && needsList(source, room: room)
    if displayedNumber(isListed ? 1 : 0) == 1 {
      table = source.listed
      (rowsInGroup, columns) = (max(1, source.alignments.count), 2)
    }
    let cells = table.rows.enumerated().map { index, row in
      row.enumerated().map { column, cell in
        MeasuredCell(cell, isHeader: rowsInGroup > 1 ? column == 0 : index == 0, in: self)
      }
    }
    guard let header = cells.first, columns > 0, header.count == columns else { return }
    // Half the padding on each side of every cell, and on the background's edges.
    let widths = TableColumns(cells, room: room - padding * columns).widths
    let isMirrored = header[0].direction == .rightToLeft
    let width = widths.reduce(padding) { $0 + $1 + padding }
    var items: [FrameItem] = []
    var bottom = theme.cardLineGap
    let (first, firstRule) = (stack.tableCells, stack.tableRules)
    stack.tableCells += cells.count * columns
    stack.tableRules += cells.count - 1
    for (index, row) in cells.enumerated() {
      if index > 0, index % rowsInGroup == 0 {
        let rule = Rect(x: indent, y: bottom, width: width, height: theme.ruleThickness)
        items.append(
          FrameItem(ItemID(.cellRule, firstRule + index), rule, .box(.rule, radius: .zero)))
        bottom = rule.maxY + theme.cardLineGap
      }
      var (left, height) = (padding, LayoutUnit.zero)
      for (column, cell) in row.enumerated() {
        let laid = cell.lines(in: widths[column], of: self)
        let spare = max(.zero, widths[column] - laid.width)
        let x = left + cell.shift(within: spare, table.alignments[column], isMirrored: isMirrored)
        let box = Rect(
          x: indent + (isMirrored ? width - x - laid.width : x), y: bottom, width: laid.width,
          height: laid.height)
        items.append(
          FrameItem(
            ItemID(.cell, first + index * columns + column), box,
            laid.block.text.isEmpty ? .emptyCell : .text(laid.block)))
        left = left + widths[column] + padding
        height = max(height, laid.height)
      }
      bottom = bottom + height + theme.cardLineGap
    }
    let ground = Rect(x: indent, y: .zero, width: width, height: bottom)
    stack.draw(.card, number: number, ground, .box(.codeGround, radius: theme.innerRadius))
    for item in items { stack.draw(item.id.role, number: Int(item.id.number), item.rect, item.content) }
    stack.endPart(size: Size(width: ground.maxX, height: ground.height), insets: insets)
  }

  /// True if a table's columns would be too narrow, or would break words.
  private func needsList(_ table: RichTable, room: LayoutUnit) -> Bool {
    let columns = table.alignments.count
    guard columns > 2 else { return false }
    let (share, size) = (room.raw / Int32(clamping: columns), theme.style(.cardText).fontSize)
    if share < (size * 3).raw { return true }
    guard share < (size * 5).raw else { return false }
    var words = Array(repeating: LayoutUnit.zero, count: columns)
    for (index, row) in table.rows.enumerated() {
      for (column, cell) in row.prefix(columns).enumerated() {
        let marks = MeasuredCell.marks(of: cell, isHeader: index == 0)
        let laid = text.layOut(
          MeasuredCell.words(of: cell), marks: marks, role: .cardText, style: theme.style(.cardText),
          maxWidth: .unlimited, options: lineOptions)
        words[column] = max(words[column], laid.width.ceilingPx)
      }
    }
    return words.reduce(theme.cardPadding * columns, +) > room
  }
}

/// A measured cell of a table, with its widths as in CSS Sizing 3: max-content and min-content.
private struct MeasuredCell {
  let text: String
  let marks: [TextMark]
  /// Width on one line.
  let natural: LayoutUnit
  /// Width with every word on its own line.
  let least: LayoutUnit
  let direction: TextDirection

  init(_ cell: RichTable.Cell, isHeader: Bool, in layouter: RowLayouter) {
    (text, marks) = (cell.text, Self.marks(of: cell, isHeader: isHeader))
    let line = Self.laid(text, marks, .unlimited, layouter)
    (natural, direction) = (line.width.ceilingPx, line.block.direction)
    least = min(natural, Self.laid(Self.words(of: cell), marks, .unlimited, layouter).width.ceilingPx)
  }

  /// Returns the marks of a cell, which is bold as a header.
  static func marks(of cell: RichTable.Cell, isHeader: Bool) -> [TextMark] {
    let length = Int32(clamping: cell.text.utf8.count)
    guard isHeader, length > 0 else { return cell.marks }
    return [TextMark(start: 0, end: length, kind: .strong)] + cell.marks.filter { $0.kind != .strong }
  }

  /// Returns the text of a cell with each word on a line. A newline takes one byte like a space, so the marks stay valid.
  static func words(of cell: RichTable.Cell) -> String { String(cell.text.map { $0 == " " ? "\n" : $0 }) }

  func lines(in width: LayoutUnit, of layouter: RowLayouter) -> LaidOutText {
    Self.laid(text, marks, width, layouter)
  }

  /// Returns the distance of the text from its column's start.
  func shift(
    within spare: LayoutUnit, _ alignment: RichTable.Alignment?, isMirrored: Bool
  ) -> LayoutUnit {
    switch alignment {
    case .center: spare.half
    case .left: isMirrored ? spare : .zero
    case .right: isMirrored ? .zero : spare
    case nil: (direction == .rightToLeft) == isMirrored ? .zero : spare
    }
  }

  private static func laid(
    _ text: String, _ marks: [TextMark], _ width: LayoutUnit, _ layouter: RowLayouter
  ) -> LaidOutText {
    layouter.layOut(text, marks: marks, role: .cardText, maxWidth: width)
  }
}

/// The widths of a table's columns.
///
/// If the widest cells of all columns do not fit, columns are limited to a common width, the largest with which all fit. A
/// column with a long word may exceed the limit, so that the word stays whole; if the longest words do not fit side by side
/// either, they are limited in the same way.
private struct TableColumns {
  let widths: [LayoutUnit]

  /// The widths of columns that share `room`.
  init(_ rows: [[MeasuredCell]], room: LayoutUnit) {
    let columns = rows.first?.count ?? 0
    let natural = (0..<columns).map { column in rows.reduce(LayoutUnit.zero) { max($0, $1[column].natural) } }
    guard columns > 0, natural.reduce(.zero, +) > room else {
      widths = natural
      return
    }
    let words = (0..<columns).map { column in rows.reduce(LayoutUnit.zero) { max($0, $1[column].least) } }
    let least = Self.limited(words, atLeast: Array(repeating: .zero, count: columns), to: room)
    widths = Self.limited(natural, atLeast: least, to: room)
  }

  /// Returns widths of at most `room` together: one limit for all, found by bisection, but never below `least`.
  private static func limited(
    _ widths: [LayoutUnit], atLeast least: [LayoutUnit], to room: LayoutUnit
  ) -> [LayoutUnit] {
    func limited(_ limit: LayoutUnit) -> [LayoutUnit] {
      widths.indices.map { min(widths[$0], max(least[$0], limit)) }
    }
    var (low, high) = (LayoutUnit.zero, room)
    while low < high {
      let middle = LayoutUnit(raw: low.raw + (high.raw - low.raw + 1) / 2)
      if limited(middle).reduce(.zero, +) <= room { low = middle } else { high = middle - LayoutUnit(raw: 1) }
    }
    return limited(low)
  }
}

extension RichTable {
  /// The table as a list of pairs: header and cell, row after row.
  fileprivate var listed: RichTable {
    guard let header = rows.first else { return self }
    let body = rows.dropFirst()
    let pairs =
      body.isEmpty ? header.map { [$0, Cell()] } : body.flatMap { row in zip(header, row).map { [$0, $1] } }
    return RichTable(alignments: [nil, nil], rows: pairs)
  }
}
