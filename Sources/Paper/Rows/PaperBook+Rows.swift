import Frames
import PDF
import SiteWriter
import TextLayout

extension PaperBook {
  /// A frame in the middle of being drawn.
  struct FrameScope {
    var area: PaperArea
    var window: PaperWindow
    var colours: PaperColours
    /// True if the message is one paragraph of the structure, because it is nothing but text.
    var isPlain = false
    /// True once a picture or a missing one was drawn: the time after it may be on its ground.
    var hasPicture = false
    /// True if the frame shows the loudness of a recording.
    var hasWaveform = false
    var isAfterPill = false
    var isAfterBadge = false
    var isAfterUnread = false
    var structure = PaperStructure()
  }

  /// Draws rows whose tops are at one height of the column: a message, and the pictures of earlier ones that are in its bubble.
  mutating func drawRows(_ rows: [PlacedRow], at y: Double, _ window: PaperWindow) throws {
    if let first = rows.first { try drawHeader(before: first.row) }
    let isStart = window.from <= 0
    if isStart { for row in rows { try note(row.row, at: y) } }
    for row in rows { try drawGrounds(of: row, at: y, window) }
    for (line, row) in rows.enumerated() {
      if isStart { numberLine = line }
      try drawContent(of: row, at: y, window, isStart: isStart)
    }
  }

  /// Notes where a row is: for links, the outline, and the header of later sheets.
  private mutating func note(_ row: Row, at y: Double) throws {
    let top = geometry.area(at: y).top
    switch row.kind {
    case .message(let index, let anchor, _, _), .notice(let index, let anchor):
      try chapter.positions.add(
        index: Int(index), anchor: anchor, sheet: sheetCount - 1, top: top, in: &sheet)
    case .day(let date, _):
      try sheet.tags.close(to: 2, in: &sheet.document)
      sheet.open(.section, PDFTags.Attributes(title: date))
      for item in row.frame.items {
        guard case .text(let block) = item.content, block.role == .day else { continue }
        chapter.day = block
        addToOutline(date, block.text, top: top)
      }
    case .run: break
    }
  }

  private mutating func addToOutline(_ date: String, _ words: String, top: Double) {
    guard let page = sheet.page else { return }
    let parts = date.split(separator: "-")
    guard parts.count == 3, let year = Int(parts[0]), let month = Int(parts[1]) else { return }
    let level = chapter.isOneOfSeveral ? 1 : 0
    let name = chapter.month(year, month)
    if name != chapter.lastMonth {
      outline.add(name, level: level, page: page, top: top)
      chapter.lastMonth = name
    }
    outline.add(words, level: level + 1, page: page, top: top)
  }

  /// Draws the bubbles of a row, under everything else.
  private mutating func drawGrounds(of row: PlacedRow, at y: Double, _ window: PaperWindow) throws {
    for part in row.parts {
      let scope = scope(of: part, in: row, at: y, window)
      for item in part.frame.items {
        guard case .bubble(let shape) = item.content,
          scope.window.sees(item.rect.minY.px - 2, item.rect.maxY.px + 2)
        else { continue }
        sheet.content.beginArtifact()
        beginCut(window, at: y)
        drawBubble(shape, item.rect, scope)
        endCut(window)
        sheet.content.endContent()
      }
    }
  }

  /// Limits drawing to a part of a row.
  mutating func beginCut(_ window: PaperWindow, at y: Double) {
    guard !window.isAll else { return }
    sheet.content.save()
    let area = geometry.area(at: y)
    let (top, bottom) = (max(window.from, -4), min(window.to, 1e6))
    var path = PDFPath()
    path.roundedRectangle(
      PDFRectangle(
        left: 0, bottom: area.point(0, bottom).y, right: geometry.size.x, top: area.point(0, top).y),
      radius: 0)
    sheet.content.clip(to: path)
  }

  mutating func endCut(_ window: PaperWindow) {
    if !window.isAll { sheet.content.restore() }
  }

