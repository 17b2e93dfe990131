import Redaction
import Testing

/// Mistakes in rules files are told with the line and a remedy, and without the rule.
@Suite struct RulesFileTests {
  @Test("Rules have lines, remarks, conversations and replacements")
  func rules() throws {
    let text =
      "\u{FEFF}# Names\r\nword: Alice => A\r\n\r\nchat: Trip\nday: 2024-05-01..2024-05-03\nchat: *\nATTACHMENTS: voice\npositions:\n"
    let rules = try RulesFile(Array(text.utf8), path: "rules").rules
    #expect(rules.map(\.line) == [2, 5, 7, 8])
    #expect(rules.map(\.chat) == [nil, "Trip", nil, nil])
    #expect(rules[0] == RedactionRule(line: 2, .word("Alice"), replacement: "A"))
    #expect(rules[3].subject == .positions)
  }

  @Test(
    "A mistake names the file, the line and a remedy",
    arguments: [
      ("word Alice", "rules:1: expected a kind of rule and a colon"), ("word: x", "is too short"),
      ("word:", "has nothing after 'word:'"),
      ("pattern: (secret", "is no regular expression"), ("day: 2024-13-01", "is no day"),
      ("day: 2024-05-03..2024-05-01", "is no day"),
      ("attachments: photos", "is no kind of attachment"), ("wrod: secret", "is of no known kind"),
      ("# none", "has no rules"),
    ])
  func mistakes(text: String, words: String) {
    do {
      _ = try RulesFile(Array(text.utf8), path: "rules")
      Issue.record("the file was read")
    } catch {
      #expect(error.message.contains(words))
      #expect(!error.message.contains("secret"))
    }
  }

  @Test("Bytes that are no text are refused")
  func encoding() {
    #expect(throws: RulesFileError.self) { try RulesFile([0x77, 0xFF], path: "rules") }
  }
}
