import BubbleLayout
import ChatModel
import Frames
import TestSupport
import Testing

/// Names and other words of the input inside our own sentences.
@Suite struct BidiTests {
  private func sentence(_ event: String, names: [String], text: String? = nil) throws -> String {
    let people = names.map { Person(Participant(key: $0, name: $0, isMe: false), avatar: nil) }
    return try SystemSentence(people: people, phrases: TestLayout.phrases("en")).sentence(
      for: SystemEvent(
        event: event, actor: ParticipantIndex(0), targets: names.count > 1 ? [ParticipantIndex(1)] : [],
        text: text))
  }

  @Test("A right-to-left name is isolated in a sentence, any other is not")
  func names() throws {
    #expect(try sentence("memberAdded", names: ["דנה", "Bo"]) == "\u{2068}דנה\u{2069} added Bo")
    #expect(try sentence("memberAdded", names: ["Ana", "عمر"]) == "Ana added \u{2068}عمر\u{2069}")
    #expect(try sentence("memberLeft", names: ["Zoë 日本"]) == "Zoë 日本 left")
    #expect(
      try sentence("topic", names: ["Ana"], text: "שלום!")
        == "Ana changed the topic to “\u{2068}שלום!\u{2069}”")
  }

  @Test(
    "Controls of direction never leave a name",
    arguments: [
      "evil\u{202E}", "\u{2069}\u{202E}x", "\u{2067}\u{202B}\u{2066}", "a\u{202D}\u{202C}\u{2069}ב\u{2069}",
    ])
  func hostile(name: String) throws {
    let words = try sentence("memberAdded", names: [name, "Bo"])
    #expect(words.hasSuffix(" added Bo"))
    var depth = 0
    for scalar in words.unicodeScalars {
      #expect(!(0x202A...0x202E).contains(scalar.value))
      if (0x2066...0x2068).contains(scalar.value) { depth += 1 }
      if scalar.value == 0x2069 { depth -= 1 }
      #expect(depth >= 0)
    }
    #expect(depth == 0)
  }

  @Test("A sentence of ours reads left to right whatever name it begins with")
  func direction() throws {
    let layouter = try TestLayout.layouter(names: ["דנה", "Bo"])
    let event = SystemEvent(event: "memberLeft", actor: ParticipantIndex(0), targets: [], text: nil)
    let row = try #require(TestLayout.row(layouter, TestLayout.input(.system(event))))
    guard case .text(let block)? = row.item(.notice)?.content else {
      Issue.record("no notice")
      return
    }
    #expect(block.direction == .leftToRight)
    #expect(block.text.hasSuffix(" left"))
  }
}
