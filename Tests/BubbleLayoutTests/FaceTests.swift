import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

/// The smaller faces: how far a message got, stickers, waveforms, pictures of reactions, markers.
@Suite struct FaceTests {
  private static let text = MessageContent.text(
    MessageText("Wait for us at the second kiosk", markup: .plain))

  private func row(
    _ content: MessageContent = text, side: Side = .incoming, names: [String] = ["Ana", "Bo"],
    theme: String = "standard",
    media: [MediaPlacement] = [], reactions: [Reaction] = [],
    _ change: (inout RowInput, inout MessageExtras) -> Void = { _, _ in }
  ) throws -> Row {
    let layouter = try TestLayout.layouter(names: names, theme: .builtIn(theme), me: 0)
    var input = TestLayout.input(content, side: side, reactions: reactions, media: media)
    var extras = MessageExtras()
    change(&input, &extras)
    if extras != MessageExtras() { input.message = input.message.with(extras: extras) }
    return try #require(TestLayout.row(layouter, input))
  }

  private func words(_ row: Row, _ name: ItemID.Role) -> [String] {
    row.frame.items.compactMap { item in
      if item.id.role == name, case .text(let block) = item.content { block.text } else { nil }
    }
  }

  // MARK: How far a message got

  @Test(
    "Row 22: a message that was not sent has a mark beside its bubble, which is as wide as ever",
    arguments: Side.allCases,
    ["standard", "slate", "paper"])
  func failed(side: Side, theme: String) throws {
    for length in [1, 8, 60] {
      let text = MessageContent.text(
        MessageText(Array(repeating: "word", count: length).joined(separator: " "), markup: .plain))
      let plain = try row(text, side: side, names: ["Ana", "Bo", "Cy"], theme: theme)
      let failed = try row(text, side: side, names: ["Ana", "Bo", "Cy"], theme: theme) {
        $1.status = "failed"
      }
      let bubble = try #require(failed.item(.bubble)).rect
      #expect(plain.item(.bubble)?.rect == bubble)
      #expect(plain.frame.size == failed.frame.size)
      let mark = try #require(failed.item(.status))
      #expect(mark.content == .status(FrameStatus(kind: .failed, name: "Not sent")))
      #expect(!mark.rect.overlaps(bubble) && bubble.minY <= mark.rect.minY && mark.rect.maxY <= bubble.maxY)
      #expect(Rect(x: 0, y: 0, width: 390, height: 10_000).contains(mark.rect))
      #expect((mark.rect.minX > bubble.maxX) == (side == .incoming))
    }
  }

