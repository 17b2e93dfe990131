import Frames
import Testing

@testable import SearchIndex

@Suite struct SearchIndexTests {
  /// All lists of the files `s…` or `g…`, by term.
  private func lists(_ files: [(name: String, text: String)], _ kind: String) -> [String: [Int]] {
    var lists: [String: [Int]] = [:]
    for (name, text) in files where name.hasPrefix(kind) && name != "s.js" {
      #expect(
        text.hasPrefix("location.protocol==\"file:\"&&chatexport(\"\(name.dropLast(3))\",\"")
          && text.hasSuffix("\")\n"))
      var term: [UInt16] = []
      for entry in text.dropFirst(name.count + 40).dropLast(3).split(separator: "|") {
        let parts = entry.split(separator: " ")
        let shared = Int(entry.utf8.first ?? 0) - 35
        term = term.prefix(shared) + Array(parts[0].dropFirst().utf16)
        lists[String(decoding: term, as: UTF16.self)] = numbers(parts[1])
      }
    }
    return lists
  }

  private func files(_ pages: [[String]]) throws -> [(name: String, text: String)] {
    var index = SearchIndex()
    var terms = TermCollector()
    for (pageIndex, texts) in pages.enumerated() {
      for text in texts { terms.add(text) }
      try index.add(terms.take(size: 500), number: pageIndex + 1) { _, _ in }
    }
    var files: [(name: String, text: String)] = []
    try index.write { files.append(($0, String(decoding: $1, as: UTF8.self))) }
    return files.filter { !$0.name.hasPrefix("w") }
  }

  @Test("A small index is one file with the data of the others", arguments: [0, 100, 100_000])
  func small(limit: Int) throws {
    func files(inlineLimit: Int) throws -> [String: String] {
      var index = SearchIndex(inlineLimit: inlineLimit)
      var terms = TermCollector()
      terms.add("boats on the river")
      var files: [String: String] = [:]
      try index.add(terms.take(size: 500), number: 1) { files[$0] = String(decoding: $1, as: UTF8.self) }
      try index.write { files[$0] = String(decoding: $1, as: UTF8.self) }
      return files
    }
    let (separate, found) = (try files(inlineLimit: 0), try files(inlineLimit: limit))
    #expect(separate.count > 3 && separate["s0.js"] != nil)
    guard limit > 1000 else { return #expect(found == separate) }
    #expect(Array(found.keys) == ["s.js"])
    let data = try separate.filter { $0.key != "s.js" }.map { name, text in
      let start = try #require(text.firstIndex(of: ","))
      return "\"\(name.dropLast(3))\":\(text[text.index(after: start)...].dropLast(2))"
    }
    for entry in data { #expect(found["s.js"]?.contains(entry) == true, "\(entry)") }
  }

  @Test("Each term has the pages it is on, whatever their distances are")
  func postings() throws {
    var pages = [[String]](repeating: [], count: 4000)
    var expected: [String: [Int]] = [:]
    for (term, on) in [
      ("EVERY", Array(1...4000)), ("ONCE", [1]), ("LAST", [4000]),
      ("FAR", [1, 58, 59, 60, 61, 1900, 3800, 4000]),
      ("TENTH", Array(stride(from: 10, through: 4000, by: 10))), ("😀", [7, 8]), ("友", [3]),
    ] {
      expected[term] = on
      for page in on { pages[page - 1].append(term) }
    }
    #expect(try lists(files(pages), "s") == expected)
  }

  @Test("The grams of a word lead to the file it is in")
  func grams() throws {
    let pages = (0..<40).map { page in (0..<300).map { "W\(page * 300 + $0)X" } }
    let files = try files(pages)
    let grams = lists(files, "g")
    for word in ["W0X", "W11999X", "W5000X"] {
      let number = 1 + (files.firstIndex { $0.name != "s.js" && lists([$0], "s")[word] != nil } ?? -1)
      #expect(number > 0)
      for start in 0...word.count - 3 {
        #expect(grams[String(word.dropFirst(start).prefix(3))]?.contains(number) == true)
      }
    }
    #expect(files.filter { $0.name.hasPrefix("s") }.count > 2)
    #expect(files.allSatisfy { $0.text.utf8.count < 40_000 })
  }

  @Test("A row says what it brings and who wrote it, and not what it answers")
  func rows() throws {
    func text(_ text: String, _ role: TextRole) -> FrameItem {
      FrameItem(
        ItemID(.text), .zero, .text(TextBlock(text: text, role: role, lines: [])))
    }
    let row = Row(
      kind: .message(index: 0, anchor: "1", side: .incoming, sender: "\"</script>\u{2028}"),
      frame: Frame(
        size: Size(width: 1, height: 1),
        items: [
          text("said", .body), text("quoted", .quote), text("Bo", .name),
          FrameItem(
            ItemID(.image), .zero, .image(FrameImage(path: "a", alt: "", radii: CornerRadii(all: .zero)))),
        ]))
    var terms = TermCollector()
    terms.add(row)
    var index = SearchIndex()
    try index.add(terms.take(size: 500), number: 1) { _, _ in }
    var files: [(name: String, text: String)] = []
    try index.write { files.append(($0, String(decoding: $1, as: UTF8.self))) }
    #expect(Set(lists(files, "s").keys) == ["SAID", "attachment", "photo", "by0"])
    let root = files.first { $0.name == "s.js" }?.text ?? ""
    #expect(root.contains(#""senders":["\u0022\u003c/script>\u000a"]"#))
  }
}
