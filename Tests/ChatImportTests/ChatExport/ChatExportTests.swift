import ChatImport
import ChatModel
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
    #expect(source.mediaRoot == "dir")
    #expect(try Reading(source).messages.map(\.content) == [.text(MessageText("]}[{\"", markup: .markdown))])
    #expect(log.lines == [])
  }
}
