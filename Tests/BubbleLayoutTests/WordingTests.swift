import BubbleLayout
import ChatModel
import Frames
import Phrases
import TestSupport
import Testing

/// Everything the program itself says comes from the phrases of the conversation's language.
@Suite struct WordingTests {
  /// A language in which every phrase is the word жж with its blanks; the input has no letter but x.
  private static func foreign() throws -> Phrases {
    let blanks =
      ["actor", "count", "first", "kind", "label", "last", "medium", "name", "names", "number"]
      + ["sentence", "targets", "text", "time", "total"]
    let pattern = "жж" + blanks.map { "{\($0)}" }.joined()
    let lines = Phrase.allCases.map { "\"\($0.rawValue)\": \"\(pattern)\"" }
    let table = try PhraseTable(Array("{\(lines.joined(separator: ","))}".utf8), file: "xx.json")
    return Phrases(language: "xx", table: table, english: table)
  }

  private static let x = MessageText("x", markup: .plain)

  /// Every kind, in every state in which the program says something of it.
  private static func inputs() -> [RowInput] {
    let then = Instant(milliseconds: 1_777_626_800_000)
    let people = [ParticipantIndex(0), ParticipantIndex(1)]
    var contents: [MessageContent] = [
      .text(x), .part(CodeSnippet(code: "x")), .part(Contact(name: "x", phones: ["1"], emails: [])),
      .part(Location(latitude: 1, longitude: 1)), .part(LinkPreview(url: "x:x")),
      .part(Unsupported(kind: "x")),
    ]
    for isClosed in [false, true] {
      for voters in [nil, 4] {
        let options = [
          Poll.Option(text: "x", votes: 9, by: [ParticipantIndex(1)], isCorrect: true, isChosen: true)
        ]
        contents.append(.part(Poll(question: "x", options: options, isClosed: isClosed, voters: voters)))
      }
    }
    for medium in ["", "audio", "video", "x"] {
      for outcome in [nil, "missed", "declined", "x"] {
        contents.append(.part(Call(medium: medium, duration: 61, outcome: outcome)))
      }
    }
    for kind in Attachment.Kind.allCases {
      for absence in [nil, .tooLarge, .unavailable, .other("x")] as [ChatModel.Attachment.Absence?] {
        var file = ChatModel.Attachment(kind: kind)
        (file.absence, file.duration, file.waveform) = (absence, 61, [1, 2])
        contents.append(.media([file], caption: .empty))
      }
    }
    for event in [
      "joined", "left", "quit", "nick", "kick", "mode", "topic", "memberAdded", "memberRemoved",
      "titleChanged",
      "photoChanged", "created", "pinned", "photoRemoved", "backgroundChanged", "locationShared",
      "locationStopped", "voiceMessageKept", "messagePartUnsent", "x",
    ] {
      contents.append(.system(SystemEvent(event: event, text: "x")))
    }
    for reason in [Deletion.Reason.deleted, .expired] {
      for instant in [nil, then] {
        for by in [nil, people[1]] {
          contents.append(.part(Deletion(by: by, instant: instant, reason: reason)))
        }
      }
    }
    for kind in TurnPart.Kind.allCases {
      contents.append(.part(TurnPart(kind: kind, name: "x", text: "x\nx")))
    }
    var inputs: [RowInput] = []
    for content in contents {
      inputs.append(TestLayout.input(content))
      var all = TestLayout.input(content, reactions: [Reaction(emoji: "x", by: people, count: 9)])
      var extras = MessageExtras()
      (extras.forwardedFrom, extras.forwardedAt, extras.isViewOnce) = ("x", then, true)
      (extras.thread, extras.isFirstUnread, extras.isPinned) = ("x", true, true)
      extras.edits = [.init(instant: then, text: ""), .init(instant: nil, text: "x")]
      all.message = all.message.with(extras: extras)
      var relations = Relations()
      (relations.branch, relations.answers) = (.init(number: 1, count: 3), 12)
      all.extras.relations = relations
      all.extras.moments = [then: LocalTime(day: 20_574, minute: 600)]
      if let own = all.message.instant { all.extras.moments[own] = LocalTime(day: 20_574, minute: 552) }
      inputs.append(all)
      for branch in [nil, relations.branch] {
        var elsewhere = all
        elsewhere.extras.relations?.isOffBranch = true
        elsewhere.extras.relations?.branch = branch
        inputs.append(elsewhere)
      }
      for (status, expiry) in [
        ("sending", 7), ("sent", 60), ("delivered", 3_600), ("read", 86_400), ("failed", 604_800),
        ("x", .nan),
      ] as [(String, Double)] {
        all.extras.relations = nil
        extras = MessageExtras()
        (extras.status, extras.expiresAfter, extras.forwardedAt) = (status, expiry, then)
        all.message = all.message.with(extras: extras)
        inputs.append(all)
      }
    }
    return inputs
  }

  /// All that a frame says, to eyes and to ears.
  private static func said(_ frame: Frame) -> [String] {
    frame.items.flatMap { item -> [String] in
      switch item.content {
      case .text(let block), .time(let block, _): [block.text]
      case .image(let image), .emoji(let image): [image.alt]
      case .reaction(let reaction): [reaction.people]
      case .link(let link): [link.name]
      case .file(let file): [file.name]
      case .player(let player): [player.name]
      case .status(let status): [status.name]
      case .fold(let fold): [fold.name] + said(fold.body)
      case .avatar, .box, .bubble, .copy, .emptyCell, .icon, .jump, .waveform: []
      }
    }
  }

  @Test(
    "A role or model that is the sender's name is not said again",
    arguments: [
      ("Assistant", nil, "assistant", ""), ("gpt-4o", "GPT-4o", "assistant", "Assistant"),
      ("System", nil, "system", ""), ("Assistant", nil, "tool", "Tool"),
      ("Assistant", "gpt-4o", "assistant", "gpt-4o"),
      ("ChatGPT", "gpt-4o", "assistant", "Assistant · gpt-4o"),
    ] as [(String, String?, String, String)])
  func role(sender: String, model: String?, role: String, said: String) throws {
    var input = TestLayout.input(.text(MessageText("x", markup: .plain)))
    var extras = MessageExtras()
    (extras.role, extras.model) = (role, model)
    input.message = input.message.with(extras: extras)
    let row = try #require(TestLayout.row(try TestLayout.layouter(names: [sender]), input))
    let header = row.item(.caption).flatMap {
      if case .text(let block) = $0.content { block.text } else { nil }
    }
    #expect((header ?? "").filter { !"\u{2068}\u{2069}".contains($0) } == said)
  }

  @Test("No word on a page is the program's own but what the phrases have")
  func allFromPhrases() throws {
    let phrases = try Self.foreign()
    let layouter = try TestLayout.layouter(names: ["x", "X"], phrases: phrases)
    let quoting = QuoteLine(people: ParticipantTable(), phrases: phrases)
    var foreign = 0
    for input in Self.inputs() {
      var rows: [Row] = []
      layouter.appendRows(for: input, to: &rows)
      var words = rows.flatMap { Self.said($0.frame) }
      words.append(quoting.line(of: input.message))
      for word in words {
        let letters = Set(word.lowercased().filter(\.isLetter))
        #expect(letters.isSubset(of: ["x", "ж"]), "\(word)")
        if letters.contains("ж") { foreign += 1 }
      }
    }
    #expect(foreign > 1_000)
  }
}
