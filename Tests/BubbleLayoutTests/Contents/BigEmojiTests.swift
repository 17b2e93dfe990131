import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

/// Messages of one to three emoji and nothing else: large, without a bubble.
@Suite struct BigEmojiTests {
  private func layouter(_ names: [String] = ["Ana", "Bo"]) throws -> RowLayouter {
    try TestLayout.layouter(names: names, texts: ["🎉🔥👍"])
  }

  private func text(_ string: String) -> MessageContent { .text(MessageText(string, markup: .plain)) }

  @Test("One to three emoji have no bubble and fill the line", arguments: ["🎉", "🎉🔥", "🎉 🔥 👍", " 🎉\n"])
  func bare(emoji: String) throws {
    let row = try #require(TestLayout.row(layouter(), TestLayout.input(text(emoji))))
    #expect(row.item(.bubble) == nil)
    let item = try #require(row.item(.text))
    guard case .text(let block) = item.content else { return }
    #expect(block.role == .bigEmoji)
    #expect(block.lines.count == 1 && item.rect.height == 50)
    #expect(block.lines[0].width >= 50)
  }

  @Test("Four emoji, a letter and a reply keep the bubble", arguments: ["🎉🎉🎉🎉", "🎉!", "ok"])
  func bubbled(string: String) throws {
    #expect(TestLayout.row(try layouter(), TestLayout.input(text(string)))?.item(.bubble) != nil)
    let quote = QuotedMessage(name: "Bo", text: "hi", page: 1, anchor: "1")
    let reply = try #require(TestLayout.row(layouter(), TestLayout.input(text("🎉"), quote: quote)))
    #expect(reply.item(.bubble) != nil && reply.item(.quote) != nil)
  }

  @Test("An outgoing row is the mirror image: emoji at the edge, the time on the inner side")
  func mirrored() throws {
    let incoming = try #require(TestLayout.row(layouter(), TestLayout.input(text("🎉"))))
    let outgoing = try #require(TestLayout.row(layouter(), TestLayout.input(text("🎉"), side: .outgoing)))
    let (a, b) = (try #require(incoming.item(.text)).rect, try #require(outgoing.item(.text)).rect)
    #expect(b == a.mirrored(in: 390))
    #expect(try #require(outgoing.item(.time)).rect.maxX <= b.minX)
    let (emoji, time) = (try #require(incoming.item(.text)).rect, try #require(incoming.item(.time)).rect)
    #expect(emoji.minX == 11 && time.minX >= emoji.maxX && time.maxY == emoji.maxY)
  }

  @Test("The branch and the thread of a message without a bubble stand under it", arguments: Side.allCases)
  func relations(side: Side) throws {
    var input = TestLayout.input(text("🎉"), side: side)
    input.message = input.message.with(reactions: [Reaction(emoji: "🔥", by: [], count: 1)])
    var relations = Relations()
    relations.branch = .init(number: 1, count: 2)
    relations.answers = 3
    relations.links = [
      MessageLink(page: 1, anchor: "2", purpose: .nextBranch),
      MessageLink(page: 1, anchor: "3", purpose: .thread),
    ]
    input.extras.relations = relations
    let row = try #require(TestLayout.row(layouter(), input))
    let emoji = try #require(row.item(.text)).rect
    let (branch, answers) = (try #require(row.item(.branch)).rect, try #require(row.item(.answers)).rect)
    let chip = try #require(row.item(.chip)).rect
    #expect(emoji.maxY <= branch.minY && branch.maxY <= answers.minY && answers.maxY <= chip.minY)
    #expect(row.frame.items.count { $0.id.role == .link } == 2)
    for item in row.frame.items {
      #expect(item.rect.minX >= 11 && item.rect.maxX <= 379 && item.rect.maxY <= row.frame.size.height)
    }
  }

  @Test("Reactions stand under the emoji, the avatar beside the last of the group, nothing overlaps")
  func reactionsAndAvatar() throws {
    let layouter = try layouter(["Ana", "Bo", "Cy"])
    let reactions = [Reaction(emoji: "🔥", by: [], count: 12), Reaction(emoji: "👍", by: [], count: 1)]
    for side in [Side.incoming, .outgoing] {
      let row = try #require(
        TestLayout.row(layouter, TestLayout.input(text("🎉"), side: side, reactions: reactions)))
      let emoji = try #require(row.item(.text)).rect
      let chips = row.frame.items.filter { $0.id.role == .chip }
      #expect(chips.count == 2)
      for chip in chips { #expect(chip.rect.minY >= emoji.maxY) }
      #expect(chips[0].rect.maxX <= chips[1].rect.minX)
      #expect((row.item(.avatar) != nil) == (side == .incoming))
      for item in row.frame.items {
        #expect(item.rect.minX >= 0 && item.rect.maxX <= 390 && item.rect.maxY <= row.frame.size.height)
      }
    }
  }

  @Test("A bubble above or below big emoji is the end of its bubbles: it has a tail and whole corners")
  func neighbours() {
    func key(_ hasNoBubble: Bool) -> GroupKey {
      var key = GroupKey(sender: 1, side: .incoming, day: 1, seconds: 1, isNotice: false)
      key.hasNoBubble = hasNoBubble
      return key
    }
    var decorator = Decorator(groupSeconds: 120)
    let first = decorator.decorate(key(false), next: key(true), minute: 0)
    let second = decorator.decorate(key(true), next: key(false), minute: 0)
    let third = decorator.decorate(key(false), next: nil, minute: 0)
    #expect(!first.endsGroup && !first.joinsBelow)
    #expect(!second.startsGroup && !second.endsGroup)
    #expect(!third.startsGroup && !third.joinsAbove && third.endsGroup)
  }
}
