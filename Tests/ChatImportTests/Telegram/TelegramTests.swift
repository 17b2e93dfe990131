import ChatImport
import ChatModel
import Foundation
import Testing

/// A chat's export with `messages`, the members of its array as JSON.
func telegram(_ messages: String, type: String = "private_group", name: String = "\"Trip\"") -> String {
  """
  {"name": \(name), "type": "\(type)", "id": 77, "messages": [\(messages)]}
  """
}

@Suite struct TelegramTests {
  @Test(
    "Exports of other projects are recognised and read without a loss",
    arguments: [
      ("tg-parser/personal_chat.json", 5), ("tg-parser/supergroup_with_topics.json", 7),
      ("langchain/telegram_chat_json/result.json", 4), ("chat-miner/test_single_export.json", 2),
      ("chat-miner/test_batch_export.json", 2),
    ])
  func shared(file: String, count: Int) throws {
    guard let folder = TestData.shared("chats/telegram", for: "Telegram exports") else { return }
    let input = try ImportInput(path: folder.appending(path: file).path)
    #expect(try ImportFormat.recognise(input) == .telegram)
    var log = DiagnosticLog()
    let sources = try ImportFormat.telegram.open(input, options: ImportOptions(), log: &log)
    #expect(sources.count == 1)
    let reading = try Reading(try #require(sources.first))
    #expect(reading.messages.count == count)
    #expect(reading.diagnostics == [])
    #expect(log.lines == [])
    #expect(reading.messages.allSatisfy { $0.instant != nil && $0.sender != nil })
  }
}
