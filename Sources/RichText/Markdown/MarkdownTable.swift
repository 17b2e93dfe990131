import Frames

/// A table found in the lines of a Markdown paragraph, by GFM §4.10: a header row, a delimiter row with as many cells, and
/// further rows.
///
/// GFM drops cells beyond the header's, and lets a pipe in code end a cell. Here such a row has one cell for the code if its cells
/// then are no more than the header's, and else the table gets columns without a header: no text is lost.
///
/// libcmark reads CommonMark, which has no tables. So cells are split here, put into one document of a paragraph per cell
/// (`cellDocument`), parsed by libcmark in one go and put back into rows (`table(of:)`).
struct MarkdownTable {
  /// Maximum number of columns; more are not readable.
  private static let columnLimit = 64
  /// Maximum number of cells.
  private static let cellLimit = 4_096

  /// The lines before the header, which are a paragraph of their own.
  var before: [[UInt8]]
  var alignments: [RichTable.Alignment?]
  /// The source of each cell; every row has one per column.
  var rows: [[[UInt8]]]

  /// Indicates whether the text may contain a delimiter row. A cheap test, which most texts fail.
  static func mayBe(in text: Span<UInt8>) -> Bool {
    var (hasPipe, hasDash) = (false, false)
    for index in text.indices {
      if text[index] == UInt8(ascii: "|") { hasPipe = true }
      if text[index] == UInt8(ascii: "-") { hasDash = true }
    }
    return hasPipe && hasDash
  }

  /// Finds the first table in a paragraph's lines. Nil if there is none, or if it exceeds the limits.
  init?(lines: [[UInt8]]) {
    for index in lines.indices.dropFirst() {
      guard let alignments = Self.alignments(in: lines[index]) else { continue }
      let header = Self.cells(of: lines[index - 1], atMost: alignments.count)
      guard header.count == alignments.count,
        lines[index].contains(UInt8(ascii: "|")) || lines[index - 1].contains(UInt8(ascii: "|"))
      else { continue }
      let lineCount = lines.count - index
      guard header.count <= Self.columnLimit, lineCount * header.count <= Self.cellLimit else {
        return nil
      }
      before = Array(lines[..<(index - 1)])
      rows = [header] + lines[(index + 1)...].map { Self.cells(of: $0, atMost: header.count) }
      let most = max(header.count, min(Self.columnLimit, Self.cellLimit / lineCount))
      let width = rows.reduce(header.count) { max($0, min(most, $1.count)) }
      self.alignments = alignments + Array(repeating: nil, count: width - header.count)
      for row in rows.indices { rows[row].fit(to: width) }
      return
    }
    return nil
  }

  /// Returns the cells of a row in a table of so many columns. Pipes in code do not end cells if there would be too many.
  private static func cells(of line: [UInt8], atMost columns: Int) -> [[UInt8]] {
    let cells = cells(of: line)
    guard cells.count > columns, line.contains(UInt8(ascii: "`")) else { return cells }
    let whole = self.cells(of: line, keepingCode: true)
    return whole.count <= columns ? whole : cells
  }

