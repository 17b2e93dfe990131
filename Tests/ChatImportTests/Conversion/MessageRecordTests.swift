import ChatModel
import Testing

@testable import AssistantFormats
@testable import ImportKit
@testable import MessengerFormats
@testable import TeamFormats
@testable import TranscriptFormats

@Suite struct MessageRecordTests {
  private static let ann = ParticipantIndex(0)
  private static let bo = ParticipantIndex(200)

  private static let text = MessageText(
    "bold link code",
    markup: .spans([
      SourceSpan(start: 0, end: 4, kind: .bold),
      SourceSpan(start: 5, end: 9, kind: .link(target: "https://a.example")),
      SourceSpan(start: 10, end: 14, kind: .codeBlock(language: "swift")),
    ]))

  private static var attachment: ChatModel.Attachment {
    var attachment = ChatModel.Attachment(kind: .voice, path: "a/b.ogg", name: "b.ogg")
    (attachment.width, attachment.height, attachment.byteCount) = (1, 2, 3)
    (attachment.duration, attachment.alt, attachment.type) = (4.5, "alt", "audio/ogg")
    (attachment.waveform, attachment.poster, attachment.isSpoiler) = ([0, 100], "p.jpg", true)
    attachment.absence = .other("too old")
    return attachment
  }

  private static var extras: MessageExtras {
    var extras = MessageExtras()
    extras.edits = [MessageExtras.Edit(instant: Instant(milliseconds: -1), text: "before")]
    extras.editedAt = Instant(milliseconds: .max)
    (extras.status, extras.forwardedFrom, extras.thread) = ("read", "Cleo", "t1")
    extras.forwardedAt = Instant(milliseconds: 5)
    (extras.isViewOnce, extras.isFirstUnread, extras.isPinned) = (true, true, true)
    (extras.role, extras.model, extras.parent, extras.expiresAfter) = ("assistant", "m", "p", 3600)
    extras.text = text
    return extras
  }

  private static let messages: [Message] = [
    Message(id: "", content: .text(.empty)),
    Message(
      id: "1", sender: ann, instant: Instant(milliseconds: 0),
      content: .text(MessageText("é", markup: .plain))),
    Message(
      id: "2", sender: bo, instant: Instant(milliseconds: .min),
      content: .text(MessageText("*a*", markup: .markdown)),
      reply: Reply(target: "1")),
    Message(id: "3", content: .text(text), reply: Reply(target: nil, quotedName: "Ann", quotedText: "é")),
    Message(id: "4", content: .text(text), reply: Reply(target: nil)),
    Message(
      id: "5", sender: ann, content: .media([attachment, ChatModel.Attachment(kind: .gif)], caption: text),
      reactions: [Reaction(emoji: "👍", by: [ann, bo], count: 3, image: "x.png")], extras: extras),
    Message(id: "6", content: .system(SystemEvent(event: "join", actor: bo, targets: [ann], text: "hi"))),
    Message(id: "7", content: .part(Contact(name: "C", phones: ["1", "2"], emails: ["e"]))),
    Message(id: "8", content: .part(Location(latitude: -90, longitude: 180, name: "N", address: nil))),
    Message(
      id: "9",
      content: .part(
        Poll(
          question: "q", options: [.init(text: "o", votes: 2, by: [bo], isCorrect: true, isChosen: true)],
          isClosed: true, voters: 7))),
    Message(id: "10", content: .part(Call(medium: "video", duration: 1.25, outcome: "missed"))),
    Message(
      id: "11",
      content: .part(LinkPreview(url: "u", title: "t", summary: nil, image: attachment, text: text))),
    Message(id: "12", content: .part(CodeSnippet(code: "c", language: "swift"))),
    Message(id: "13", content: .part(Deletion(by: ann, instant: Instant(milliseconds: 1), reason: .expired))),
    Message(id: "14", content: .part(TurnPart(kind: .toolCall, name: "n", text: "{}"))),
    Message(
      id: "15",
      content: .part(Unsupported(kind: "k", text: "t", facts: PartFacts([.init(name: "a", value: "b")])))),
  ]

  @Test("A message read back from its record is the message that was written", arguments: messages)
  func roundTrip(message: Message) {
    var record = RecordWriter()
    MessageRecord.write(message, to: &record)
    let bytes = InputBytes([0xFF] + record.bytes)
    #expect(MessageRecord.message(at: 1, of: bytes, kinds: PartKinds()) == message)
    #expect(MessageRecord.surveyed(at: 1, of: bytes, kinds: PartKinds()).message == message)
  }

  @Test("A record tells how many participants it needs")
  func participants() {
    let ends = Self.messages.map { message in
      var record = RecordWriter()
      MessageRecord.write(message, to: &record)
      return record.participantEnd
    }
    #expect(ends == [0, 1, 201, 0, 0, 201, 201, 0, 0, 201, 0, 0, 0, 1, 0, 0])
  }

  @Test(
    "Numbers of all sizes are read as they were written",
    arguments: [0, 1, 127, 128, 16_383, 16_384, .max, .min, -1] as [Int64])
  func numbers(number: Int64) {
    var record = RecordWriter()
    record.addSigned(number)
    record.add(Int(number))
    var reader = RecordReader(InputBytes(record.bytes), at: 0)
    #expect(reader.signed() == number)
    #expect(reader.integer() == Int(number))
    #expect(reader.position == record.bytes.count)
  }
}
