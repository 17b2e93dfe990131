import ChatImport
import ChatModel
import Foundation
import ImportKit
import Testing

/// A conversation with `messages`, the members of its array as JSON.
func conversation(_ messages: String, header: String = "") -> String {
  """
  {"format": "chatexport/1", "id": "t", "title": "Test", \(header)
   "participants": [{"id": "ana", "name": "Ana", "isMe": true}, {"id": "bo", "name": "Bo", "avatar": "bo.jpg"}],
   "messages": [\(messages)]}
  """
}

@Suite struct ChatExportTests {
  @Test("The header is known before any message is read, wherever its members stand")
  func headerBehindMessages() throws {
    var log = DiagnosticLog()
    let text = """
      {"messages": [{"id": "1", "from": "a", "text": "]}[{\\""}], "title": "T", "participants": [{"id": "a", "name": "A"}],
       "timeZone": "Europe/Lisbon", "locale": "pt-PT", "format": "chatexport/1"}
      """
    let source = try #require(try open(text, path: "dir/trip.json", log: &log).first)
    #expect(source.info.title == "T")
    #expect(source.info.id == "trip")
    #expect(source.info.timeZone == "Europe/Lisbon")
    #expect(source.info.locale == "pt-PT")
    #expect(source.info.participants.participants.map(\.name) == ["A"])
    #expect(source.mediaRoot.path == "dir")
    #expect(try Reading(source).messages.map(\.content) == [.text(MessageText("]}[{\"", markup: .markdown))])
    #expect(log.lines == [])
  }