  /// Returns the cells of a row, split at pipes that are not escaped with a backslash nor, if asked, in code.
  private static func cells(of line: [UInt8], keepingCode: Bool = false) -> [[UInt8]] {
    let line = trimmed(line[...])
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var index = line.startIndex
    if line.first == UInt8(ascii: "|") { index += 1 }
    while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: "|"):
        cells.append(Array(trimmed(cell[...])))
        cell = []
      case UInt8(ascii: "\\") where index + 1 < line.endIndex:
        index += 1
        // An escaped pipe is a pipe, even in code; libcmark handles other escapes.
        if line[index] != UInt8(ascii: "|") { cell.append(UInt8(ascii: "\\")) }
        cell.append(line[index])
      case UInt8(ascii: "`") where keepingCode:
        let end = codeEnd(in: line, from: index)
        while index < end {
          let isEscape =
            line[index] == UInt8(ascii: "\\") && index + 1 < end && line[index + 1] == UInt8(ascii: "|")
          if !isEscape { cell.append(line[index]) }
          index += 1
        }
        continue
      default: cell.append(line[index])
      }
      index += 1
    }
    let rest = trimmed(cell[...])
    if !rest.isEmpty || cells.isEmpty { cells.append(Array(rest)) }
    return cells
  }

  /// Returns the end of the code that begins with backticks at `start`: after as many others (CommonMark §6.1), or, without
  /// these, after its own.
  private static func codeEnd(in line: ArraySlice<UInt8>, from start: Int) -> Int {
    func runEnd(_ start: Int) -> Int {
      line[start...].firstIndex { $0 != UInt8(ascii: "`") } ?? line.endIndex
    }
    let opened = runEnd(start)
    var index = opened
    while let next = line[index...].firstIndex(of: UInt8(ascii: "`")) {
      index = runEnd(next)
      if index - next == opened - start { return index }
    }
    return opened
  }

  /// Returns the alignments in a delimiter row, or nil if the line is not one.
  private static func alignments(in line: [UInt8]) -> [RichTable.Alignment?]? {
    guard line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || "|:-".utf8.contains($0) }) else { return nil }
    var alignments: [RichTable.Alignment?] = []
    for cell in cells(of: line) {
      guard let first = cell.first, let last = cell.last else { return nil }
      let dashes = cell.dropFirst(first == UInt8(ascii: ":") ? 1 : 0).dropLast(
        last == UInt8(ascii: ":") ? 1 : 0)
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
      switch (first == UInt8(ascii: ":"), last == UInt8(ascii: ":")) {
      case (true, true): alignments.append(.center)
      case (true, false): alignments.append(.left)
      case (false, true): alignments.append(.right)
      case (false, false): alignments.append(nil)
      }
    }
    return alignments
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let first = text.first, ASCII.isWhitespace(first) { text.removeFirst() }
    while let last = text.last, ASCII.isWhitespace(last) { text.removeLast() }
    return text
  }
}

extension MarkdownTable {
  /// U+00A0 before each cell, so that nothing in the cell starts a block: inline rules treat it as white space, but it is
  /// not stripped.
  private static let guardBytes: [UInt8] = [0xC2, 0xA0]

  /// A document with a paragraph for each cell, in order.
  var cellDocument: [UInt8] {
    var source: [UInt8] = []
    for cell in rows.joined() { source += Self.guardBytes + cell + [0x0A, 0x0A] }
    return source
  }

  /// Returns the table of the paragraphs parsed from ``cellDocument``, or nil if there are not as many as cells.
  func table(of paragraphs: [RichBlock]) -> RichTable? {
    let width = alignments.count
    guard paragraphs.count == width * rows.count else { return nil }
    let length = Int32(Self.guardBytes.count)
    let cells = paragraphs.map { paragraph in
      RichTable.Cell(
        text: String(decoding: paragraph.text.utf8.dropFirst(Int(length)), as: UTF8.self),
        marks: paragraph.marks.compactMap { mark in
          let moved = TextMark(start: max(0, mark.start - length), end: mark.end - length, kind: mark.kind)
          return moved.start < moved.end ? moved : nil
        })
    }
    return RichTable(
      alignments: alignments, rows: rows.indices.map { Array(cells[$0 * width..<($0 + 1) * width]) })
  }
}

extension [[UInt8]] {
  /// Brings the cells of a row to a number of columns. Of too many, the last one has all further ones, with the pipes between them.
  fileprivate mutating func fit(to width: Int) {
    guard count > width else { return self += Array(repeating: [], count: width - count) }
    let last = [UInt8](self[(width - 1)...].joined(separator: " \\| ".utf8))
    replaceSubrange((width - 1)..., with: [last])
  }
}
