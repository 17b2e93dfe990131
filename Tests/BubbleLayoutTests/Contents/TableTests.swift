import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

@Suite struct TableTests {
  private func row(_ markdown: String, side: Side = .incoming) throws -> Row {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"], texts: [markdown])
    return try #require(
      TestLayout.row(layouter, TestLayout.input(.text(MessageText(markdown, markup: .markdown)), side: side)))
  }

  private func cells(_ row: Row) -> [(text: String, rect: Rect)] {
    row.frame.items.compactMap { item in
      guard item.id.role == .cell, case .text(let block) = item.content else { return nil }
      return (block.text, item.rect)
    }
  }

  private static let long = String(repeating: "some words ", count: 12)

  @Test("Columns are as wide as their widest cell, and the bubble as wide as the table")
  func natural() throws {
    let row = try row("| a | wide header |\n|---|---|\n| b | c |")
    let cells = cells(row)
    #expect(cells.map(\.text) == ["a", "wide header", "b", "c"])
    #expect(cells[0].rect.minX == cells[2].rect.minX && cells[1].rect.minX == cells[3].rect.minX)
    #expect(cells[0].rect.minY == cells[1].rect.minY && cells[2].rect.minY == cells[3].rect.minY)
    #expect(cells[0].rect.maxY < cells[2].rect.minY)
    let bubble = try #require(row.item(.bubble)).rect
    #expect(bubble.width < (try Theme.builtIn("standard")).columnWidth.half)
  }

  @Test(
    "Ground and rules of a table reach as far as wider text beside it", arguments: [Side.incoming, .outgoing])
  func rules(side: Side) throws {
    let row = try row("Words that are wider than this.\n\n| a | b |\n|---|---|\n| c | d |", side: side)
    let ground = try #require(row.item(.card)).rect
    let rule = try #require(row.item(.cellRule)).rect
    #expect(rule.minX == ground.minX && rule.maxX == ground.maxX)
    #expect(try ground.width > #require(cells(row).last).rect.maxX - ground.minX + 50)
  }

  @Test(
    "A table that is too wide wraps its wide cells and leaves the narrow ones whole",
    arguments: [Side.incoming, .outgoing])
  func wrapped(side: Side) throws {
    let row = try row("| n | words |\n|---|---|\n| 12 | \(Self.long) |", side: side)
    let bubble = try #require(row.item(.bubble)).rect
    let theme = try Theme.builtIn("standard")
    // A table has all the room of the column.
    #expect(bubble.minX >= theme.sideMargin && bubble.maxX <= theme.columnWidth - theme.sideMargin)
    #expect(bubble.width > theme.columnWidth.share(theme.textShare))
    for item in row.frame.items where item.id.role != .bubble {
      #expect(bubble.contains(item.rect), "\(item.id)")
      guard item.id.role == .cell, case .text(let block) = item.content else { continue }
      #expect((block.lines.count > 1) == (block.text.hasPrefix("some")), "\(block.text)")
    }
  }

  @Test(
    "Columns stand left, centred and right as the source says; without a word, text and tables of right-to-left scripts do as they read"
  )
  func alignment() throws {
    let sides = cells(try row("| wide left | wide centre | wide right |\n|:-|:-:|-:|\n| a | b | c |"))
    #expect(sides[3].rect.minX == sides[0].rect.minX)
    #expect(abs((sides[4].rect.minX + sides[4].rect.maxX - sides[1].rect.minX - sides[1].rect.maxX).px) <= 1)
    #expect(sides[5].rect.maxX == sides[2].rect.maxX)
    let hebrew = cells(try row("| שלום | עולם |\n|---|---|\n| א | ב |"))
    #expect(hebrew[0].rect.minX > hebrew[1].rect.minX && hebrew[2].rect.maxX == hebrew[0].rect.maxX)
  }

  @Test("More columns than there is room for become pairs of header and cell")
  func listed() throws {
    let columns = 12
    let header = (0..<columns).map { "h\($0)" }
    let source =
      "|" + header.joined(separator: "|") + "|\n" + String(repeating: "|-", count: columns) + "|\n|"
      + header.map { $0 + "x" }.joined(separator: "|") + "|"
    let cells = cells(try row(source))
    #expect(cells.map(\.text) == header.flatMap { [$0, $0 + "x"] })
    #expect(Set(cells.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.rect.minX)).count == 1)
  }

  @Test("Every item of a message with several tables has a name of its own")
  func names() throws {
    let table = "| a | b |\n|---|---|\n| c | d |\n"
    let boxes = try row(
      "\(table)\ntext\n\n- \(table.replacing("\n", with: "\n  "))\n> \(table.replacing("\n", with: "\n> "))"
    )
    .frame.items.map(\.id)
    #expect(Set(boxes).count == boxes.count)
    #expect(boxes.count { $0.role == .cell } == 12)
  }

  @Test("All blocks of CommonMark have a place: lists in quotes, code in lists, headings, rules, tables")
  func blocks() throws {
    let source = """
      # Heading

      > - quoted
      >   1. nested

      - item

      ```
      code that is so long that it must wrap somewhere because there is no room for all of it on one line
      ```

      ---

      <b>raw</b>

      | a |
      |---|
      """
    let row = try row(source)
    let bubble = try #require(row.item(.bubble)).rect
    for item in row.frame.items where item.id.role != .bubble {
      #expect(bubble.contains(item.rect), "\(item.id)")
    }
    let names = Set(row.frame.items.map(\.id.role))
    for name: ItemID.Role in [.text, .quoteBar, .marker, .code, .rule, .cell] {
      #expect(names.contains(name))
    }
    let texts = row.frame.items.compactMap {
      if case .text(let block) = $0.content { block.text } else { nil }
    }
    #expect(texts.contains("<b>raw</b>"))
  }
}
