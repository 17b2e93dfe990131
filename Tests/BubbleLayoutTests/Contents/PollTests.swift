import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

@Suite struct PollTests {
  private func row(_ votes: [Int], closed: Bool = false, option: String = "now") throws -> Row {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let poll = Poll(
      question: "When?", options: votes.map { Poll.Option(text: option, votes: $0) }, isClosed: closed)
    return try #require(TestLayout.row(layouter, TestLayout.input(.part(poll))))
  }

  private func rects(_ row: Row, _ name: ItemID.Role) -> [Rect] {
    row.frame.items.filter { $0.id.role == name }.map(\.rect)
  }

  private func texts(_ row: Row, _ name: ItemID.Role) -> [String] {
    row.frame.items.filter { $0.id.role == name }.compactMap {
      if case .text(let block) = $0.content { block.text } else { nil }
    }
  }

  @Test("Bars are as long as the shares, to a pixel; an option without votes has none")
  func bars() throws {
    let row = try row([3, 0, 1, 2])
    let (tracks, bars) = (rects(row, .track), rects(row, .bar))
    #expect(tracks.count == 4 && bars.count == 3)
    let full = try #require(tracks.first).width.px
    for (bar, share) in zip(bars, [3 / 6.0, 1 / 6.0, 2 / 6.0]) {
      #expect(abs(bar.width.px - full * share) <= 1)
    }
    #expect(texts(row, .share) == ["3 · 50%", "0 · 0%", "1 · 17%", "2 · 33%"])
    #expect(texts(row, .fact) == ["Poll · 6 votes"])
    #expect(texts(try self.row([1], closed: true), .fact) == ["Final results · 1 vote"])
  }

  @Test("Without votes, and with counts no poll has, bars stay on their tracks")
  func hostile() throws {
    for votes in [[], [0, 0], [-4, 2], [.max, .max, 1], [.min, .min], Array(repeating: 1, count: 500)] {
      let row = try row(votes)
      let (tracks, bars) = (rects(row, .track), rects(row, .bar))
      #expect(tracks.count == votes.count)
      #expect(bars.allSatisfy { bar in tracks.contains { $0.contains(bar) } })
      let card = try #require(row.item(.card)).rect
      #expect((tracks + rects(row, .detail) + rects(row, .share)).allSatisfy(card.contains))
    }
    #expect(texts(try row([-4, 2]), .share) == ["0 · 0%", "2 · 100%"])
  }

  @Test("A long option wraps beside its share and never under it")
  func long() throws {
    let row = try row([5, 3], option: String(repeating: "scooters and trams ", count: 12))
    for (words, share) in zip(rects(row, .detail), rects(row, .share)) {
      #expect(!words.overlaps(share))
    }
    for (words, track) in zip(rects(row, .detail), rects(row, .track)) { #expect(words.maxY <= track.minY) }
  }

  @Test("Who voted stands under the bar, as far as it is known; the answer of a quiz is marked")
  func voters() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let poll = Poll(
      question: "Which?",
      options: [
        .init(text: "28", votes: 2, by: [ParticipantIndex(0), ParticipantIndex(1)], isCorrect: true),
        .init(text: "12", votes: 3, by: [ParticipantIndex(1), ParticipantIndex(-3)]),
        .init(text: "15", votes: 1, by: [ParticipantIndex(.max)]),
      ])
    let row = try #require(TestLayout.row(layouter, TestLayout.input(.part(poll))))
    #expect(texts(row, .voters) == ["Ana, Bo", "Bo and 2 others"])
    #expect(texts(row, .detail) == ["✓ 28", "12", "15"])
    let (voters, tracks) = (rects(row, .voters), rects(row, .track))
    #expect(voters[0].minY > tracks[0].maxY && voters[0].maxY < tracks[1].minY)
  }
}
