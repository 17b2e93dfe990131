import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

/// Properties that hold for any messages: nothing overlaps, nothing sticks out.
@Suite struct GeometryPropertyTests {
  /// Words of many scripts, with what tends to break layouts between them.
  static let words = [
    "a", "hello", "antidisestablishmentarianism", "https://example.org/a/very/long/path?with=query&and=more",
    "שלום", "مرحبا", "नमस्ते", "สวัสดีครับ", "こんにちは", "👍", "👩‍👩‍👧", "…", "—", "123,456.78", "\n", "\n\n",
    "\t", "  ", "**bold**", "`code`", "~~~", "- item", "> quote", "Ж", "ﬁ", "e\u{301}\u{301}\u{301}",
    "\u{200B}",
    "\u{202E}rtl\u{202C}", "W".repeated(200),
  ]

  @Test(
    "No two bubbles overlap, every line is inside its bubble, every bubble inside the column",
    arguments: 0..<40)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let texts = (0..<25).map { _ in
      (0..<random.below(40)).map { _ in random.pick(Self.words) }.joined(separator: random.pick([" ", ""]))
    }
    let theme = try Theme.builtIn(["standard", "slate", "paper"][seed % 3])
    let layouter = try TestLayout.layouter(names: ["Ana", "בוב", "Cy"], texts: Self.words, theme: theme)
    var bubbles: [Rect] = []
    var top = LayoutUnit.zero
    for (index, text) in texts.enumerated() {
      let input = TestLayout.input(
        content(text, &random), side: random.pick([.incoming, .outgoing]),
        starts: random.pick([true, false]),
        ends: random.pick([true, false]), sender: Int32(random.below(3)), reactions: reactions(&random),
        quote: random.below(4) == 0 ? QuotedMessage(name: text, text: text, page: 1, anchor: "1") : nil,
        index: Int32(index))
      let row = try #require(TestLayout.row(layouter, input))
      #expect(row.frame.size.height.raw % 64 == 0)
      check(row, theme: theme)
      if let bubble = row.item(.bubble)?.rect { bubbles.append(bubble.offset(x: .zero, y: top)) }
      top = top + row.frame.size.height
    }
    for (a, b) in zip(bubbles, bubbles.dropFirst()) { #expect(a.maxY <= b.minY) }
  }

  private func content(_ text: String, _ random: inout SplitMix64) -> MessageContent {
    switch random.below(6) {
    case 0: .text(MessageText(text, markup: .plain))
    case 1: .part(CodeSnippet(code: text))
    case 2: .part(Unsupported(kind: text, text: text))
    case 3: .media([Attachment(kind: .image)], caption: MessageText(text, markup: .markdown))
    default: .text(MessageText(text, markup: .markdown))
    }
  }

  private func reactions(_ random: inout SplitMix64) -> [Reaction] {
    (0..<random.below(2) * random.below(20)).map { Reaction(emoji: "👍", by: [], count: $0) }
  }

  private func check(_ row: Row, theme: Theme) {
    let column = Rect(x: .zero, y: .zero, width: theme.columnWidth, height: row.frame.size.height)
    for item in row.frame.items { #expect(column.contains(item.rect), "\(item.id) leaves the row") }
    guard let bubble = row.item(.bubble)?.rect else { return }
    for item in row.frame.items where ![.bubble, .name, .avatar].contains(item.id.role) {
      #expect(bubble.contains(item.rect), "\(item.id) leaves its bubble")
      guard case .text(let block) = item.content else { continue }
      for line in block.lines {
        // A single cluster may be wider than the narrowest box; nothing here is.
        #expect(item.rect.minX + line.width <= bubble.maxX, "a line of \(item.id) leaves its bubble")
      }
    }
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
