import BubbleLayout
import ChatImport
import ChatModel
import Foundation
import ICU
import ImportKit
import OutputFormats
import Phrases
import SiteFiles
import Testing

/// Files of `chatexport/1` that are written keep all facts of messages, whether pages show them or not.
@Suite struct ChatExportFormTests {
  @Test("Every message of every fixture is read back as it was", arguments: Fixture.all)
  func messages(fixture: Fixture) throws {
    var log = DiagnosticLog()
    let sources = try fixture.format.open(fixture.input(), options: ImportOptions(), log: &log)
    for source in sources {
      let reading = try Reading(source)
      let again = try Self.written(reading, source.info)
      let second = try Reading(again)
      #expect(second.messages.count == reading.messages.count)
      for (message, other) in zip(reading.messages, second.messages) {
        let (message, other) = (message.comparable, other.comparable)
        #expect(message == other, "\(Self.words(message))\n\(Self.words(other))")
      }
      let people = reading.participants.participants
      #expect(second.participants.participants == people)
      #expect(Self.facts(again.info) == Self.facts(source.info))
    }
  }

  /// Writes a conversation to a file, and opens the file.
  private static func written(
    _ reading: Reading, _ info: ConversationInfo
  ) throws -> any ConversationSource {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let rules = try #require(TimeZoneRules(identifier: "UTC"))
    let english = try PhraseTable(SiteAssets().phrases(of: "en"), file: "en")
    let conversation = OutputConversation(
      name: "chat", info: info, participants: reading.participants.participants,
      clock: OutputClock(rules),
      language: LayoutLanguage(
        locale: "en", dates: DateTexts(locale: "en"),
        phrases: Phrases(language: "en", table: english, english: english)))
    var form = try ChatExportForm(
      conversation, to: OutputFiles(in: folder, stem: "chat", ending: "jsonl"))
    for (index, message) in reading.messages.enumerated() {
      try form.write(OutputMessage(message, index: index, anchor: message.id))
    }
    try form.end()
    var log = DiagnosticLog()
    // The file stays mapped when its name is gone.
    let sources = try ImportFormat.chatexport.open(
      ImportInput(path: "\(folder)/chat.jsonl"), options: ImportOptions(), log: &log)
    let findings = log.kept.filter { $0.code != "no-messages" }
    #expect(sources.count == 1 && findings.isEmpty, "\(findings)")
    return try #require(sources.first)
  }

  private static func facts(_ info: ConversationInfo) -> [String] {
    let standIn = info.titleStandIn.map { "\($0)" } ?? "-"
    return [
      info.id, info.title, standIn, "\(info.hasOwnID)", info.timeZone ?? "-", info.locale ?? "-",
      "\(info.dateStyle)", "\(info.order)", "\(info.tellsAlbums)", "\(info.knowsOwner)",
    ]
  }

  private static func words(_ message: Message) -> String {
    "\(message.id) \(String(describing: message.sender)) \(String(describing: message.instant)) \(message.content) "
      + "\(String(describing: message.reply)) \(message.reactions) \(String(describing: message.extras))"
  }
}

extension Message {
  /// The message without differences that no reader could see.
  fileprivate var comparable: Message {
    var content = content
    switch content {
    case .text(let text): content = .text(text.comparable)
    case .media(let files, let caption): content = .media(files, caption: caption.comparable)
    case .part(var preview as LinkPreview):
      preview.text = preview.text.comparable
      content = .part(preview)
    case .part, .system: break
    }
    var extras = extras
    if let text = extras?.text { extras?.text = text.comparable }
    return Message(
      id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      extras: extras == MessageExtras() ? nil : extras)
  }
}

extension MessageText {
  /// An empty text has no markup.
  fileprivate var comparable: MessageText { string.isEmpty ? .empty : self }
}
