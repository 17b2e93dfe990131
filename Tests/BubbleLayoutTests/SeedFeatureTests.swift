import ChatModel
import Fonts
import Frames
import ICU
import RichText
import TestSupport
import Testing
import TextLayout

@testable import BubbleLayout

/// The features that chat layouts are expected to have, by the rows of the list in `Tests/README.md`; rows
/// with a test elsewhere are named there.
@Suite struct SeedFeatureTests {
  static let texts = [
    "hello", "see https://example.org/a/very/long/path?with=query&and=more&and=yet-more-of-it#fragment now",
    "example.com/an-address-without-a-scheme/that-is-much-too-long-for-one-line/and-goes-on/and-on",
    "somebody.with.a.very.long.name+and-a-tag@subdomain.of.a.very.long.domain.example.com",
    "#tag @ana (www.a.org)",
    "call +351 210 000 000, or tel:+351210000000; שלום www.example.org/נתיב עולם",
    "**[text](https://a.example)**",
    "münchen.de, pаypal.com",
  ]

  @Test(
    "Row 2: a row is a function of its input: laid out again, behind others or by another layouter it is equal"
  )
  func pure() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"], texts: Self.texts)
    let other = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"], texts: Self.texts)
    let inputs = Self.texts.enumerated().map { index, text in
      TestLayout.input(
        .text(MessageText(text, markup: .markdown)), starts: index % 2 == 0, index: Int32(index))
    }
    let rows = inputs.map { TestLayout.row(layouter, $0) }
    #expect(inputs.reversed().map { TestLayout.row(layouter, $0) } == rows.reversed())
    #expect(inputs.map { TestLayout.row(other, $0) } == rows)
  }

  @Test("Row 2: whatever of a row's input changes, the row follows")
  func key() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"], texts: ["🎉"])
    let input = TestLayout.input(.text(MessageText("hello", markup: .plain)))
    let row = TestLayout.row(layouter, input)
    var changed: [RowInput] = []
    func change(_ body: (inout RowInput) -> Void) {
      var other = input
      body(&other)
      changed.append(other)
    }
    change { $0.message = $0.message.with(content: .text(MessageText("hullo", markup: .plain))) }
    change { $0.message = $0.message.with(sender: ParticipantIndex(1)) }
    change { $0.message = $0.message.with(instant: Instant(milliseconds: 0)) }
    change { $0.message = $0.message.with(reactions: [Reaction(emoji: "🎉", by: [], count: 2)]) }
    change { $0.decoration.side = .outgoing }
    change { $0.decoration.startsGroup = false }
    change { $0.decoration.endsGroup = false }
    change { $0.decoration.joinsAbove = true }
    change { $0.decoration.joinsBelow = true }
    change { $0.decoration.minute = 3 }
    change { $0.extras.anchor = "other" }
    change { $0.index = 7 }
    change { $0.extras.quote = QuotedMessage(name: "Bo", text: "x", page: 1, anchor: "1") }
    for other in changed { #expect(TestLayout.row(layouter, other) != row) }
  }

  /// At the edges of links, letters are set apart as browsers set them apart at an element's edge: that is
  /// all that a line's width may differ by.
  @Test("Rows 3 and 20: looking for links or not breaks lines at the same places, for the same reasons")
  func links() throws {
    let on = RichTextParser()
    let off = RichTextParser(options: .init(detectsLinks: false))
    let layouter = TextLayouter(fonts: try TestLayout.fonts(for: Self.texts), locale: "en")
    let style = try Theme.builtIn("standard").style(.body)
    for text in Self.texts {
      for width in [120, 200, 272, 2_000] {
        func lines(_ parser: RichTextParser) -> [TextLines] {
          parser.parse(MessageText(text, markup: .markdown)).blocks.map { block in
            layouter.layOut(
              block.text, marks: block.marks, role: .body, style: style, maxWidth: LayoutUnit(px: width)
            ).block.lines
          }
        }
        let pairs = zip(lines(on).joined(), lines(off).joined())
        #expect(lines(on).map(\.count) == lines(off).map(\.count), "\(text) in \(width) px")
        for (a, b) in pairs {
          #expect(
            a.start == b.start && a.end == b.end && a.ending == b.ending, "\(text) in \(width) px: \(a), \(b)"
          )
          #expect(abs(a.width.px - b.width.px) < 0.5, "\(text) in \(width) px: \(a), \(b)")
        }
      }
    }
  }

  @Test(
    "Row 8: at any width nothing overlaps and nothing leaves the column", arguments: [280, 390, 560],
    [Side.incoming, .outgoing])
  func width(column: Int, side: Side) throws {
    var theme = try Theme.builtIn("standard")
    theme.columnWidth = LayoutUnit(px: column)
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"], texts: Self.texts, theme: theme)
    for text in Self.texts {
      let row = try #require(
        TestLayout.row(layouter, TestLayout.input(.text(MessageText(text, markup: .markdown)), side: side)))
      let bounds = Rect(x: .zero, y: .zero, width: theme.columnWidth, height: row.frame.size.height)
      for item in row.frame.items { #expect(bounds.contains(item.rect), "\(item.id) of \(text)") }
    }
  }

  @Test("Row 11: gaps are the theme's: one inside a group, one between groups and under a separator")
  func spacing() throws {
    let theme = try Theme.builtIn("standard")
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    func top(starts: Bool, day: Bool = false, first: Bool = false) throws -> LayoutUnit {
      var input = TestLayout.input(.text(MessageText("hello", markup: .plain)), starts: starts)
      if day { input.decoration.newDay = .init(year: 2026, month: 5, day: 1) }
      input.decoration.isFirst = first
      return try #require(TestLayout.row(layouter, input)?.item(.bubble)).rect.minY
    }
    #expect(try top(starts: false) == theme.groupGap)
    #expect(try top(starts: true) == theme.rowGap)
    #expect(try top(starts: true, day: true) == theme.rowGap)
    #expect(try top(starts: false, day: true) == theme.rowGap)
    #expect(try top(starts: true, first: true) == theme.rowGap)
  }

  @Test(
    "Row 15: what a chat does not show takes no room: no gutter for two, one for three, on every row of a group"
  )
  func hidden() throws {
    let theme = try Theme.builtIn("standard")
    let two = try TestLayout.layouter(names: ["Ana", "Bo"])
    let three = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"])
    for ends in [true, false] {
      let input = TestLayout.input(.text(MessageText("hello", markup: .plain)), ends: ends)
      #expect(TestLayout.row(two, input)?.item(.bubble)?.rect.minX == theme.sideMargin)
      #expect(
        TestLayout.row(three, input)?.item(.bubble)?.rect.minX == theme.sideMargin + theme.avatar
          + theme.avatarGap)
    }
  }

  @Test("Row 16: a row is at least as high as its avatar, its bubble and what hangs under it")
  func height() throws {
    let theme = try Theme.builtIn("standard")
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"], texts: ["👍"])
    for text in ["i", "i\ni\ni"] {
      for count in [0, 1, 12] {
        let reactions = (0..<count).map { Reaction(emoji: "👍", by: [], count: $0 + 1) }
        let row = try #require(
          TestLayout.row(
            layouter, TestLayout.input(.text(MessageText(text, markup: .plain)), reactions: reactions)))
        #expect(row.frame.size.height >= theme.avatar + theme.rowGap)
        for item in row.frame.items { #expect(item.rect.maxY <= row.frame.size.height, "\(item.id)") }
      }
    }
  }

  @Test(
    "Row 17: a picture that cannot be shown is a card whose size depends on its name alone, not on what is wrong"
  )
  func placeholder() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let missing = MediaPlacement(path: nil)
    let sizes = [Int?.none, 1, 5_000].map { side in
      var picture = Attachment(kind: .image, path: "a.png")
      (picture.width, picture.height) = (side, side)
      let input = TestLayout.input(.media([picture], caption: .empty), media: [missing])
      return TestLayout.row(layouter, input)?.frame.size
    }
    #expect(Set(sizes).count == 1 && sizes[0] != nil)
  }

  @Test(
    "Row 18: parts of a bubble share the larger of two touching insets, and the widest part decides its width"
  )
  func compound() throws {
    let theme = try Theme.builtIn("standard")
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"], texts: ["a caption"])
    let row = try #require(
      TestLayout.row(
        layouter,
        TestLayout.input(
          .media(
            [Attachment(kind: .image, path: "a.png")], caption: MessageText("a caption", markup: .plain)),
          media: [MediaPlacement(path: "media/a.png", isInlineImage: true, width: 400, height: 300)])))
    let (bubble, picture) = (try #require(row.item(.bubble)).rect, try #require(row.item(.image)).rect)
    let text = try #require(row.frame.items.first { if case .text = $0.content { true } else { false } })
    #expect(bubble.width == picture.width)
    #expect(picture.minX == bubble.minX && picture.maxX == bubble.maxX && picture.minY == bubble.minY)
    #expect(text.rect.minY - picture.maxY <= theme.bubbleInsets.top)
    #expect(text.rect.minY >= picture.maxY)
    // Two parts with insets of their own stand one inset apart, not two.
    let preview = LinkPreview(
      url: "https://example.org", title: "a title that is wider than its text",
      text: MessageText("a caption", markup: .plain))
    let both = try #require(TestLayout.row(layouter, TestLayout.input(.part(preview))))
    let (words, card) = (try #require(both.item(.text)).rect, try #require(both.item(.card)).rect)
    #expect(card.minY - words.maxY == max(theme.bubbleInsets.top, theme.bubbleInsets.bottom))
    #expect(
      both.item(.bubble)?.rect.width == theme.bubbleInsets.left + card.width + theme.bubbleInsets.right)
  }

  @Test(
    "Row 34: slots before and behind, at the top, in the middle and at the bottom; absent ones take no room")
  func slots() throws {
    let main = Rect(x: 50, y: 10, width: 100, height: 41)
    var rects: [String] = []
    for size in [Size(width: 30, height: 20), Size(width: 30, height: 60)] {
      for side in SidePlacement.AnchorEdge.allCases {
        for alignment in SidePlacement.VerticalAlignment.allCases {
          let rect = SidePlacement(edge: side, alignment: alignment, gap: 8).rect(of: size, beside: main)
          #expect(rect.size == size)
          rects.append("\(side) \(alignment) \(size.height.px): \(rect.minX.px) \(rect.minY.px)")
        }
      }
    }
    #expect(
      rects == [
        "leading top 20.0: 12.0 10.0", "leading centre 20.0: 12.0 21.0", "leading bottom 20.0: 12.0 31.0",
        "trailing top 20.0: 158.0 10.0", "trailing centre 20.0: 158.0 21.0",
        "trailing bottom 20.0: 158.0 31.0",
        "leading top 60.0: 12.0 10.0", "leading centre 60.0: 12.0 10.0", "leading bottom 60.0: 12.0 -9.0",
        "trailing top 60.0: 158.0 10.0", "trailing centre 60.0: 158.0 10.0",
        "trailing bottom 60.0: 158.0 -9.0",
      ])
    // In rows: the avatar before its bubble, at the bottom; the mark of a failure behind it, in the middle.
    let theme = try Theme.builtIn("standard")
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"])
    for text in ["i", "i\ni\ni\ni"] {
      var input = TestLayout.input(.text(MessageText(text, markup: .plain)))
      let bare = try #require(TestLayout.row(layouter, input))
      #expect(bare.item(.status) == nil)
      var extras = MessageExtras()
      extras.status = "failed"
      input.message = input.message.with(extras: extras)
      let row = try #require(TestLayout.row(layouter, input))
      let (bubble, avatar) = (try #require(row.item(.bubble)).rect, try #require(row.item(.avatar)).rect)
      let mark = try #require(row.item(.status)).rect
      #expect(bubble == bare.item(.bubble)?.rect)
      #expect(
        avatar.maxX + theme.avatarGap == bubble.minX
          && avatar.maxY == max(bubble.maxY, avatar.height + theme.rowGap))
      #expect(mark.minX == bubble.maxX + theme.failedGap)
      #expect(abs((mark.minY - bubble.minY).px - (bubble.maxY - mark.maxY).px) <= 2)
    }
  }
}
