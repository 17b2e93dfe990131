import ChatModel
import Testing

@testable import ExportPipeline

@Suite struct FolderNameTests {
  @Test(
    "Names keep letters, digits and single hyphens",
    arguments: [
      ("Lisbon trip", "lisbon-trip"), ("#moarvm", "moarvm"), ("../../etc/passwd", "etc-passwd"),
      ("日本", ""), ("a--b", "a-b"), ("x".repeated(100), "x".repeated(60)), ("CON", "con"),
    ])
  func plain(text: String, expected: String) { #expect(FolderNames.plain(text) == expected) }

  @Test("Each name is given once, and never one of the site's own folders")
  func unique() {
    var names = FolderNames()
    let given = ["a", "a", "assets", "日本", "語"].map {
      names.name(for: ConversationInfo(id: $0, title: $0))
    }
    #expect(given == ["a", "a-2", "assets-2", "conversation", "conversation-2"])
  }

  @Test("A number that a title ends with is not given again")
  func numbered() {
    var names = FolderNames()
    let given = ["a-2", "a", "a", "a", "a-2", "a"].map {
      names.name(for: ConversationInfo(id: $0, title: $0))
    }
    #expect(given == ["a-2", "a", "a-3", "a-4", "a-2-2", "a-5"])
  }

  @Test("findings E9: no name is one of Windows' devices")
  func devices() {
    var names = FolderNames()
    let given = ["CON", "con", "Lpt1", "com10", "aux.", "nul-chat", "nul"].map {
      names.name(for: ConversationInfo(id: $0, title: $0))
    }
    #expect(given == ["con-chat", "con-chat-2", "lpt1-chat", "com10", "aux-chat", "nul-chat", "nul-chat-2"])
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
