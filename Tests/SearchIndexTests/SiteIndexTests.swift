import Testing

@testable import SearchIndex

@Suite struct SiteIndexTests {
  /// The files of conversations with these texts, a list for each: its pages. `order` has their numbers in the list, from 0.
  private func files(
    _ conversations: [[String]], order: [Int]? = nil, limit: Int = 12 << 20
  ) throws -> [String: String] {
    var index = SiteIndex(limit: limit)
    var terms = TermCollector()
    for (number, pages) in conversations.enumerated() {
      for page in pages {
        terms.add(page)
        index.add(terms.take(size: 500), conversation: number + 1)
      }
    }
    var positions = Array(1...max(1, conversations.count))
    for (position, number) in (order ?? []).enumerated() { positions[number] = position + 1 }
    var files: [String: String] = [:]
    try index.write(positions: positions) { files[$0] = String(decoding: $1, as: UTF8.self) }
    return files
  }

  /// The numbers by term, of the term files or, with the kind `g`, of the gram files.
  private func lists(_ files: [String: String], _ kind: String = "s") -> [String: [Int]] {
    var lists: [String: [Int]] = [:]
    for (name, text) in files where name.hasPrefix(kind) && name != "s.js" {
      var term: [UInt16] = []
      for entry in text.split(separator: "\"")[5].split(separator: "|") {
        let parts = entry.split(separator: " ")
        term = term.prefix(Int(entry.utf8.first ?? 0) - 35) + Array(parts[0].dropFirst().utf16)
        lists[String(decoding: term, as: UTF16.self)] = numbers(parts[1])
      }
    }
    return lists
  }

  @Test("Each term has the conversations that have it, once, in the order of the list")
  func order() throws {
    let conversations = [["red boats", "red"], ["boats"], ["red 电影"], []]
    let (asGiven, reversed) = (try files(conversations), try files(conversations, order: [3, 2, 1, 0]))
    #expect(lists(asGiven) == ["RED": [1, 3], "BOATS": [1, 2], "电影": [3], "影": [3]])
    #expect(lists(reversed) == ["RED": [2, 4], "BOATS": [3, 4], "电影": [2], "影": [2]])
  }

  @Test("Parts of words lead to the files of the words")
  func grams() throws {
    let found = try lists(files([["boats"], ["电影"]]), "g")
    #expect(Set(found.keys) == ["BO", "BOA", "OA", "OAT", "AT", "ATS", "TS", "电", "影"])
    #expect(found.values.allSatisfy { $0 == [1] })
  }

  @Test("An index of no conversation, or of none with words, has no terms", arguments: [[], [[]], [[""]]])
  func empty(conversations: [[String]]) throws {
    let files = try files(conversations)
    #expect(Array(files.keys) == ["s.js"])
    #expect(files["s.js"]?.contains("\"s\":[],\"g\":[]") == true)
  }

  @Test("The files are the same, however often terms are put aside, and have a bounded size")
  func spilled() throws {
    let conversations = (0..<400).map { number in
      ["all have this", (0..<60).map { "w\(number % 50)x\($0 * number % 977)" }.joined(separator: " ")]
    }
    let order = Array((0..<400).reversed())
    let files = try files(conversations, order: order)
    #expect(try self.files(conversations, order: order, limit: 80_000) == files)
    #expect(lists(files)["ALL"] == Array(1...400))
    #expect(files.count > 6 && files.values.allSatisfy { $0.utf8.count < 40_000 })
  }
}