  @Test("The other states are icons behind the time, all as wide", arguments: Side.allCases)
  func states(side: Side) throws {
    let states: [(String, FrameStatus.Kind)] = [
      ("sending", .sending), ("sent", .sent), ("delivered", .delivered), ("read", .read),
    ]
    var bubbles: Set<Rect> = []
    for (word, kind) in states {
      let row = try row(side: side) { $1.status = word }
      let (icon, time) = (try #require(row.item(.status)), try #require(row.item(.time)).rect)
      guard case .status(let status) = icon.content else { return }
      #expect(status.kind == kind && !status.name.isEmpty)
      let bubble = try #require(row.item(.bubble)).rect
      #expect(bubble.contains(icon.rect) && !icon.rect.overlaps(time) && icon.rect.minX >= time.maxX)
      bubbles.insert(bubble)
    }
    #expect(bubbles.count == 1)
    let other = try row(side: side) { $1.status = "played" }
    #expect(other.item(.status) == nil)
    guard case .time(let block, _)? = other.item(.time)?.content else { return }
    #expect(block.text.hasSuffix("· played"))
  }

  // MARK: Stickers

  private func sticker(_ width: Int?, _ height: Int?) -> MediaPlacement {
    MediaPlacement(path: "media/s.webp", isInlineImage: true, width: width, height: height)
  }

  @Test(
    "A sticker alone has no bubble, stands at its side's edge and is never upscaled", arguments: Side.allCases
  )
  func stickers(side: Side) throws {
    let content = MessageContent.media([Attachment(kind: .sticker, path: "s.webp")], caption: .empty)
    for (width, height, shown) in [
      (512, 512, (160, 160)), (512, 256, (160, 80)), (40, 20, (40, 20)), (nil, nil, (160, 160)),
      (-1, 0, (160, 160)),
    ] as [(Int?, Int?, (Int, Int))] {
      let row = try row(
        content, side: side, media: [sticker(width, height)],
        reactions: [Reaction(emoji: "👍", by: [], count: 1)])
      let image = try #require(row.item(.image)).rect
      #expect(row.item(.bubble) == nil)
      #expect(image.size == Size(width: LayoutUnit(px: shown.0), height: LayoutUnit(px: shown.1)))
      #expect(side == .incoming ? image.minX == 11 : image.maxX == 379)
      let rects = row.frame.items.map(\.rect)
      let whole = Rect(x: 0, y: 0, width: 390, height: row.frame.size.height)
      #expect(rects.allSatisfy(whole.contains))
      #expect(!(try #require(row.item(.time)).rect.overlaps(image)))
      #expect(row.item(.chip).map { !$0.rect.overlaps(image) } == true)
    }
  }

  @Test("A sticker with words, an answer, or without a picture keeps its bubble")
  func stickersInBubbles() throws {
    let file = ChatModel.Attachment(kind: .sticker, path: "s.webp")
    let alone = MessageContent.media([file], caption: .empty)
    let quote = QuotedMessage(name: "Bo", text: "?", page: nil, anchor: "")
    let rows = [
      try row(.media([file], caption: MessageText("ha", markup: .plain)), media: [sticker(9, 9)]),
      try row(alone, media: [MediaPlacement(path: nil)]),
      try row(.media([file, file], caption: .empty), media: [sticker(9, 9), sticker(9, 9)]),
      try row(alone, media: [sticker(9, 9)]) { input, _ in
        input.message = input.message.with(reply: Reply(target: "1"))
        input.extras.quote = quote
      },
      try row(alone, media: [sticker(9, 9)]) { $1.forwardedFrom = "Cy" },
    ]
    for row in rows { #expect(row.item(.bubble) != nil) }
  }

  // MARK: Recordings and films

  @Test(
    "A recording's waveform fills its card with bars that stay in their box", arguments: [1, 2, 36, 4_096])
  func waveform(count: Int) throws {
    var voice = ChatModel.Attachment(kind: .voice, path: "v.ogg")
    voice.waveform = (0..<count).map { UInt8($0 * 37 % 101) }
    for placement in [MediaPlacement(path: "media/v.ogg", playback: .sound), MediaPlacement(path: nil)] {
      let row = try row(.media([voice], caption: .empty), media: [placement])
      let item = try #require(row.item(.waveform))
      guard case .waveform(let wave) = item.content else { return }
      #expect(wave.bars.count > 20)
      #expect(try #require(row.item(.card)).rect.contains(item.rect))
      for bar in wave.bars {
        #expect(bar.x >= wave.thickness.half && bar.x + wave.thickness.half <= item.rect.width)
        #expect(bar.reach >= .zero && bar.reach + wave.thickness.half <= item.rect.height.half)
      }
      #expect(Set(wave.bars.map(\.reach)).count == min(count, Set(wave.bars.map(\.reach)).count))
      // The waveform lies in the row of the player, which draws over it.
      for name in [ItemID.Role.label, .icon, .detail] {
        #expect(row.item(name).map { !$0.rect.overlaps(item.rect) } ?? true)
      }
    }
  }

  @Test("A film shows the picture its source gives, and none else")
  func poster() throws {
    let content = MessageContent.media([Attachment(kind: .video, path: "a.webm")], caption: .empty)
    for poster in ["media/p.jpg", nil] {
      let media = MediaPlacement(
        path: "media/a.webm", playback: .film, width: 320, height: 180, poster: poster)
      guard case .player(let player)? = try row(content, media: [media]).item(.player)?.content else {
        Issue.record("no player")
        return
      }
      #expect(player.poster == poster)
    }
  }

  @Test("A GIF that is a picture moves in place; a film does not play by itself")
  func gif() throws {
    let content = MessageContent.media([Attachment(kind: .gif, path: "a.gif")], caption: .empty)
    let image = try row(
      content, media: [MediaPlacement(path: "media/a.gif", isInlineImage: true, width: 9, height: 9)])
    #expect(image.item(.image) != nil && image.item(.player) == nil)
    let film = try row(content, media: [MediaPlacement(path: "media/a.mp4", playback: .film)])
    #expect(film.item(.image) == nil && film.item(.player) != nil)
  }

  // MARK: Reactions and polls

  @Test("A reaction with a picture shows it in its chip, with the count when there are several")
  func reactionPictures() throws {
    let reactions = [
      Reaction(emoji: "tart", by: [], count: 1, image: "a"),
      Reaction(emoji: "tart", by: [], count: 12, image: "a"),
      Reaction(emoji: "gone", by: [], count: 1, image: "b"),
    ]
    let row = try row(reactions: reactions) { input, _ in
      input.extras.reactionPictures = ["media/a.png", "media/a.png", nil]
    }
    #expect(words(row, .count) == ["12"] && words(row, .reaction) == ["gone"])
    let pictures = row.frame.items.filter { if case .emoji = $0.content { true } else { false } }
    let chips = row.frame.items.filter { $0.id.role == .chip }.map(\.rect)
    #expect(pictures.count == 2 && chips.count == 3)
    for (picture, chip) in zip(pictures, chips) { #expect(chip.contains(picture.rect)) }
    for text in row.frame.items where text.id.role == .reaction {
      #expect(!pictures.contains { $0.rect.overlaps(text.rect) })
    }
  }

  @Test("Where voters are counted shares are of them; one's own vote is named")
  func voters() throws {
    let poll = Poll(
      question: "Dinner?",
      options: [
        .init(text: "20:00", votes: 2, isChosen: true),
        .init(text: "21:00", votes: 3, by: [ParticipantIndex(0)], isChosen: true),
        .init(text: "never", votes: 0),
      ], voters: 4)
    let row = try row(.part(poll))
    #expect(words(row, .fact) == ["Poll · 4 voters"])
    #expect(words(row, .share) == ["2 · 50%", "3 · 75%", "0 · 0%"])
    #expect(words(row, .voters) == ["You and 1 other", "Ana and 2 others"])
    for voters in [-1, 0, 1, .max] {
      var odd = poll
      odd.voters = voters
      #expect(try self.row(.part(odd)).item(.card) != nil)
    }
  }

  // MARK: Words and markers

  @Test("From whom a message was forwarded and when stands above it, how long it was to stay beside its time")
  func header() throws {
    let then = Instant(milliseconds: 1_777_000_000_000)
    let forwarded = try row { input, extras in
      (extras.forwardedFrom, extras.forwardedAt) = ("Tia\nLurdes", then)
      input.extras.moments = [then: LocalTime(day: 20_567, minute: 1_306)]
    }
    #expect(words(forwarded, .caption) == ["Forwarded from Tia Lurdes, 24 April 2026 at 21:46"])
    #expect(words(try row { $1.isViewOnce = true }, .caption) == ["View once"])
    for (seconds, span) in [
      (604_800.0, "1 week"), (86_400, "1 day"), (5_400, "90 minutes"), (1, "1 second"), (.nan, "a while"),
      (1e300, "a while"),
    ] {
      let row = try row { $1.expiresAfter = seconds }
      guard case .time(let block, _)? = row.item(.time)?.content else { return }
      #expect(block.text == "disappears after \(span) · 09:12")
    }
  }

  @Test("What is gone says why, by whom and when, as far as it is known")
  func gone() throws {
    let then = Instant(milliseconds: 1_777_626_800_000)
    let cases: [(Deletion, Bool, String)] = [
      (Deletion(), false, "Deleted message"), (Deletion(instant: then), false, "Deleted, 10:00"),
      (Deletion(by: ParticipantIndex(1), instant: then), false, "Deleted by Bo, 10:00"),
      (Deletion(by: ParticipantIndex(0)), false, "Deleted message"),
      (Deletion(reason: .expired), false, "Disappeared"),
      (Deletion(reason: .expired), true, "Opened, could be viewed once"),
      (Deletion(instant: then, reason: .expired), false, "Disappeared, 10:00"),
    ]
    for (deletion, isViewOnce, expected) in cases {
      let row = try row(.part(deletion)) { input, extras in
        extras.isViewOnce = isViewOnce
        input.extras.moments = [then: LocalTime(day: 20_574, minute: 600)]
        if let own = input.message.instant { input.extras.moments[own] = LocalTime(day: 20_574, minute: 552) }
      }
      #expect(words(row, .detail) == [expected])
    }
  }

  @Test("The marker of unread messages stands on top of its row and moves all else down")
  func unread() throws {
    for content in Kinds.all {
      let plain = try row(content)
      let marked = try row(content) { $1.isFirstUnread = true }
      #expect(words(marked, .unread) == ["Unread messages"])
      let line = try #require(marked.item(.line)).rect
      #expect(line.minX == 0 && line.width == 390)
      let rest = marked.frame.items.dropFirst(2)
      #expect(rest.map(\.id) == plain.frame.items.map(\.id))
      let shift = marked.frame.size.height - plain.frame.size.height
      for (moved, item) in zip(rest, plain.frame.items) {
        #expect(moved.rect == item.rect.offset(x: 0, y: shift) && moved.rect.minY >= line.maxY)
      }
    }
  }

  @Test("The marker ends the group above it")
  func unreadGroup() {
    var key = GroupKey(sender: 1, side: .incoming, day: 1, seconds: 10, isNotice: false)
    let next = key
    key.startsAnew = true
    #expect(next.continues(to: next, within: 120) && !next.continues(to: key, within: 120))
    #expect(key.continues(to: next, within: 120))
  }
}
