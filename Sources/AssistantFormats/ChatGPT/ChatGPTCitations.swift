import ChatModel
import ImportKit

/// The sources that an answer names, and the other marks in its text.
///
/// Marks are written in characters of private use: U+E200, a kind and its arguments with U+E202 between, U+E201. Older exports
/// have `【4†source】` or `:contentReference[oaicite:4]{index=4}`. Their meaning is in the metadata. A source becomes a link on
/// the word before it, so that the sentence reads as it was written, and each of several has its own link; a file becomes its name
/// in parentheses. The name of a thing and the words of a link stay as they are.
struct ChatGPTCitations {
  private struct Citation {
    var urls: [String]
    var name: String?
  }

  /// A mark in a text, with the words that replace it.
  private struct CitationMark {
    var text: Substring
    var words: String?
    /// The mark of a source follows its words, the mark of a link encloses them.
    var isSource: Bool
    /// The address in the mark itself.
    var url: String?
    /// The name of a file in the mark itself.
    var name: String?
  }

  /// The citations by their marks; if several have one mark, the first.
  private var citations: [String: Citation] = [:]
  /// The only citation of the older form, to which every mark of that form refers; nil if there are several.
  private var onlyOldCitation: Citation?

  init(_ metadata: JSONValue?) {
    var old: [Citation] = []
    func add(_ citation: Citation, mark: String) {
      if mark.isEmpty || mark.first == "【" { old.append(citation) }
      if citations[mark] == nil { citations[mark] = citation }
    }
    for reference in metadata?["content_references"]?.elements ?? [] {
      guard let mark = reference["matched_text"]?.text, mark.count > 1 else { continue }
      add(Citation(urls: Self.urls(of: reference), name: reference["name"]?.text), mark: mark)
    }
    for citation in metadata?["citations"]?.elements ?? [] {
      guard let source = citation["metadata"] else { continue }
      let name = (source["name"] ?? source["title"])?.text
      let urls = [source["url"]?.text].compactMap(\.self).filter { !$0.isEmpty }
      guard !urls.isEmpty || name != nil else { continue }
      let mark = source["extra"]?["cited_message_idx"]?.integer.map { "【\($0)" }
      add(Citation(urls: urls, name: name), mark: mark ?? "")
    }
    onlyOldCitation = old.count == 1 ? old.first : nil
  }

  /// Returns the addresses of a reference: first of its items and the pages that support them, then of its list of all addresses.
  private static func urls(of reference: JSONValue) -> [String] {
    var urls: [String] = []
    var known: Set<String> = []
    func add(_ url: String?) {
      guard let url, !url.isEmpty, known.insert(plain(url)).inserted else { return }
      urls.append(url)
    }
    func addItems(_ items: JSONValue?, depth: Int) {
      for item in items?.elements ?? [] where depth < 4 {
        add(item.text ?? item["url"]?.text)
        addItems(item["supporting_websites"], depth: depth + 1)
      }
    }
    for name in ["items", "fallback_items", "sources", "supporting_websites"] {
      addItems(reference[name], depth: 0)
    }
    add(reference["item"]?["url"]?.text)
    if urls.isEmpty { add(reference["url"]?.text) }
    addItems(reference["safe_urls"], depth: 0)
    return urls
  }

  /// Returns an address without ChatGPT's additions.
  private static func plain(_ url: String) -> String {
    guard let added = url.range(of: "utm_source=chatgpt.com"), added.lowerBound > url.startIndex else {
      return url
    }
    return String(url[..<url.index(before: added.lowerBound)])
  }

  /// Returns the text with links and words in place of the marks.
  func resolved(_ text: String) -> String {
    guard Self.mayHaveMarks(text) else { return text }
    var result = ""
    var rest = text[...]
    let lastEnd = text.lastIndex(of: "\u{E201}") ?? text.startIndex
    while let start = rest.firstIndex(where: Self.isMarkStart) {
      result += rest[..<start]
      rest = rest[start...]
      guard let mark = Self.mark(at: rest, lastEnd) else {
        let character = rest.removeFirst()
        // A mark without an end was cut off.
        if character != "\u{E200}" { result.append(character) }
        continue
      }
      rest = rest[mark.text.endIndex...]
      append(mark, to: &result)
    }
    return result + rest
  }

