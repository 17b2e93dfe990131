import ChatModel
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats
@testable import TeamFormats
@testable import TranscriptFormats

@Suite struct TextLogTests {
  private func entries(_ text: String, begins: (String) -> Bool) -> [String] {
    let bytes = InputBytes(Array(text.utf8))
    var reader = LogEntryReader(bytes)
    var entries: [String] = []
    while let entry = reader.next(begins: { begins(bytes.repairedString(in: $0)) }) {
      entries.append("\(entry.line) \(bytes.repairedString(in: entry.range))")
    }
    return entries
  }

  @Test(
    "A line that begins no message continues the one before, and every entry knows its line",
    arguments: [
      ("[1] a\nb\n\n[2] c", ["1 [1] a\nb\n", "4 [2] c"]),
      ("[1] a\r\nb\r\n[2] c\r\n", ["1 [1] a\r\nb", "3 [2] c"]),
      ("stray\n[1] a\n", ["1 stray", "2 [1] a"]), ("\u{FEFF}[1] a", ["1 [1] a"]), ("", []),
    ])
  func continuation(text: String, expected: [String]) {
    #expect(entries(text) { $0.hasPrefix("[") } == expected)
  }

  @Test("Lines that a reader passes over are unknown, and blank lines are not counted")
  func tally() {
    let bytes = InputBytes(Array("head of it\n\n[1] a\nlost words\n  \n[2] b\nmore\nx\n".utf8))
    var tally = LineTally(bytes, file: "a.txt")
    tally.take(0..<10, as: .leftOut(.furniture))
    tally.take(12..<17)
    tally.take(32..<42)
    let account = ImportAccount()
    tally.report(to: account)
    #expect(
      account.account.rows.map { "\($0.path) \($0.state) \($0.records) \($0.texts) \($0.example?.line ?? 0)" }
        == [
          "line leftOut 1 1 1", "line unknown 2 1 4",
        ])
  }

  @Test("A line is counted as a text if it has a blank between words, or a letter beyond ASCII")
  func textsOfTally() {
    let bytes = InputBytes([])
    var tally = LineTally(bytes, file: "a.txt")
    for line in [" word ", "two words", "\u{E9}", "\t\r", ""] {
      tally.count(line.utf8, as: .card) { 7 }
    }
    #expect(tally.rows.map(\.records) == [3] && tally.rows.map(\.texts) == [2])
  }

  @Test(
    "A mark behind a blank or a sign stays with the text",
    arguments: [(" \u{301}a ", "\u{301}a"), ("a \u{301}", "a \u{301}"), ("\u{A0}a\u{3000}", "a")])
  func marks(text: String, trimmed: String) {
    #expect(text.trimmingSpaces.unicodeScalars.elementsEqual(trimmed.unicodeScalars))
    #expect((":" + text).droppingBytes(1).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("Bytes that are not UTF-8 are windows-1252")
  func encoding() {
    let bytes = InputBytes([0x80, 0x20, 0xE9])
    let text = LogText(bytes, 0..<3)
    #expect(text.isDecoded && text.utf8 == Array("€ é".utf8))
    let plain = InputBytes(Array("é".utf8))
    #expect(!LogText(plain, 0..<2).isDecoded)
  }

  @Test(
    "The kind of an attachment follows from its type, else from its name",
    arguments: [
      ("IMG-1.jpg", nil, ChatModel.Attachment.Kind.image), ("a.GIF", nil, .gif), ("PTT-1.opus", nil, .voice),
      ("x", "video/mp4", .video), ("x.bin", "image/png", .image), ("x", "image/gif", .gif),
      ("song.mp3", nil, .audio),
      ("a.pdf", "application/pdf", .file), ("photo.jpg", "application/octet-stream", .file),
      ("noname", nil, .file),
    ])
  func attachmentKind(name: String, type: String?, kind: ChatModel.Attachment.Kind) {
    #expect(ChatModel.Attachment.Kind(ofFileNamed: name, type: type) == kind)
  }

  @Test(
    "A draft becomes an event, attachments, a part or a text, and keeps a text that its content does not show"
  )
  func draft() {
    var text = MessageDraft()
    text.text = MessageText("hello", markup: .plain)
    #expect(text.message().content == .text(MessageText("hello", markup: .plain)))

    var files = MessageDraft()
    files.text = MessageText("look", markup: .plain)
    files.attachments = [ChatModel.Attachment(kind: .image)]
    #expect(
      files.message().content
        == .media([ChatModel.Attachment(kind: .image)], caption: MessageText("look", markup: .plain)))

    var poll = MessageDraft()
    poll.text = MessageText("vote", markup: .plain)
    poll.part = Poll(question: "tea?", options: [])
    let message = poll.message()
    #expect(message.content == .part(Poll(question: "tea?", options: [])))
    #expect(message.extras?.text?.string == "vote")
  }
}
