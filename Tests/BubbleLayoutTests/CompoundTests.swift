import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

/// Every kind with everything that can come with it: parts stay in their bubble, apart from each other, and the time
/// is never over a glyph.
@Suite struct CompoundTests {
  private static let words = [
    "ok", "the second kiosk, not the first", "עברית", "a_very_long_word_without_any_space_in_it", "👍",
  ]

  /// One of what may come with a message, by bit.
  private func dress(_ input: inout RowInput, _ bits: Int, _ text: String) {
    var extras = MessageExtras()
    if bits & 1 != 0 { input.extras.quote = QuotedMessage(name: text, text: text, page: 1, anchor: "1") }
    if bits & 2 != 0 {
      input.message = input.message.with(reactions: [
        Reaction(emoji: "👍", by: [], count: 3), Reaction(emoji: text, by: [], count: 1, image: "a"),
      ])
      input.extras.reactionPictures = [nil, "media/a.png"]
    }
    if bits & 4 != 0 { extras.edits = [.init(instant: nil, text: text)] }
    if bits & 8 != 0 { extras.status = ["sending", "read", "failed", "played"][bits >> 6 & 3] }
    if bits & 16 != 0 { (extras.forwardedFrom, extras.isPinned) = (text, true) }
    if bits & 32 != 0 {
      var relations = Relations()
      relations.branch = .init(number: 2, count: 3)
      relations.links = [MessageLink(page: 1, anchor: "2", purpose: .nextBranch)]
      relations.answers = 3
      input.extras.relations = relations
    }
    if input.message.content.hasNoText, bits & 256 != 0 { extras.text = MessageText(text, markup: .plain) }
    if extras != MessageExtras() { input.message = input.message.with(extras: extras) }
  }

  private static func contents(_ text: String) -> [(MessageContent, [MediaPlacement])] {
    let caption = MessageText(text, markup: .plain)
    func film(_ width: Int, _ height: Int) -> MediaPlacement {
      MediaPlacement(path: "media/a.webm", playback: .film, width: width, height: height)
    }
    func picture(_ width: Int, _ height: Int) -> MediaPlacement {
      MediaPlacement(path: "media/a.png", isInlineImage: true, width: width, height: height)
    }
    var voice = Attachment(kind: .voice, path: "v.ogg")
    voice.waveform = [1, 50, 100]
    let image = Attachment(kind: .image, path: "a.png")
    let sound = MediaPlacement(path: "media/v.ogg", playback: .sound)
    return Kinds.all.map { ($0, []) } + [
      (.text(caption), []), (.text(MessageText("- \(text)\n- \(text)\n\n> \(text)", markup: .markdown)), []),
      (.media([image], caption: caption), [picture(1_600, 1_200)]),
      (.media([image], caption: .empty), [picture(300, 20)]),
      (.media([image], caption: caption), [picture(20, 2_000)]),
      (.media([image, image, image], caption: caption), [picture(9, 16), picture(16, 9), picture(1, 1)]),
      (.media([Attachment(kind: .video, path: "a.webm")], caption: caption), [film(320, 180)]),
      (.media([Attachment(kind: .video, path: "a.webm")], caption: .empty), [film(90, 1_600)]),
      (.media([voice], caption: caption), [sound]),
      (.media([voice], caption: .empty), [MediaPlacement(path: nil)]),
      (.media([Attachment(kind: .sticker, path: "a.png")], caption: .empty), [picture(512, 512)]),
      (
        .media([image, voice, Attachment(kind: .file, path: "f")], caption: caption),
        [picture(400, 300), sound]
      ),
      (
        .part(LinkPreview(url: "https://example.org", title: text, image: image, text: caption)),
        [picture(640, 320)]
      ),
      (.part(Deletion(reason: .expired)), []),
      (.part(TurnPart(kind: .toolCall, name: text, text: text)), []),
    ]
  }

  @Test("Nothing overlaps the time, nothing leaves its bubble", arguments: 0..<words.count, Side.allCases)
  func everything(word: Int, side: Side) throws {
    let text = Self.words[word]
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"], texts: Self.words, me: 1)
    let theme = try Theme.builtIn("standard")
    for (number, (content, media)) in Self.contents(text).enumerated() {
      if case .system = content { continue }
      for bits in 0..<64 {
        var input = TestLayout.input(content, side: side, media: media)
        dress(&input, bits | (bits * 7 + number) << 6, text)
        let row = try #require(TestLayout.row(layouter, input))
        check(row, theme, "kind \(number), with \(bits), \(text)")
      }
    }
  }

  private func check(_ row: Row, _ theme: Theme, _ what: String) {
    let column = Rect(x: 0, y: 0, width: theme.columnWidth, height: row.frame.size.height)
    let bubble = row.item(.bubble)?.rect
    for item in row.frame.items {
      #expect(column.contains(item.rect), "\(item.id) leaves the row: \(what)")
      if let bubble, ![.bubble, .name, .avatar, .status].contains(item.id.role) {
        #expect(bubble.contains(item.rect), "\(item.id) leaves its bubble: \(what)")
      }
    }
    guard let time = row.item(.time)?.rect else { return }
    let isOverlaid = row.item(.pill) != nil
    for item in row.frame.items {
      switch item.content {
      case .text(let block):
        for glyphs in lines(of: block, in: item.rect, theme) {
          #expect(!glyphs.overlaps(time), "the time is over \(item.id): \(what)")
        }
      case .image, .emoji, .icon, .player, .waveform, .status, .reaction, .fold:
        if case .image = item.content, isOverlaid { continue }
        #expect(!item.rect.overlaps(time), "the time is over \(item.id): \(what)")
      default: break
      }
    }
  }

  /// The rects of the glyphs of each line.
  private func lines(of block: TextBlock, in rect: Rect, _ theme: Theme) -> [Rect] {
    let height = block.lineHeight ?? theme.style(block.role).lineHeight
    return block.lines.enumerated().map { number, line in
      Rect(
        x: block.direction == .leftToRight ? rect.minX : rect.maxX - line.width,
        y: rect.minY + height * number,
        width: line.width, height: height)
    }
  }

  @Test(
    "A caption wraps to the width of its picture or film", arguments: [(240, 300), (300, 225), (1_600, 400)])
  func captions(width: Int, height: Int) throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let caption = MessageText(Array(repeating: "word", count: 60).joined(separator: " "), markup: .plain)
    let placements: [(ChatModel.Attachment.Kind, MediaPlacement)] = [
      (.image, MediaPlacement(path: "media/a.png", isInlineImage: true, width: width, height: height)),
      (.gif, MediaPlacement(path: "media/a.gif", isInlineImage: true, width: width, height: height)),
      (.video, MediaPlacement(path: "media/a.webm", playback: .film, width: width, height: height)),
    ]
    for (kind, placement) in placements {
      let content = MessageContent.media([Attachment(kind: kind, path: "a")], caption: caption)
      let row = try #require(TestLayout.row(layouter, TestLayout.input(content, media: [placement])))
      let picture = try #require(row.item(.image) ?? row.item(.player)).rect
      #expect(row.item(.bubble)?.rect.width == picture.width, "\(kind)")
    }
  }
}
