import ChatModel
import Testing

@testable import AssistantFormats
@testable import ChatImport
@testable import ImportKit
@testable import TeamFormats
@testable import TranscriptFormats

/// The bounds and the order of what the readers of JSON and XML count.
@Suite struct AccountTests {
  /// The rows of a document that nobody reads.
  private func rows(_ text: String, hasKind: Bool = false) throws -> [Account.Row] {
    let account = ImportAccount()
    var reader = JSONReader(InputBytes(Array(text.utf8)))
    _ = try reader.readValue(paths: JSONPaths(account, file: "chat.json"), hasKind: hasKind)
    return account.account.rows
  }

  @Test("A path has at most 64 steps; what lies deeper is counted at the last one")
  func depth() throws {
    let (begin, end) = (String(repeating: "{\"a\": [", count: 200), String(repeating: "]}", count: 200))
    let text = begin + "\"b c\"" + end
    let row = try #require(try rows(text).first)
    #expect(row.texts == 1)
    #expect(row.path == "a" + String(repeating: "[].a", count: 31) + ".**")
  }

  @Test("The example of a path is its first value in the file, whichever was counted first")
  func example() throws {
    let account = ImportAccount()
    do {
      let paths = JSONPaths(account, file: "chat.json")
      var reader = JSONReader(InputBytes(Array("{\"a\": \"b c\"} {\"a\": \"d e\"}".utf8)))
      var first: JSONValue? = try reader.readValue(paths: paths)
      var second: JSONValue? = try reader.readValue(paths: paths)
      withExtendedLifetime(second) {}
      second = nil
      withExtendedLifetime(first) {}
      first = nil
    }
    let row = try #require(account.account.rows.first)
    #expect((row.path, row.records) == ("a", 2))
    #expect(try #require(row.example?.offset) < 12)
  }

  @Test("A file has a bounded number of paths, and no value is lost beyond it")
  func paths() throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    func name(_ number: Int) -> String { "\(letters[number / 26 % 26])\(letters[number % 26])" }
    let members = (0..<150).map { outer in
      "\"\(name(outer))\": {" + (0..<150).map { "\"\(name($0))\": \"b c\"" }.joined(separator: ", ") + "}"
    }
    let rows = try rows("{" + members.joined(separator: ", ") + "}")
    #expect(rows.count <= Account.rowLimit + 1)
    #expect(rows.map(\.texts).reduce(0, +) == 150 * 150)
  }

  @Test("Names of members that are not told apart are still read as they are")
  func names() throws {
    var reader = JSONReader(InputBytes(Array("{\"**\": 1, \"*\": 2, \"12:30\": 3}".utf8)))
    let value = try reader.readValue(paths: JSONPaths(ImportAccount(), file: "chat.json"))
    #expect(value.members.map(\.name) == ["**", "*", "12:30"])
    #expect(value["*"]?.integer == 2)
  }

  @Test("A word that begins like an id is a name")
  func wordsLikeIds() throws {
    let rows = try rows("{\"file_access\": \"b c\", \"file_8fJ2kQx7\": \"b c\", \"call_family\": \"b c\"}")
    #expect(Set(rows.map(\.path)) == ["file_access", "call_family", "*"])
  }

  @Test(
    "A type of records is part of the path if it is a name",
    arguments: [
      ("response.output_item", "<response.output_item>.a"), ("file-history", "<file-history>.a"),
      ("words of a person", "<*>.a"), (String(repeating: "a", count: 41), "<*>.a"),
    ])
  func kinds(type: String, path: String) throws {
    let account = ImportAccount()
    do {
      let paths = JSONPaths(account, file: "chat.jsonl")
      for _ in 0..<2 {
        var reader = JSONReader(InputBytes(Array("{\"type\": \"\(type)\", \"a\": \"b c\"}".utf8)))
        let value = try reader.readValue(paths: paths, hasKind: true)
        #expect(value["type"]?.text == type)
      }
    }
    #expect(account.account.rows.map(\.path) == [path])
  }

  @Test("Kinds of elements beyond the limit are counted together")
  func elements() {
    var tally = MarkupTally()
    let text = "b c"
    for number in 0..<2_500 {
      let part = MarkupTally.Part(element: UInt(number), attribute: 0)
      tally.add(part, text.utf8Span.span, line: 1) { "e\(number)" }
    }
    let account = ImportAccount()
    tally.report(to: account, file: "page.html")
    #expect(account.account.rows.map(\.texts).reduce(0, +) == 2_500)
    #expect(account.account.rows.first { $0.path == "**" }?.texts == 500)
  }

  @Test("A path of any length is cut", arguments: [400, 401, 100_000])
  func length(count: Int) {
    var account = Account()
    account.add(Account.Row(path: String(repeating: "ä", count: count), records: 1, texts: 0))
    #expect(account.rows.map(\.path.unicodeScalars.count) == [400])
  }

  @Test("Messages that are read again by their positions are not counted a second time")
  func positions() throws {
    let messages = (0..<3).map { "{\"id\": \"\($0)\", \"text\": \"Low\", \"footnote\": \"b c\"}" }
    let text = "{\"format\": \"chatexport/1\", \"messages\": [\(messages.joined(separator: ", "))]}"
    var log = DiagnosticLog()
    let source = try #require(try open(text, log: &log).first)
    let whole = try Reading(source)
    #expect(whole.log.account.rows.map(\.records) == [3])
    let again = try Reading(source, from: whole.positions[1])
    #expect(again.messages == Array(whole.messages[1...]))
    #expect(again.log.account.isEmpty && again.log.kept.isEmpty)
  }
}
