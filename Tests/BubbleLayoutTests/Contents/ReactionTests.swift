import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

@Suite struct ReactionTests {
  private func chips(_ reactions: [Reaction], me: Int? = nil) throws -> [FrameReaction] {
    let names = (0..<40).map { "P\($0)" }
    let layouter = try TestLayout.layouter(names: names, texts: ["👍"], me: me)
    let text = MessageContent.text(MessageText("ok", markup: .plain))
    let row = try #require(TestLayout.row(layouter, TestLayout.input(text, reactions: reactions)))
    return row.frame.items.compactMap { if case .reaction(let chip) = $0.content { chip } else { nil } }
  }

  private func people(_ indexes: Range<Int32>) -> [ParticipantIndex] { indexes.map { ParticipantIndex($0) } }

  @Test("A chip says who reacted, and how many more there are than names")
  func who() throws {
    let chips = try chips([
      Reaction(emoji: "👍", by: people(0..<2), count: 2), Reaction(emoji: "👍", by: people(0..<1), count: 4),
      Reaction(emoji: "👍", by: people(0..<2), count: 3), Reaction(emoji: "👍", by: [], count: 3),
    ])
    #expect(chips.map(\.people) == ["P0, P1", "P0 and 3 others", "P0, P1 and 1 other", ""])
  }

  @Test("One's own reaction stands out, also behind the names that are shown")
  func own() throws {
    let reactions = [
      Reaction(emoji: "👍", by: people(0..<3), count: 3), Reaction(emoji: "👍", by: people(0..<40), count: 40),
    ]
    #expect(try chips(reactions, me: 39).map(\.isOwn) == [false, true])
    #expect(try chips(reactions, me: nil).map(\.isOwn) == [false, false])
  }

  @Test("People who are none, and counts that are none")
  func hostile() throws {
    let nobody = [ParticipantIndex(-1), ParticipantIndex(.max), ParticipantIndex(3)]
    let chips = try chips([
      Reaction(emoji: "👍", by: nobody, count: .min), Reaction(emoji: "👍", by: nobody, count: .max),
    ])
    #expect(chips.map(\.people) == ["P3 and 2 others", "P3 and 9,223,372,036,854,775,806 others"])
  }
}
