import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

@Suite struct FileTests {
  private func row(
    _ attachment: ChatModel.Attachment, _ placement: MediaPlacement = MediaPlacement(path: "media/0.bin"),
    texts: [String] = [], caption: String = ""
  ) throws -> Row {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"], texts: texts)
    let content = MessageContent.media([attachment], caption: MessageText(caption, markup: .plain))
    return try #require(TestLayout.row(layouter, TestLayout.input(content, media: [placement])))
  }

  private func text(_ row: Row, _ name: ItemID.Role) -> String? {
    if case .text(let block)? = row.item(name)?.content { block.text } else { nil }
  }

  private func file(_ name: String) -> ChatModel.Attachment {
    Attachment(kind: .file, path: "f/\(name)", name: name)
  }

  @Test("A name that is too long loses its middle and keeps its ending; a short one is whole")
  func names() throws {
    #expect(text(try row(file("list.pdf")), .label) == "list.pdf")
    let long = try row(file("Quarterly report of the committee, final version 2026.pdf"))
    let shown = try #require(text(long, .label))
    #expect(shown.hasPrefix("Quarterly") && shown.hasSuffix("2026.pdf") && shown.contains("…"))
    let nameless = try row(file(String(repeating: "word ", count: 20_000)))
    #expect(text(nameless, .label)?.contains("…") == true)
    for row in [long, nameless] {
      let (card, label) = (row.item(.card)?.rect, row.item(.label)?.rect)
      #expect(card.flatMap { card in label.map(card.contains) } == true)
    }
  }

  @Test("The facts: duration, type by the name or else the content, size")
  func facts() throws {
    var attachment = file("a.tar.gz")
    attachment.byteCount = 1_234_567
    #expect(text(try row(attachment), .fact) == "GZ · 1.2 MB")
    #expect(text(try row(file("README"), MediaPlacement(path: "media/0.pdf")), .fact) == "PDF")
    #expect(text(try row(file("README")), .fact) == nil)
    var voice = Attachment(kind: .voice, path: "v.ogg")
    voice.duration = 61.4
    #expect(text(try row(voice), .label) == "Voice message")
    #expect(text(try row(voice), .fact) == "1:01")
  }

  @Test("Absurd sizes and durations are not shown and break nothing")
  func hostile() throws {
    for (bytes, seconds) in [(-1, -1.0), (.min, .nan), (-5, .infinity), (-1, 1e300)] {
      var attachment = Attachment(kind: .audio, path: "a.mp3")
      (attachment.byteCount, attachment.duration) = (bytes, seconds)
      #expect(text(try row(attachment), .fact) == nil)
    }
    var large = Attachment(kind: .audio, path: "a.mp3")
    (large.byteCount, large.duration) = (.max, 999_999_999)
    #expect(text(try row(large), .fact) == "277777:46:39 · 9223372 TB")
  }

  @Test("A recording that browsers play has its buttons on the card, with nothing over them")
  func sound() throws {
    let voice = Attachment(kind: .voice, path: "v.ogg")
    let row = try row(voice, MediaPlacement(path: "media/0.ogg", playback: .sound))
    let (card, player) = (try #require(row.item(.card)).rect, try #require(row.item(.player)).rect)
    let jump = try #require(row.item(.jump)).rect
    #expect(card.contains(player) && !jump.overlaps(player))
    #expect(try self.row(voice, MediaPlacement(path: "media/0.amr")).item(.player) == nil)
    // A sound that says it is a film, and a file that says it is neither.
    let film = Attachment(kind: .video, path: "v.ogg")
    #expect(try self.row(film, MediaPlacement(path: "media/0.ogg", playback: .sound)).item(.player) == nil)
    #expect(try self.row(file("a.mp4"), MediaPlacement(path: "a", playback: .film)).item(.player) == nil)
  }

  @Test("A film keeps its ratio and fills the bubble; the time stands under it, not over its buttons")
  func film() throws {
    var video = Attachment(kind: .video, path: "v.mp4")
    video.duration = 42
    for (width, height) in [(1920, 1080), (1080, 1920), (640, 480)] {
      let row = try row(
        video, MediaPlacement(path: "media/0.mp4", playback: .film, width: width, height: height))
      let (bubble, player) = (try #require(row.item(.bubble)).rect, try #require(row.item(.player)).rect)
      #expect(player.origin == bubble.origin && player.width == bubble.width)
      #expect(abs(player.width.px / player.height.px - Double(width) / Double(height)) < 0.02)
      #expect(row.item(.time)?.rect.overlaps(player) == false)
      #expect(row.item(.badge).map { player.contains($0.rect) } == true)
      #expect(text(row, .fact) == "0:42")
      guard case .player(let shown)? = row.item(.player)?.content else { return }
      #expect(shown.radii.topLeft == 18 && shown.radii.bottomLeft == .zero)
    }
  }

  @Test("Films of unknown, tiny or absurd size are wide enough for their buttons")
  func filmSizes() throws {
    let sizes: [(Int?, Int?)] = [(nil, nil), (1, 1), (.max, 1), (.min, .max), (0, 0), (20, 4000)]
    for (width, height) in sizes {
      let row = try row(
        Attachment(kind: .gif, path: "v.mp4"),
        MediaPlacement(path: "media/0.mp4", playback: .film, width: width, height: height))
      let player = try #require(row.item(.player)).rect
      #expect(player.width == 257 && player.height == 144)
      #expect(text(row, .fact) == "GIF")
    }
  }

  @Test("A caption wraps to the film's width")
  func caption() throws {
    let words = String(repeating: "word ", count: 30)
    let row = try row(
      Attachment(kind: .video, path: "v.mp4"),
      MediaPlacement(path: "media/0.mp4", playback: .film, width: 720, height: 1280), caption: words)
    #expect(row.item(.bubble)?.rect.width == row.item(.player)?.rect.width)
  }
}
