import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

@Suite struct MessageRowTests {
  static let people = ["Ana Sousa", "Bo", "Cy"]

  @Test("Row 14: an outgoing bubble is the mirror image of an incoming one; its text keeps its place inside")
  func mirror() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let text = MessageContent.text(MessageText("Hello there, how are you?", markup: .plain))
    for (starts, ends) in [(true, true), (true, false), (false, false), (false, true)] {
      let incoming = try #require(
        TestLayout.row(layouter, TestLayout.input(text, starts: starts, ends: ends)))
      let outgoing = try #require(
        TestLayout.row(layouter, TestLayout.input(text, side: .outgoing, starts: starts, ends: ends)))
      let a = try #require(incoming.item(.bubble))
      let b = try #require(outgoing.item(.bubble))
      #expect(b.rect == a.rect.mirrored(in: 390))
      guard case .bubble(let left) = a.content, case .bubble(let right) = b.content else {
        Issue.record("no bubble")
        return
      }
      #expect(right == left.mirrored)
      #expect(left.mirrored.mirrored == left)
      let x = try #require(incoming.item(.text)).rect
      let y = try #require(outgoing.item(.text)).rect
      #expect(y == x.mirrored(in: 390))
    }
  }

  @Test("Row 10: name on the first of a group, avatar and tail on the last, gutter for all")
  func group() throws {
    let layouter = try TestLayout.layouter(names: Self.people)
    let text = MessageContent.text(MessageText("ok", markup: .plain))
    let first = try #require(TestLayout.row(layouter, TestLayout.input(text, ends: false)))
    let last = try #require(TestLayout.row(layouter, TestLayout.input(text, starts: false)))
    #expect(first.item(.name) != nil && first.item(.avatar) == nil)
    #expect(last.item(.name) == nil && last.item(.avatar) != nil)
    #expect(first.item(.bubble)?.rect.minX == last.item(.bubble)?.rect.minX)
    guard case .bubble(let shape)? = last.item(.bubble)?.content else { return }
    #expect(shape.tail > .zero)
  }

  @Test("In a chat of two there are no avatars, names or gutter")
  func two() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let row = try #require(
      TestLayout.row(layouter, TestLayout.input(.text(MessageText("ok", markup: .plain)))))
    #expect(row.item(.avatar) == nil && row.item(.name) == nil)
    #expect(row.item(.bubble)?.rect.minX == 11)
  }

  @Test("Row 19: the time stands on the last line when it fits, else below, and never over a glyph")
  func time() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    for words in 1...60 {
      let text = Array(repeating: "word", count: words).joined(separator: " ")
      let row = try #require(
        TestLayout.row(layouter, TestLayout.input(.text(MessageText(text, markup: .plain)))))
      let time = try #require(row.item(.time)).rect
      let item = try #require(row.item(.text))
      let bubble = try #require(row.item(.bubble)).rect
      #expect(bubble.contains(time))
      guard case .text(let block) = item.content, let last = block.lines.last else { continue }
      let lastLine = Rect(
        x: item.rect.minX, y: item.rect.maxY - 20, width: last.width, height: 20)
      #expect(!lastLine.overlaps(time), "\(words) words")
    }
  }

  @Test(
    "Row 17: pictures are never upscaled and keep their ratio within 1 px",
    arguments: [
      (1, 1), (1, 5_000), (5_000, 1), (300, 300), (1_600, 1_200), (1_200, 1_600), (20, 10),
    ])
  func pictures(width: Int, height: Int) throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let content = MessageContent.media([Attachment(kind: .image, path: "a.png")], caption: .empty)
    let media = [MediaPlacement(path: "media/a.png", isInlineImage: true, width: width, height: height)]
    let row = try #require(TestLayout.row(layouter, TestLayout.input(content, media: media)))
    let rect = try #require(row.item(.image)).rect
    #expect(rect.width <= LayoutUnit(px: width) && rect.height <= LayoutUnit(px: height))
    #expect(rect.width.px <= 390 * 0.66 && rect.height.px <= 320)
    let scale = rect.width.px / Double(width)
    #expect(abs(rect.height.px - max(1, Double(height) * min(scale, rect.height.px / Double(height)))) <= 1)
  }

  @Test("A missing picture is a labelled card")
  func missing() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let content = MessageContent.media([Attachment(kind: .image, path: "gone.png")], caption: .empty)
    let row = try #require(
      TestLayout.row(layouter, TestLayout.input(content, media: [MediaPlacement(path: nil)])))
    #expect(row.item(.card) != nil && row.item(.label) != nil)
  }

  @Test("Row 21: every kind has a visible face with text in it", arguments: Kinds.all)
  func kinds(content: MessageContent) throws {
    let layouter = try TestLayout.layouter(names: Self.people)
    let row = try #require(TestLayout.row(layouter, TestLayout.input(content)))
    let hasText = row.frame.items.contains { item in
      if case .text(let block) = item.content { !block.text.isEmpty } else { false }
    }
    #expect(hasText)
    #expect(row.frame.size.height >= 20)
  }
}

/// One message of every kind.
enum Kinds {
  static let text = MessageText("words", markup: .plain)
  static let all: [MessageContent] = [
    .text(text), .part(CodeSnippet(code: "let a = 1")), .part(Contact(name: "Ana")),
    .part(Location(latitude: 38.7, longitude: -9.1)),
    .part(Poll(question: "When?", options: [.init(text: "now", votes: 2)])),
    .part(Call(medium: "video", duration: 61)),
    .part(LinkPreview(url: "https://example.org")),
    .system(SystemEvent(event: "memberAdded", text: "x")), .part(Deletion()),
    .part(TurnPart(kind: .thinking, text: "hm")), .part(Unsupported(kind: "hologram")),
    .media([Attachment(kind: .video, path: "a.mp4")], caption: .empty),
    .media([Attachment(kind: .voice)], caption: text), .media([Attachment(kind: .file)], caption: .empty),
  ]
}
