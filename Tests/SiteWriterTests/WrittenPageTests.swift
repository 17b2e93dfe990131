import Frames
import SiteFiles
import SiteWriter
import TestSupport
import Testing

/// Row 2: rows of a page that was written are read back from it, and written again as they were.
@Suite struct WrittenPageTests {
  private let writer: PageWriter
  private let model = PageModel(title: "Lisbon", number: 2, hasNext: true, phrases: SampleChat.english)
  /// Everything a row can have, with folds and days at the borders of sections.
  private let rows: [Row]

  init() throws {
    var style = SampleChat.style
    style.hasEmojiPictures = true
    writer = try PageWriter(assets: SiteAssets(), style: style)
    let hostile = HostileTextTests.strings.flatMap(HostileTextTests.rows)
    let rows = SampleChat.tour.rows + hostile
    self.rows = rows + rows.map(\.widened) + SampleChat.tour.rows
  }

  /// The bytes of a page and where its sections begin.
  private func written(_ rows: [Row]) -> (bytes: [UInt8], start: Int) {
    var draft = PageDraft()
    var isGiven = false
    writer.write(model, to: &draft) { all in
      if !isGiven { all += rows }
      defer { isGiven = true }
      return !isGiven
    }
    return (bytes(draft), draft.rowsStart)
  }

  private func bytes(_ draft: borrowing PageDraft) -> [UInt8] {
    draft.withBytes { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) } }
  }

  private func read(_ rows: [Row]) -> WrittenPage? {
    let page = written(rows)
    return WrittenPage(page.bytes, from: page.start, rows: rows.map { RowOutline($0) })
  }

  /// The page of these rows, some of which are taken over.
  private func mixed(_ rows: [PageRow]) -> [UInt8] {
    var draft = PageDraft()
    writer.write(model, rows: rows, to: &draft)
    return bytes(draft)
  }

  @Test("A page of rows that were all taken over is the page they are from")
  func whole() throws {
    let page = try #require(read(rows))
    let taken = try rows.indices.map { PageRow.written(try #require(page.row($0, at: rows[$0].place))) }
    #expect(mixed(taken) == written(rows).bytes)
    #expect(page.row(rows.count, at: 0) == nil && page.row(-1, at: 0) == nil)
  }

  @Test("Rows that come, go and move leave the others as they would have been written")
  func edits() throws {
    let page = try #require(read(rows))
    var random = SplitMix64(seed: 11)
    for _ in 0..<12 {
      var places = Array(rows.indices)
      for _ in 0..<random.below(5) { places.remove(at: random.below(places.count)) }
      for _ in 0..<random.below(5) { places.insert(random.below(rows.count), at: random.below(places.count)) }
      places.removeLast(random.below(40))
      let expected = places.enumerated().map { rows[$1].moved(to: Int32($0)) }
      let found = try zip(places, expected).map { place, row in
        random.below(4) == 0
          ? PageRow.laidOut(row) : .written(try #require(page.row(place, at: row.place)))
      }
      #expect(mixed(found) == written(expected).bytes)
    }
  }

  @Test("A row's texts are what they were before they were written, but for what is written as pictures")
  func texts() throws {
    let page = try #require(read(rows))
    for (place, row) in rows.enumerated() {
      if case .day = row.kind { continue }
      let written = try #require(page.row(place, at: 0))
      let expected = row.frame.texts.map {
        WrittenRow.Text($0.role, ControlPictures.shown($0.text.replacing("\r", with: "␍")))
      }
      #expect(written.texts == expected)
    }
  }

  @Test("Breaks, hyphens, faces, marks and pictures of emoji leave a text as it was")
  func marked() throws {
    let text = "so\u{AD}me words\n👍🏽 & <b>, שלום \u{2066}x\u{2069} 'end'\n"
    let length = Int32(text.utf8.count)
    for ending in [LineEnding.hyphen, .opportunity, .emergency] {
      for pictures in [-1, 0] {
        let emoji = Int32(text.utf8.prefix { $0 != 0xF0 }.count)
        let block = TextBlock(
          text: text, role: .cardText,
          lines: [
            TextLine(start: 0, end: 4, width: 9, ending: ending),
            TextLine(start: 4, end: emoji - 1, width: 9, ending: .newline),
            TextLine(start: emoji, end: length - 1, width: 9, ending: .newline),
            TextLine(start: length, end: length, width: 9, ending: .end),
          ],
          runs: [
            TextRun(start: 0, end: emoji, face: FaceID(index: 3)),
            TextRun(start: emoji, end: emoji + 8, face: .base, emoji: Int32(pictures)),
            TextRun(start: emoji + 8, end: length, face: .browser),
          ],
          marks: [
            TextMark(start: 1, end: length, kind: .strong),
            TextMark(start: 2, end: 9, kind: .link(href: "https://example.com/?a=<p class=\"x\">&b")),
            TextMark(start: 9, end: length, kind: .caution(goal: "</p><p>a > b")),
          ])
        let row = Row(
          kind: .message(index: 0, anchor: "1", side: .incoming, sender: "Bo"),
          frame: Frame(
            size: Size(width: 390, height: 60),
            items: [FrameItem(ItemID(.text), Rect(x: 9, y: 9, width: 90, height: 20), .text(block))]))
        let page = try #require(read([row]))
        #expect(try #require(page.row(0, at: 0)).texts == [WrittenRow.Text(.cardText, text)])
      }
    }
  }

  @Test("Bytes that are no page of those rows have no rows, and lead nobody astray")
  func damage() {
    let rows = Array(rows.suffix(50))
    let page = written(rows)
    let outlines = rows.map { RowOutline($0) }
    #expect(
      WrittenPage(page.bytes, from: page.start, rows: outlines + [RowOutline(height: 1, wideHeight: 1)])
        == nil)
    #expect(WrittenPage(page.bytes, from: page.start, rows: outlines.dropLast()) == nil)
    #expect(WrittenPage(page.bytes, from: page.start + 1, rows: outlines) == nil)
    #expect(WrittenPage(page.bytes, from: -1, rows: outlines) == nil)
    #expect(WrittenPage(page.bytes, from: .max, rows: outlines) == nil)
    var random = SplitMix64(seed: 12)
    for _ in 0..<60 {
      var bytes = page.bytes
      for _ in 0..<4 { bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next()) }
      bytes.removeLast(random.below(3) == 0 ? random.below(bytes.count) : 0)
      guard let damaged = WrittenPage(bytes, from: page.start, rows: outlines) else { continue }
      let taken = rows.indices.compactMap { damaged.row($0, at: .max) }
      for row in taken { _ = row.texts }
      _ = mixed(taken.map { .written($0) })
    }
  }
}

