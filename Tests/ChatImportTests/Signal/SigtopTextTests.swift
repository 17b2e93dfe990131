import ChatModel
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TranscriptFormats

@Suite struct SigtopTextTests {
  private func read(_ text: String) throws -> Reading {
    let input = ImportInput(path: "Robin Vale (+15550001111).txt", bytes: Array(text.utf8))
    #expect(ImportFormat.formats(recognising: input) == [.signal])
    return try ChatImportTests.read(text, path: "Robin Vale (+15550001111).txt", as: .signal)
  }

  private let chat = """
    Conversation: Robin Vale (+15550001111)

    From: Robin Vale (+15550001111)
    Type: incoming
    Sent: Tue, 2 Jan 2024 10:00:00 +0100
    Received: Tue, 2 Jan 2024 10:00:01 +0100
    Reaction: 👍 from You

    Hello there
    second: line

    From: You
    to me

    From: You
    Type: outgoing
    Sent: Tue, 2 Jan 2024 10:01:00 +0100
    Attachment: cabin (old).jpg (image/jpeg, 12345 bytes)
    Attachment: no filename (audio/aac, 99 bytes)

    > From: Robin Vale (+15550001111)
    > Sent: Tue, 2 Jan 2024 10:00:00 +0100
    >
    > Hello there
    > second: line

    my reply

    with a gap

    From: Robin Vale (+15550001111)
    Type: incoming
    Sent: Tue, 2 Jan 2024 10:05:00 +0100
    Received: Tue, 2 Jan 2024 10:05:01 +0100
    Edited: 2 versions

    | Version: 2
    | Sent: Tue, 2 Jan 2024 10:06:00 +0100
    |
    | new text
    | Version: 7
    |
    | Version: 1
    | Sent: Tue, 2 Jan 2024 10:05:00 +0100
    |
    | old text

    From: Robin Vale (+15550001111)
    Type: call-history
    Sent: Tue, 2 Jan 2024 11:00:00 +0100
    Received: Tue, 2 Jan 2024 11:00:00 +0100

    Type: profile-change
    Received: Tue, 2 Jan 2024 11:01:00 +0100

    """

  @Test(
    "Senders, times, texts, quotations, versions, files and reactions are read", arguments: ["\n", "\r\n"])
  func messages(lineEnd: String) throws {
    let reading = try read(chat.replacing("\n", with: lineEnd))
    let messages = reading.messages
    guard messages.count == 5 else { return #expect(messages.count == 5) }
    #expect(
      messages.indices.map { reading.sender($0)?.name } == [
        "Robin Vale", "Me", "Robin Vale", "Robin Vale", nil,
      ])
    #expect(reading.participants.participants.map(\.isMe) == [false, true])
    #expect(
      messages.map { $0.instant.map(ReadingText.time) } == [
        "2024-01-02T09:00:00", "2024-01-02T09:01:00", "2024-01-02T09:05:00", "2024-01-02T10:00:00",
        "2024-01-02T10:01:00",
      ])
    #expect(
      messages[0].content
        == .text(MessageText("Hello there\nsecond: line\n\nFrom: You\nto me", markup: .plain)))
    #expect(messages[0].reactions.map(\.emoji) == ["👍"])
    guard case .media(let files, let caption) = messages[1].content else { return #expect(Bool(false)) }
    #expect(files.map(\.name) == ["cabin (old).jpg", nil] && files.map(\.byteCount) == [12345, 99])
    #expect(caption.string == "my reply\n\nwith a gap")
    #expect(
      messages[1].reply?.target == messages[0].id
        && messages[1].reply?.quotedText == "Hello there\nsecond: line")
    #expect(messages[2].content == .text(MessageText("new text\nVersion: 7", markup: .plain)))
    #expect(messages[2].extras?.edits.map(\.text) == ["old text"])
    // The old text lasted until the new one.
    #expect(messages[2].extras?.edits.map(\.instant) == [messages[2].extras?.editedAt])
    #expect(messages[3].content == .part(Call(medium: "audio")))
    #expect(messages[4].content == .system(SystemEvent(event: "profile-change", actor: nil)))
    #expect(reading.log.kept.allSatisfy { $0.severity != .loss })
  }

  @Test(
    "Other texts are not taken for it",
    arguments: [
      "Conversation: x\n\nhello", "Conversation: x\nFrom: a\nType: b\nSent: c",
      "From: a\nType: b\nSent: c\n\nx",
      "Conversation: x\n\nFrom: a\nSent: Tue, 2 Jan 2024 10:00:00 +0100\n\nmail",
    ])
  func others(text: String) {
    #expect(!SigtopText.recognises(ImportInput(path: "x.txt", bytes: Array(text.utf8))))
  }

  @Test("Facts that are cut off or nonsense lose no message")
  func broken() throws {
    let text = """
      Conversation: Hiking (0123)

      From: Ana (1)
      Type: incoming
      Sent: unknown
      Attachment:
      Reaction: from
      Nonsense

      From: Ana (2)
      Type: incoming
      Sent: Tue, 99 Xyz 2024 10:00:00 +0100

      |
      """
    let reading = try read(text)
    #expect(reading.messages.count == 2)
    #expect(reading.participants.participants.map(\.name) == ["Ana", "Ana (2)"])
  }
}