  private func scope(
    of part: PlacedRow.Part, in row: PlacedRow, at y: Double, _ window: PaperWindow
  ) -> FrameScope {
    let ground: PaperColours.Ground =
      switch row.row.kind {
      case .message(_, _, let side, _):
        row.isBare && !part.isFolded && row.height > 0 ? .bare : side == .incoming ? .incoming : .outgoing
      case .day, .notice, .run: .pill
      }
    return FrameScope(
      area: geometry.area(of: row.row, at: y).moved(x: 0, y: part.y), window: window.moved(up: part.y),
      colours: PaperColours(style: style, ground: ground))
  }

  /// Draws everything of a row but its bubbles, as an element of the structure.
  private mutating func drawContent(
    of row: PlacedRow, at y: Double, _ window: PaperWindow, isStart: Bool
  ) throws {
    let depth = sheet.tags.depth
    var isPlain = false
    switch row.row.kind {
    case .message(_, _, _, let sender):
      isPlain = row.parts.count == 1 && row.frame.items.allSatisfy(\.isPlainContent)
      sheet.open(isPlain ? .paragraph : .division, PDFTags.Attributes(title: sender.isEmpty ? nil : sender))
    case .notice, .run: sheet.open(.division)
    case .day: sheet.open(.heading2)
    }
    if case .day = row.row.kind { isPlain = true }
    if isStart { try drawNumber(of: row.row, at: y, isPlain: isPlain) }
    for part in row.parts {
      var scope = scope(of: part, in: row, at: y, window)
      scope.isPlain = isPlain
      scope.hasWaveform = part.frame.items.contains { if case .waveform = $0.content { true } else { false } }
      for (index, item) in part.frame.items.enumerated() where !part.hidden.contains(index) {
        // The times of messages in a later one's bubble are not seen.
        if row.height <= 0, case .time = item.content { continue }
        try draw(item, in: part.frame, at: index, &scope, rowTop: y, window)
      }
      try scope.structure.finish(on: &sheet)
    }
    try sheet.tags.close(to: depth, in: &sheet.document)
  }

  private static let numberStyle = TextStyle(fontSize: 9, lineHeight: 12)

  /// Returns the line of a message's number: the prefix and at least six digits.
  private static func number(_ prefix: String, _ number: Int, _ layouter: TextLayouter) -> LaidOutText {
    let digits = String(number)
    return layouter.layOutLine(
      prefix + String(repeating: "0", count: max(0, 6 - digits.count)) + digits, role: .cardFact,
      style: numberStyle, maxWidth: .unlimited)
  }

  /// Returns the width in px of the numbers of up to ten million messages, or 0 if messages have none.
  static func numberWidth(_ style: PaperStyle, _ layouter: TextLayouter) -> Double {
    style.bates.map { number($0, 8_888_888, layouter).width.px } ?? 0
  }

  /// Draws the number of a message in the margin.
  private mutating func drawNumber(of row: Row, at y: Double, isPlain: Bool) throws {
    guard let prefix = style.bates else { return }
    switch row.kind {
    case .message, .notice: break
    case .day, .run: return
    }
    numbered += 1
    let laid = Self.number(prefix, numbered, layouter)
    let small = Self.numberStyle
    let colours = PaperColours(style: style, ground: .bare)
    let top = row.frame.items.first.map { max(0, $0.rect.minY.px) } ?? 0
    let rect = Rect(
      x: LayoutUnit(nearest: -SheetGeometry.gap / geometry.scale) - laid.width,
      y: LayoutUnit(nearest: top + 3 + Double(numberLine) * small.lineHeight.px), width: laid.width,
      height: laid.height)
    if !isPlain { sheet.open(.label) }
    try drawText(
      TextPainter.Request(
        block: laid.block, style: small, rect: rect, area: geometry.area(at: y), colours: colours,
        colour: colours.colour(.inkSoft)))
    if !isPlain { try sheet.closeElement() }
  }
}

extension FrameItem {
  /// True for items of a message that is nothing but text.
  fileprivate var isPlainContent: Bool {
    switch content {
    case .bubble, .avatar, .time: true
    case .text(let block): id.role == .text && block.role == .body || id.role == .name
    case .image, .emoji, .reaction, .box, .jump, .file, .link, .icon, .player, .waveform, .status, .copy,
      .emptyCell,
      .fold:
      false
    }
  }
}