extension Row {
  /// The message's place in the conversation.
  fileprivate var place: Int32 {
    switch kind {
    case .message(let index, _, _, _), .notice(let index, _), .day(_, let index): index
    }
  }

  fileprivate func moved(to index: Int32) -> Row {
    switch kind {
    case .message(_, let anchor, let side, let sender):
      Row(kind: .message(index: index, anchor: anchor, side: side, sender: sender), frame: frame, wide: wide)
    case .notice(_, let anchor): Row(kind: .notice(index: index, anchor: anchor), frame: frame, wide: wide)
    case .day(let date, _): Row(kind: .day(date: date, before: index), frame: frame, wide: wide)
    }
  }
}

extension Row {
  /// The row with a second layout in which everything is another place and texts break elsewhere.
  fileprivate var widened: Row { Row(kind: kind, frame: frame, wide: frame.widened) }
}

extension Frame {
  fileprivate var widened: Frame {
    var wide = self
    wide.size.height += 64
    for place in items.indices {
      let rect = items[place].rect
      wide.items[place].rect = Rect(
        x: rect.minX - 7, y: rect.minY + 3, width: rect.width + 50, height: rect.height + 2)
      switch items[place].content {
      case .text(let block): wide.items[place].content = .text(block.widened)
      case .fold(let fold):
        wide.items[place].content = .fold(FrameFold(name: fold.name, body: fold.body.widened))
      default: continue
      }
    }
    return wide
  }

  /// All texts but those that belong to another thing, in their order.
  fileprivate var texts: [WrittenRow.Text] {
    items.flatMap { item -> [WrittenRow.Text] in
      switch item.content {
      case .text(let block): [WrittenRow.Text(block.role, block.text)]
      case .fold(let fold): fold.body.texts
      default: []
      }
    }
  }
}

extension TextBlock {
  /// The same text without its first soft break, and with one before its last character.
  fileprivate var widened: TextBlock {
    var lines = Array(lines)
    if let place = lines.firstIndex(where: \.ending.isSoft), place + 1 < lines.count {
      lines[place].end = lines[place + 1].end
      lines[place].ending = lines[place + 1].ending
      lines.remove(at: place + 1)
    }
    if let last = text.indices.last, let line = lines.last {
      let start = Int32(text.utf8.distance(from: text.startIndex, to: last))
      if start > line.start {
        lines[lines.count - 1].end = start
        lines[lines.count - 1].ending = .emergency
        lines.append(TextLine(start: start, end: line.end, width: 1, ending: line.ending))
      }
    }
    return TextBlock(
      text: text, role: role, direction: direction, lines: TextLines(lines), runs: runs, marks: marks,
      lineHeight: lineHeight)
  }
}
