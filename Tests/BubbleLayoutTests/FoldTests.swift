import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

@Suite struct FoldTests {
  private static let words = "The user asks about the weather; a tool knows more than a guess."

  private func firstFold(_ row: Row) -> FrameFold? {
    for item in row.frame.items { if case .fold(let fold) = item.content { return fold } }
    return nil
  }

  private func texts(_ frame: Frame) -> [String] {
    frame.items.compactMap { if case .text(let block) = $0.content { block.text } else { nil } }
  }

  private func input(
    _ content: MessageContent, side: Side = .incoming, _ change: (inout MessageExtras) -> Void = { _ in }
  ) -> RowInput {
    var input = TestLayout.input(content, side: side)
    var extras = MessageExtras()
    change(&extras)
    input.message = input.message.with(extras: extras)
    return input
  }

  @Test(
    "A part of a turn is a line without a time that opens its text", arguments: TurnPart.Kind.allCases,
    Side.allCases)
  func turn(kind: TurnPart.Kind, side: Side) throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let part = TurnPart(kind: kind, name: "weather", text: "\(Self.words)\n{\n\t1\n}")
    let row = try #require(TestLayout.row(layouter, input(.part(part), side: side)))
    let fold = try #require(firstFold(row))
    #expect(row.frame.hasFolds)
    #expect(texts(fold.body) == [part.text])
    let area = try #require(row.frame.items.first { $0.id.role == .history }).rect
    let words = try #require(row.frame.items.first { $0.id.role == .step }).rect
    #expect(words.maxX + 16 <= area.maxX, "the mark stands on the words")
    #expect(row.item(.time) == nil && words.height == 17)
    let inside = Rect(x: 0, y: 0, width: 390, height: fold.body.size.height)
    #expect(fold.body.items.allSatisfy { inside.contains($0.rect) })
    #expect(fold.body.size.height.raw % 64 == 0)
  }

  @Test("What is folded away under an outgoing row is the mirror image of that under an incoming one")
  func mirror() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let part = MessageContent.part(TurnPart(kind: .thinking, text: Self.words))
    let folds = try [Side.incoming, .outgoing].map { side in
      let row = try #require(TestLayout.row(layouter, input(part, side: side)))
      return try #require(firstFold(row))
    }
    let (left, right) = (folds[0], folds[1])
    let grounds = [left, right].map { $0.body.items[0].rect }
    #expect(grounds[1] == grounds[0].mirrored(in: 390))
    #expect(left.body.size == right.body.size)
  }

  @Test("A part of a turn without text has nothing to open")
  func nothing() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let row = try #require(
      TestLayout.row(layouter, input(.part(TurnPart(kind: .toolCall, name: "now", text: "")))))
    #expect(firstFold(row) == nil && !row.frame.hasFolds)
  }

  @Test("Steps of a turn are lines above its text that open theirs", arguments: Side.allCases)
  func steps(side: Side) throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let steps = [
      TurnPart(kind: .thinking, text: Self.words), TurnPart(kind: .toolCall, name: "weather", text: "17 °C"),
      TurnPart(kind: .toolCall, name: "now", text: ""),
    ]
    for text in ["No, it is clear.", ""] {
      let input = input(.text(MessageText(text, markup: .plain)), side: side) { $0.steps = steps }
      let row = try #require(TestLayout.row(layouter, input))
      let folds = row.frame.items.compactMap { if case .fold(let fold) = $0.content { fold } else { nil } }
      #expect(folds.map(\.name) == ["Thinking · 2 lines", "Tool: weather · 1 line"])
      #expect(folds.map { texts($0.body) } == [[Self.words], ["17 °C"]])
      #expect(Set(row.frame.items.map(\.id)).count == row.frame.items.count)
      // A turn of steps alone does not say that it has no text.
      #expect(texts(row.frame).contains("(no text)") == false)
      let bubble = try #require(row.item(.bubble)).rect
      #expect(row.frame.items.allSatisfy { bubble.contains($0.rect) })
      let time = try #require(row.item(.time)).rect
      #expect(row.frame.items.allSatisfy { $0.id.role != .history || !$0.rect.overlaps(time) })
    }
  }

  @Test("Earlier texts stand under the time until which they were there, with the date on other days")
  func history() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    let (soon, later) = (Instant(milliseconds: 1_777_626_800_000), Instant(milliseconds: 1_777_900_000_000))
    var input = input(.text(MessageText("the", markup: .plain))) {
      $0.edits = [
        .init(instant: soon, text: "teh"), .init(instant: later, text: ""), .init(instant: nil, text: "hte"),
      ]
    }
    input.extras.moments = [
      soon: LocalTime(day: 20_574, minute: 555), later: LocalTime(day: 20_577, minute: 800),
    ]
    if let own = input.message.instant { input.extras.moments[own] = LocalTime(day: 20_574, minute: 552) }
    let row = try #require(TestLayout.row(layouter, input))
    let fold = try #require(firstFold(row))
    #expect(
      texts(fold.body) == [
        "Until 09:15", "teh", "Until 4 May 2026 at 13:20", "(no text)", "Version 3", "hte",
      ])
    #expect(fold.name == "3 earlier versions")
    // Beside the line, not over it, stands the time.
    let (line, time) = (try #require(row.item(.history)).rect, try #require(row.item(.time)).rect)
    #expect(!line.overlaps(time) && line.minY < time.maxY)
  }

  @Test("A message on another branch is a line that opens the row it would have had")
  func otherBranch() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo", "Cy"])
    let content = MessageContent.part(TurnPart(kind: .thinking, text: Self.words))
    var input = input(content)
    let whole = try #require(TestLayout.row(layouter, input))
    var relations = Relations()
    relations.branch = .init(number: 1, count: 3)
    relations.isOffBranch = true
    input.extras.relations = relations
    let row = try #require(TestLayout.row(layouter, input))
    let fold = try #require(firstFold(row))
    #expect(fold.name == "Branch 1 of 3 · Ana")
    #expect(row.item(.bubble) == nil && row.frame.size.height < whole.frame.size.height)
    #expect(fold.body.items.map(\.id) == whole.frame.items.map(\.id))
    #expect(fold.body.hasFolds)
  }

  @Test("The shown one of several alternatives says which it is and has ways to its neighbours")
  func alternatives() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    var input = input(.text(MessageText("No, it is clear.", markup: .plain)))
    var relations = Relations()
    relations.branch = .init(number: 2, count: 3)
    relations.links = [
      MessageLink(page: 1, anchor: "a", purpose: .previousBranch),
      MessageLink(page: 2, anchor: "c", purpose: .nextBranch),
    ]
    input.extras.relations = relations
    let row = try #require(TestLayout.row(layouter, input))
    let ways = row.frame.items.compactMap { if case .jump(let target) = $0.content { target } else { nil } }
    #expect(ways == relations.links)
    let bubble = try #require(row.item(.bubble)).rect
    #expect(row.frame.items.allSatisfy { bubble.contains($0.rect) })
  }

  @Test("A thread's root says how many answers there are; an answer leads to the root")
  func thread() throws {
    let layouter = try TestLayout.layouter(names: ["Ana", "Bo"])
    for (count, words) in [(1, "1 reply ›"), (1_234, "1,234 replies ›")] {
      var input = TestLayout.input(.text(MessageText("Who brings what?", markup: .plain)))
      var relations = Relations()
      relations.answers = count
      relations.links = [MessageLink(page: 3, anchor: "x", purpose: .thread)]
      input.extras.relations = relations
      let row = try #require(TestLayout.row(layouter, input))
      #expect(texts(row.frame).contains(words))
      guard case .jump(let target)? = row.item(.link)?.content else {
        Issue.record("no way to the answers")
        return
      }
      #expect([target] == relations.links)
    }
  }
}