  @Test("Every kind is read into the content that means it")
  func everyKind() throws {
    let text = try String(
      contentsOf: TestData.fixtures.appending(path: "chatexport/every-kind/every-kind.json"), encoding: .utf8)
    let reading = try read(text)
    #expect(reading.diagnostics == [])
    let byID = Dictionary(uniqueKeysWithValues: reading.messages.map { ($0.id, $0) })
    func content(_ id: String) -> MessageContent? { byID[id]?.content }
    func plain(_ string: String) -> MessageText { MessageText(string, markup: .markdown) }
    func media(_ kind: ChatModel.Attachment.Kind, _ change: (inout ChatModel.Attachment) -> Void)
      -> MessageContent
    {
      var attachment = ChatModel.Attachment(kind: kind)
      change(&attachment)
      return .media([attachment], caption: plain(""))
    }
    let (ana, bo, cy) = (ParticipantIndex(0), ParticipantIndex(1), ParticipantIndex(2))

    #expect(content("text") == .text(plain("**bold** and plain")))
    #expect(byID["text"]?.sender == ana)
    #expect(byID["text"]?.instant == Instant(milliseconds: 1_777_626_723_250))
    #expect(
      byID["text"]?.reactions == [
        Reaction(emoji: "👍", by: [bo, cy], count: 2), Reaction(emoji: "🎉", by: [bo], count: 4),
        Reaction(emoji: "tart", by: [], count: 1, image: "tart.png"),
      ])
    #expect(byID["text"]?.extras?.status == "read")
    #expect(byID["text"]?.extras?.isPinned == true)
    #expect(
      byID["text"]?.extras?.edits == [.init(instant: Instant(milliseconds: 1_777_626_780_000), text: "bold")])
    #expect(content("plain") == .text(MessageText("*stars*", markup: .plain)))
    #expect(byID["plain"]?.instant == Instant(milliseconds: 1_777_626_724_000))
    #expect(byID["plain"]?.reply == Reply(target: "text"))
    #expect(byID["quote"]?.reply == Reply(target: nil, quotedName: "Di", quotedText: "gone"))

    var first = ChatModel.Attachment(kind: .image, path: "media/a.jpg")
    (first.width, first.height, first.byteCount) = (1600, 1200, 1234)
    (first.alt, first.type) = ("a pier", "image/jpeg")
    var second = ChatModel.Attachment(kind: .image)
    second.absence = .other("expired")
    #expect(content("album") == .media([first, second], caption: plain("two pictures")))
    // Without an offset: what the clocks in Lisbon showed, an hour ahead of UTC in May.
    #expect(byID["album"]?.instant == Instant(milliseconds: 1_777_626_726_000))
    #expect(
      content("video") == media(.video) { ($0.path, $0.duration, $0.poster) = ("v.mp4", 12.5, "v.jpg") })
    #expect(content("audio") == media(.audio) { $0.name = "song" })
    #expect(content("voice") == media(.voice) { ($0.duration, $0.waveform) = (3, [0, 12, 100]) })
    #expect(content("file") == media(.file) { $0.path = "a.pdf" })
    #expect(content("sticker") == media(.sticker) { $0.path = "s.webp" })
    #expect(content("gif") == media(.gif) { $0.path = "g.gif" })

    #expect(
      content("contact")
        == .part(Contact(name: "Marta", phones: ["+351 210 000 000"], emails: ["marta@example.com"])))
    #expect(
      content("location")
        == .part(Location(latitude: 38.6916, longitude: -9.216, name: "Torre", address: "Lisboa")))
    #expect(
      content("poll")
        == .part(
          Poll(
            question: "Dinner?",
            options: [
              .init(text: "20:00", votes: 2, isChosen: true),
              .init(text: "21:00", votes: 2, by: [bo, ana], isCorrect: true),
            ],
            isClosed: true, voters: 3)))
    #expect(content("call") == .part(Call(medium: "video", duration: 754)))
    #expect(content("missed") == .part(Call(medium: "audio", outcome: "missed")))
    #expect(
      content("link")
        == .part(
          LinkPreview(
            url: "https://example.org/", title: "T", summary: "S",
            image: ChatModel.Attachment(kind: .image, path: "t.png"), text: plain("this"))))
    #expect(content("code") == .part(CodeSnippet(code: "let a = 1\n", language: "swift")))
    #expect(
      content("system")
        == .system(SystemEvent(event: "memberAdded", actor: ana, targets: [bo, cy], text: "welcome")))
    #expect(byID["system"]?.sender == ana)
    #expect(
      content("deleted") == .part(Deletion(by: ana, instant: Instant(milliseconds: 1_777_626_742_000))))
    #expect(byID["forwarded"]?.extras?.forwardedFrom == "Di")
    #expect(byID["forwarded"]?.extras?.forwardedAt == Instant(milliseconds: 1_777_540_343_000))
    #expect(byID["forwarded"]?.extras?.isFirstUnread == true)
    #expect(content("expired") == .part(Deletion(reason: .expired)))
    #expect(byID["expired"]?.extras?.isViewOnce == true && byID["expired"]?.extras?.expiresAfter == 604_800)
    #expect(byID["forwarded"]?.extras?.thread == "text")
    #expect(byID["forwarded"]?.extras?.editedAt == Instant(milliseconds: 1_777_626_744_000))
    #expect(byID["turn"]?.extras?.role == "assistant")
    #expect(byID["turn"]?.extras?.model == "m-1")
    #expect(byID["turn"]?.extras?.parent == "text")
    #expect(content("thinking") == .part(TurnPart(kind: .thinking, text: "hm")))
    #expect(content("toolCall") == .part(TurnPart(kind: .toolCall, name: "search", text: "{\"q\": 1}")))
    #expect(content("toolResult") == .part(TurnPart(kind: .toolResult, name: "search", text: "2")))
    #expect(byID["29"]?.sender == cy)
    #expect(byID["29"]?.instant == nil)
  }

  @Test(
    "The examples of the documentation are read without anything to say",
    arguments: ["lisbon.json", "support.jsonl"])
  func examples(name: String) throws {
    let path = TestData.package.appending(path: "docs/examples/\(name)").path
    let input = try ImportInput(path: path)
    #expect(try ImportFormat.recognise(input) == .chatexport)
    var log = DiagnosticLog()
    let source = try #require(
      try ImportFormat.chatexport.open(input, options: ImportOptions(), log: &log).first)
    let reading = try Reading(source)
    #expect(log.lines == [])
    let unsaid = name == "support.jsonl" ? ["unsupported-kind"] : []
    #expect(reading.log.kept.map(\.code) == unsaid)
    let ids = Set(reading.messages.map(\.id))
    for message in reading.messages {
      if let target = message.reply?.target { #expect(ids.contains(target), "\(message.id) answers nothing") }
      let paths =
        if case .media(let attachments, _) = message.content { attachments.compactMap(\.path) } else {
          [String]()
        }
      for path in paths {
        #expect(
          FileManager.default.fileExists(atPath: "\(source.mediaRoot.path)/\(path)"), "\(path) is missing")
      }
    }
  }

  @Test("Several files of a conversation become one, and other files are read in place")
  func severalFiles() throws {
    func messages(_ ids: [Int]) -> String {
      ids.map { #"{"id": "\#($0)", "from": "bo", "at": "2026-05-0\#($0)T10:00:00Z", "text": "day \#($0)"}"# }
        .joined(separator: ", ")
    }
    let other = conversation(messages([1]))
      .replacing(#""id": "t", "title": "Test""#, with: #""title": "Other""#)
    let texts = [conversation(messages([2, 3])), other, conversation(messages([1, 2]))]
    let inputs = texts.enumerated().map { ImportInput(path: "\($0).json", bytes: Array($1.utf8)) }
    var log = DiagnosticLog()
    let opened = try ImportFormat.open(
      inputs.map { (.chatexport, $0) }, options: ImportOptions(), log: &log)
    #expect(opened.map(\.source.info.title) == ["Test", "Other"])
    #expect(opened.map { $0.source is ConvertedSource } == [true, false])
    let joined = try Reading(opened[0].source)
    #expect(joined.messages.map(\.id) == ["1", "2", "3"])
    #expect(joined.sender(0)?.name == "Bo")
    #expect(log.counts == ["merged": 1])
  }

  @Test("Every kind is in one of the examples")
  func examplesAreComplete() throws {
    var kinds: Set<String> = []
    for name in ["lisbon.json", "support.jsonl"] {
      var log = DiagnosticLog()
      let input = try ImportInput(path: TestData.package.appending(path: "docs/examples/\(name)").path)
      for source in try ImportFormat.chatexport.open(input, options: ImportOptions(), log: &log) {
        for message in try Reading(source).messages {
          switch message.content {
          case .text: kinds.insert("text")
          case .media(let attachments, _): kinds.formUnion(attachments.map(\.kind.rawValue))
          case .system: kinds.insert("system")
          case .part(let part as TurnPart): kinds.insert(part.kind.rawValue)
          case .part(let part): kinds.insert(type(of: part).kind)
          }
        }
      }
    }
    let all: Set<String> = [
      "text", "contact", "location", "poll", "call", "linkPreview", "code", "system", "deleted",
      "unsupported",
    ]
    let parts = Set(TurnPart.Kind.allCases.map(\.rawValue)).union(
      ChatModel.Attachment.Kind.allCases.map(\.rawValue))
    #expect(kinds == all.union(parts))
  }
}
