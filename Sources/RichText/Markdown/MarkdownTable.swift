import Frames

/// A table found in the lines of a Markdown paragraph, by GFM §4.10: a header row, a delimiter row with as many cells, and
/// further rows.
///
/// Two rules of GFM would lose words or split code, and are replaced. Cells beyond the header's belong to the last column, with the
/// pipes between them. A pipe within code does not divide, unless only that gives the row the header's number of cells.
///
/// libcmark reads CommonMark, which has no tables. So cells are split here, put into one document of a paragraph per cell
/// (`cellDocument`), parsed by libcmark in one go and put back into rows (`table(of:)`).
struct MarkdownTable {
  /// Maximum number of columns; more are not readable.
  private static let columnLimit = 64
  /// Maximum number of cells.
  private static let cellLimit = 4_096

  /// The lines before the header, a paragraph of their own.
  var before: [[UInt8]]
  var alignments: [RichTable.Alignment?]
  /// The source of each cell; every row has one per column.
  var rows: [[[UInt8]]]

  /// True if the text may contain a delimiter row. A cheap test, which most texts fail.
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
      let header = Self.cells(of: lines[index - 1], columns: alignments.count)
      guard header.count == alignments.count,
        lines[index].contains(UInt8(ascii: "|")) || lines[index - 1].contains(UInt8(ascii: "|"))
      else { continue }
      guard header.count <= Self.columnLimit, (lines.count - index) * header.count <= Self.cellLimit else {
        return nil
      }
      before = Array(lines[..<(index - 1)])
      self.alignments = alignments
      rows = [header]
      for line in lines[(index + 1)...] {
        let cells = Self.joined(Self.cells(of: line, columns: header.count), columns: header.count)
        rows.append(cells + Array(repeating: [], count: header.count - cells.count))
      }
      return
    }
    return nil
  }

  /// Returns the cells of a row in a table with this number of columns.
  private static func cells(of line: [UInt8], columns: Int) -> [[UInt8]] {
    let cells = cells(of: line, keepsCode: true)
    guard cells.count < columns else { return cells }
    // Lone backticks in two cells, or code divided by a writer who follows GFM.
    let divided = self.cells(of: line, keepsCode: false)
    return divided.count == columns ? divided : cells
  }

  /// Returns the cells of a row, with the cells beyond the last column joined to it.
  private static func joined(_ cells: [[UInt8]], columns: Int) -> [[UInt8]] {
    guard cells.count > columns, columns > 0 else { return cells }
    let last = cells[(columns - 1)...].filter { !$0.isEmpty }
    return cells[..<(columns - 1)] + [Array(last.joined(separator: " | ".utf8))]
  }

  /// Returns the cells of a row, split at pipes that are not escaped with a backslash and, with `keepsCode`, not in code.
  private static func cells(of line: [UInt8], keepsCode: Bool) -> [[UInt8]] {
    let line = trimmed(line[...])
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var index = line.startIndex
    var runs = keepsCode ? BacktickRuns(line) : nil
    if line.first == UInt8(ascii: "|") { index += 1 }
    while index < line.endIndex {
      switch line[index] {
      case UInt8(ascii: "`"):
        let run = line[index...].prefix { $0 == UInt8(ascii: "`") }
        let end = runs?.endOfCode(after: run) ?? run.endIndex
        cell += unescapedPipes(line[index..<end])
        index = end
        continue
      case UInt8(ascii: "|"):
        cells.append(Array(trimmed(cell[...])))
        cell = []
      case UInt8(ascii: "\\") where index + 1 < line.endIndex:
        index += 1
        // An escaped pipe is a pipe, even in code; libcmark handles other escapes.
        if line[index] != UInt8(ascii: "|") { cell.append(UInt8(ascii: "\\")) }
        cell.append(line[index])
      default: cell.append(line[index])
      }
      index += 1
    }
    let rest = trimmed(cell[...])
    if !rest.isEmpty || cells.isEmpty { cells.append(Array(rest)) }
    return cells
  }

  /// Returns the alignments in a delimiter row, or nil if the line is not one.
  private static func alignments(in line: [UInt8]) -> [RichTable.Alignment?]? {
    guard line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || "|:-".utf8.contains($0) }) else { return nil }
    var alignments: [RichTable.Alignment?] = []
    for cell in cells(of: line, keepsCode: false) {
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

  /// Returns code with its escaped pipes as pipes.
  private static func unescapedPipes(_ code: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in code.indices {
      let isEscape =
        code[index] == UInt8(ascii: "\\") && index + 1 < code.endIndex && code[index + 1] == UInt8(ascii: "|")
      if !isEscape { bytes.append(code[index]) }
    }
    return bytes
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

/// The runs of backticks in a line, to find the end of code: the next run of equal length (CommonMark §6.1).
private struct BacktickRuns {
  /// The ends of runs by their length, in order.
  private var ends: [Int: [Int]] = [:]
  /// For each length the number of runs before the current position.
  private var passed: [Int: Int] = [:]

  init(_ line: ArraySlice<UInt8>) {
    var index = line.startIndex
    while index < line.endIndex {
      let start = index
      while index < line.endIndex, line[index] == UInt8(ascii: "`") { index += 1 }
      if index > start { ends[index - start, default: []].append(index) } else { index += 1 }
    }
  }

  /// Returns the end of the code that starts at `run`, or nil if there is none. Must be called for runs in order.
  mutating func endOfCode(after run: ArraySlice<UInt8>) -> Int? {
    let (ends, count) = (ends[run.count] ?? [], run.count)
    var next = passed[count] ?? 0
    while next < ends.count, ends[next] <= run.endIndex { next += 1 }
    passed[count] = next
    return next < ends.count ? ends[next] : nil
  }
}
