import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

/// The second layout, for large screens.
@Suite struct WideLayoutTests {
  private static let people = ["Ana", "Bo", "Cy"]
  private static let long =
    "There was a table set out under a tree in front of the house, and the rest were having tea at it."

  private func text(_ string: String) -> MessageContent { .text(MessageText(string, markup: .markdown)) }

  private func block(_ frame: Frame, _ name: ItemID.Role = .text) -> TextBlock? {
    guard case .text(let block)? = frame.items.first(where: { $0.id.role == name })?.content else {
      return nil
    }
    return block
  }

  @Test("A row is laid out in the wider column as if that were the only one", arguments: 0..<30)
  func same(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let theme = try Theme.builtIn(["standard", "slate", "paper"][seed % 3])
    var wider = theme
    wider.columnWidth = theme.columnWidth + Theme.extraWidth
    let texts = GeometryPropertyTests.words
    let shown = texts + [Self.long]
    let layouter = try TestLayout.layouter(names: Self.people, texts: shown, theme: theme)
    let alone = try TestLayout.layouter(names: Self.people, texts: shown, theme: wider)
    var (differing, equal) = (0, 0)
    for _ in 0..<80 {
      let string = (0..<random.below(40)).map { _ in random.pick(texts) }
        .joined(separator: random.pick([" ", " ", "\n\n"]))
      let side: Side = random.pick([.incoming, .outgoing])
      let count = random.below(3) * random.below(12)
      var input = TestLayout.input(
        text(string), side: side, starts: random.pick([true, false]), ends: random.pick([true, false]),
        reactions: (0..<count).map { _ in Reaction(emoji: "👍", by: [], count: 3) },
        quote: random.pick([nil, nil, QuotedMessage(name: "Bo", text: "tea", page: 1, anchor: "1")]))
      if random.below(4) == 0 {
        var extras = MessageExtras()
        extras.forwardedFrom = random.pick(["Cy", "Cy", "Cy", Self.long])
        extras.status = random.pick([nil, "sent", "failed"])
        input.message = input.message.with(extras: extras)
      }
      let row = try #require(TestLayout.row(layouter, input))
      // Code has its header and its fold in both columns if the narrow one needs them.
      if row.frame.items.contains(where: { $0.id.role == .copy || $0.id.role == .unfold }) { continue }
      var expected = try #require(TestLayout.row(alone, input)).frame
      for index in expected.items.indices where side == .outgoing {
        let rect = expected.items[index].rect
        expected.items[index].rect = rect.offset(x: .zero - Theme.extraWidth, y: .zero)
      }
      #expect((row.wide ?? row.frame).items == expected.items, "\(string)")
      #expect((row.wide ?? row.frame).size.height == expected.size.height)
      if row.wide == nil { equal += 1 } else { differing += 1 }
    }
    #expect(differing > 5 && equal > 0)
  }

  @Test("A text that has one line on small screens has no second layout; its time may")
  func short() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    var times = 0
    for words in 1...12 {
      let row = try #require(
        TestLayout.row(
          layouter, TestLayout.input(text(Array(repeating: "word", count: words).joined(separator: " ")))))
      let (text, time) = (try #require(row.item(.text)).rect, try #require(row.item(.time)).rect)
      guard let wide = row.wide else {
        #expect(time.minY < text.maxY, "\(words)")
        continue
      }
      #expect(wide.size.height <= row.frame.size.height)
      if text.height == 20 { times += 1 }
    }
    #expect(times > 0)
  }

  @Test(
    "What goes out stands at the same right edge, what comes in at the same left one, a notice in the same middle"
  )
  func edges() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    for side in Side.allCases {
      let row = try #require(TestLayout.row(layouter, TestLayout.input(text(Self.long), side: side)))
      let narrow = try #require(row.item(.bubble)).rect
      let wide = try #require(row.wide?.items.first { $0.id.role == .bubble }).rect
      #expect(side == .incoming ? wide.minX == narrow.minX : wide.maxX == narrow.maxX)
      #expect(wide.width > narrow.width && wide.height < narrow.height)
    }
    let notice = MessageContent.system(SystemEvent(event: "notice", text: Self.long + Self.long))
    let row = try #require(TestLayout.row(layouter, TestLayout.input(notice)))
    let narrow = try #require(row.item(.pill)).rect
    let wide = try #require(row.wide?.items.first { $0.id.role == .pill }).rect
    #expect(abs((narrow.minX + narrow.maxX - wide.minX - wide.maxX).raw) <= 128)
    #expect(wide.width > narrow.width)
  }

  @Test("A line that is cut on small screens is cut on large ones, and the text under it has its own lines")
  func cut() throws {
    let layouter = try TestLayout.layouter(names: Self.people, texts: [Self.long])
    let quote = QuotedMessage(name: "Bo", text: Self.long, page: 1, anchor: "1")
    let row = try #require(TestLayout.row(layouter, TestLayout.input(text(Self.long), quote: quote)))
    let wide = try #require(row.wide)
    let (short, same) = (try #require(block(row.frame, .quoteText)), try #require(block(wide, .quoteText)))
    #expect(short.text.hasSuffix("…") && same.text == short.text)
    #expect(try #require(block(wide)).lines.count < (try #require(block(row.frame))).lines.count)
  }

  @Test("The line above the first unread message crosses both columns, also above a row that is one for both")
  func unread() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    for (string, side) in [("ok", Side.incoming), ("ok", .outgoing), (Self.long, .outgoing)] {
      var input = TestLayout.input(text(string), side: side)
      var extras = MessageExtras()
      extras.isFirstUnread = true
      input.message = input.message.with(extras: extras)
      let row = try #require(TestLayout.row(layouter, input))
      let line = try #require(row.wide?.items.first { $0.id.role == .line }).rect
      #expect(try #require(row.item(.line)).rect.width == 390 && line.width == 640)
      #expect(line.minX == (side == .incoming ? 0 : -250))
      let text = try #require(row.wide?.items.first { $0.id.role == .unread }).rect
      #expect(abs((text.minX + text.maxX - line.minX - line.maxX).raw) <= 128)
    }
  }

  @Test("What is folded away has its own lines too")
  func folded() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"], texts: [Self.long])
    let part = MessageContent.part(
      TurnPart(kind: .thinking, text: Array(repeating: Self.long, count: 4).joined(separator: " ")))
    for side in Side.allCases {
      let row = try #require(TestLayout.row(layouter, TestLayout.input(part, side: side)))
      guard case .fold(let narrow)? = row.item(.history)?.content,
        case .fold(let wide)? = row.wide?.items.first(where: { $0.id.role == .history })?.content
      else {
        Issue.record("no fold")
        continue
      }
      #expect(wide.body.size.height < narrow.body.size.height && wide.body.size.width == 390)
      let ground = wide.body.items[0].rect
      #expect(ground.width > narrow.body.items[0].rect.width)
      #expect(side == .incoming ? ground.minX == 11 : ground.maxX == 379)
    }
  }
}
