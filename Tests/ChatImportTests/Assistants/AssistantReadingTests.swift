import ChatModel
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import MessengerFormats

@Suite struct AssistantReadingTests {
  private func said(_ text: String, as format: ImportFormat) throws -> [String] {
    try read(text, as: format).messages.map {
      switch $0.content {
      case .text(let text): text.string
      case .part(let part): (part as? TurnPart)?.text ?? ""
      case .media, .system: ""
      }
    }
  }

  @Test(
    "Claude's messages are in the order of their times, and a question goes before an answer of the same time"
  )
  func claudeOrder() throws {
    func message(_ sender: String, _ text: String, _ time: String) -> String {
      #"{"uuid": "\#(text)", "sender": "\#(sender)", "text": "\#(text)", "created_at": "2024-06-01T\#(time)+00:00"}"#
    }
    let messages = [
      message("assistant", "a2", "10:05:00.000001"), message("human", "q1", "10:00:00.5"),
      message("human", "q2", "10:05:00.000001"), message("assistant", "a1", "10:00:00.5"),
    ]
    func conversation(_ messages: [String]) -> String {
      #"[{"uuid": "c", "name": "x", "chat_messages": [\#(messages.joined(separator: ","))]}]"#
    }
    #expect(try said(conversation(messages), as: .claudeai) == ["q1", "a1", "q2", "a2"])
    // Nothing is moved if one of them has no time.
    let untimed = messages + [#"{"uuid": "x", "sender": "human", "text": "x"}"#]
    #expect(try said(conversation(untimed), as: .claudeai) == ["a2", "q1", "q2", "a1", "x"])
  }

  @Test("Fences around an edit of Copilot's are not shown, and what follows is no code")
  func copilotFences() throws {
    func answer(_ parts: String) -> String {
      #"{"requesterUsername": "r", "responderUsername": "GitHub Copilot", "requests": ["#
        + #"{"requestId": "1", "message": {"text": "do"}, "response": [\#(parts)]}]}"#
    }
    let edit =
      #"{"kind": "undoStop", "id": "u"}, {"kind": "textEditGroup", "uri": {"path": "/a/b.html"}, "edits": ["#
      + #"[{"text": "<p>", "range": {"startLineNumber": 1, "startColumn": 1, "endLineNumber": 1, "endColumn": 1}}],"#
      + #"[{"text": "\nx", "range": {"startLineNumber": 2, "startColumn": 1, "endLineNumber": 2, "endColumn": 1}}],"#
      + #"[{"text": "y", "range": {"startLineNumber": 9, "startColumn": 1, "endLineNumber": 9, "endColumn": 3}}]]}"#
    let fence = ##"{"value": "\n```\n"}"##
    let shown = try said(
      answer(#"{"value": "Now."}, \#(fence), \#(edit), \#(fence), {"value": "Done: `b`"}"#), as: .copilot)
    #expect(shown.count == 4 && shown[1].contains("Now.") && !shown[1].contains("```"))
    #expect(shown[2].contains("@@ line 1\n<p>\nx\n@@ line 9\ny"))
    #expect(shown[3].contains("Done: `b`") && !shown[3].contains("```"))
    // A block of code before an edit stays one.
    let code = try said(
      answer(##"{"value": "Code:\n```\nz\n```\n"}, \##(edit), {"value": "Done"}"##), as: .copilot)
    #expect(code[1].contains("```\nz\n```") && code[3].contains("Done"))
  }
}