  /// True if a text has bytes common to all marks: U+E200 and `【` in UTF-8, or a colon before a small letter.
  private static func mayHaveMarks(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == 0xEE || byte == 0xE3 || last == UInt8(ascii: ":") && byte == UInt8(ascii: "c") {
        return true
      }
      last = byte
    }
    return false
  }

  private static func isMarkStart(_ character: Character) -> Bool {
    character == "\u{E200}" || character == "【" || character == ":"
  }

  // MARK: Marks

  /// The most characters of a mark that is not a list of pictures.
  private static let limit = 200

  /// Returns the mark that a text begins with, or nil: `【` and `:` begin many other things. No mark in characters of private use
  /// ends after `lastEnd`.
  private static func mark(at text: Substring, _ lastEnd: String.Index) -> CitationMark? {
    switch text.first {
    case "\u{E200}":
      guard text.startIndex < lastEnd, let end = text.firstIndex(of: "\u{E201}") else { return nil }
      return newMark(text[...end])
    case "【":
      guard let end = text.prefix(limit).firstIndex(of: "】"), let sign = text[..<end].firstIndex(of: "†"),
        text[..<sign].dropFirst().allSatisfy({ $0.isNumber || $0 == ":" })
      else { return nil }
      var mark = CitationMark(text: text[...end], isSource: true)
      let name = String(text[text.index(after: sign)..<end])
      if name != "source", !isPosition(name) { mark.name = name }
      return mark
    default:
      guard text.hasPrefix(":contentReference[") || text.hasPrefix(":chatgpt-content-reference{"),
        let end = text.prefix(limit).firstIndex(of: "}")
      else { return nil }
      return CitationMark(text: text[...end], isSource: true)
    }
  }

  /// Reads a mark such as `entity` with `["city","Lisbon"]`, or `cite` with `turn0search1`.
  private static func newMark(_ text: Substring) -> CitationMark {
    let parts = text.dropFirst().dropLast().split(separator: "\u{E202}", omittingEmptySubsequences: false)
    var mark = CitationMark(text: text, isSource: true)
    for part in parts.dropFirst() {
      let argument = String(part)
      if parts[0] == "entity" {
        let names = JSONValue(parsing: argument)
        mark.words = mark.words ?? names?[1]?.text ?? names?[0]?.text ?? (names == nil ? argument : nil)
        mark.isSource = false
      } else if argument.hasPrefix("http://") || argument.hasPrefix("https://") {
        mark.url = mark.url ?? argument
      } else if !isReference(argument), !isPosition(argument), !parts[0].hasSuffix("cite"),
        JSONValue(parsing: argument) == nil
      {
        mark.words = mark.words ?? argument
      }
    }
    if parts[0] == "url" { mark.isSource = false }
    return mark
  }

  /// True if an argument is a list of references such as `turn0search1`, which mean nothing to people.
  private static func isReference(_ text: String) -> Bool {
    text.split { $0 == "," || $0 == " " }.allSatisfy {
      $0.hasPrefix("turn") && $0.dropFirst(4).first?.isNumber == true
    }
  }

  /// True if an argument is a position in a file: `L3-L9`, or lines and pages of other forms.
  private static func isPosition(_ text: String) -> Bool {
    text.utf8.contains { $0 &- 0x30 <= 9 } && text.utf8.count <= 24
      && text.utf8.allSatisfy { $0 &- 0x30 <= 9 || "LlPp-:,. –".utf8.contains($0) }
  }

  private func append(_ mark: CitationMark, to result: inout String) {
    let found = citation(of: mark)
    let urls = mark.url.map { [$0] } ?? found?.urls ?? []
    if mark.isSource {
      if mark.words == nil, urls.isEmpty, let name = found?.name ?? mark.name, !name.isBlank {
        // A file has no address.
        if let last = result.last, !last.isWhitespace { result += " " }
        result += "(\(Self.escaped(name)))"
        return
      }
      if let words = mark.words {
        if let last = result.last, !last.isWhitespace { result += " " }
        result += words
      }
      return link(&result, urls)
    }
    let words = mark.words ?? found?.name ?? ""
    guard let url = urls.first(where: Self.isPlain), !words.isEmpty, !Self.hasSigns(words) else {
      result += words
      return
    }
    result += "[\(words)](\(url))"
  }

  private func citation(of mark: CitationMark) -> Citation? {
    if let found = citations[String(mark.text)] { return found }
    guard mark.text.first == "【" else { return nil }
    // After the number of the message comes `†`, or `:` and the number of the file.
    return citations[String(mark.text.prefix { $0 != "†" && $0 != ":" })] ?? onlyOldCitation
  }

  /// Returns a name with its marks of Markdown escaped.
  private static func escaped(_ name: String) -> String {
    var escaped = ""
    for character in name {
      if "[]()*_`~#|<>\\&".contains(character) { escaped += "\\" }
      escaped.append(character.isNewline ? " " : character)
    }
    return escaped
  }

  // MARK: Links

  /// True if an address can be put in the parentheses of a link.
  private static func isPlain(_ url: String) -> Bool {
    !url.contains { $0 == ")" || $0 == " " || $0 == "\n" }
  }

  /// True if a word has marks of Markdown, and may be half of something.
  private static func hasSigns(_ word: String) -> Bool { word.contains(where: isSign) }

  private static func isSign(_ character: Character) -> Bool { "[]()*_`~#|<>\\".contains(character) }

  /// Turns the last words into links, one for each address. Only the end of the text changes: a text may have any number of sources.
  private func link(_ text: inout String, _ urls: [String]) {
    while text.last == " " { text.removeLast() }
    var links: [(word: String, url: String)] = []
    var start = text.endIndex
    for url in urls.prefix(8) where Self.isPlain(url) {
      guard let word = Self.lastWord(in: text[..<start], isFirst: links.isEmpty) else { break }
      links.append((String(word), url))
      start = word.startIndex
    }
    if !links.isEmpty {
      text.removeSubrange(start...)
      text += links.reversed().map { "[\($0.word)](\($0.url))" }.joined(separator: " ")
    }
    addArrows(to: &text, urls.filter { url in !links.contains { $0.url == url } })
  }

  /// Returns the last word of a text, or nil if there is none or it has marks of Markdown. A space must follow it unless `isFirst`.
  private static func lastWord(in text: Substring, isFirst: Bool) -> Substring? {
    var text = text
    if !isFirst {
      guard text.last == " " else { return nil }
      text.removeLast()
    }
    var start = text.endIndex
    while start > text.startIndex {
      let before = text.index(before: start)
      if text[before].isWhitespace { break }
      if isSign(text[before]) { return nil }
      start = before
    }
    return start < text.endIndex ? text[start...] : nil
  }

  /// Appends links for addresses without a word to be put on, such as the sources of a formula.
  private func addArrows(to text: inout String, _ urls: [String]) {
    for url in urls where !url.contains(where: { $0 == "<" || $0 == ">" || $0.isWhitespace }) {
      text += " [↗](<\(url)>)"
    }
  }
}
