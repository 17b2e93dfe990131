import ChatModel

/// The sources that an answer names, and the other marks that stand in its text.
///
/// Marks are written in characters of private use: U+E200, a kind and its arguments with U+E202 between, U+E201. Older exports have
/// `【4†source】` or `:contentReference[oaicite:4]{index=4}`. What they mean is in the metadata. A source becomes a link on the word
/// before it, so that the sentence reads as it was written; a name of something and the words of a link stay as they are.
struct ChatGPTCitations {
  private struct Citation {
    var mark: String
    var urls: [String]
    var name: String?
  }

  /// A mark in a text, with the words that it stands for.
  private struct CitationMark {
    var text: Substring
    var words: String?
    /// The mark of a source stands behind its words, that of a link around them.
    var isSource: Bool
    /// The address that the mark itself has.
    var url: String?
  }

  private var citations: [Citation] = []

  init(_ metadata: JSONValue?) {
    for reference in metadata?["content_references"]?.elements ?? [] {
      guard let mark = reference["matched_text"]?.text, mark.count > 1 else { continue }
      let items = reference["items"]?.elements.compactMap { $0["url"]?.text } ?? []
      let safe = reference["safe_urls"]?.elements.compactMap(\.text) ?? []
      let own = reference["url"]?.text.map { [$0] } ?? []
      citations.append(
        Citation(
          mark: mark, urls: items.isEmpty ? safe.isEmpty ? own : safe : items,
          name: reference["name"]?.text))
    }
    for citation in metadata?["citations"]?.elements ?? [] {
      let source = citation["metadata"]
      guard let url = source?["url"]?.text else { continue }
      let mark = source?["extra"]?["cited_message_idx"]?.integer.map { "【\($0)†" }
      citations.append(Citation(mark: mark ?? "", urls: [url]))
    }
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
        // A mark that nothing ends was cut off.
        if character != "\u{E200}" { result.append(character) }
        continue
      }
      rest = rest[mark.text.endIndex...]
      append(mark, to: &result)
    }
    return result + rest
  }

  /// Indicates whether a text has bytes that all marks have: U+E200 and `【` in UTF-8, or a colon before a small letter.
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

  /// The most characters of a mark that is no list of pictures.
  private static let limit = 200

  /// Returns the mark that a text begins with, or nil: `【` and `:` begin many other things. No mark in characters of private use ends
  /// behind `lastEnd`.
  private static func mark(at text: Substring, _ lastEnd: String.Index) -> CitationMark? {
    switch text.first {
    case "\u{E200}":
      guard text.startIndex < lastEnd, let end = text.firstIndex(of: "\u{E201}") else { return nil }
      return newMark(text[...end])
    case "【":
      guard let end = text.prefix(limit).firstIndex(of: "】"), text[..<end].contains("†") else { return nil }
      return CitationMark(text: text[...end], isSource: true)
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
      } else if !isReference(argument), JSONValue(parsing: argument) == nil {
        mark.words = mark.words ?? argument
      }
    }
    if parts[0] == "url" { mark.isSource = false }
    return mark
  }

  /// Indicates whether an argument is a list of things such as `turn0search1`, which mean nothing to people.
  private static func isReference(_ text: String) -> Bool {
    text.split { $0 == "," || $0 == " " }.allSatisfy {
      $0.hasPrefix("turn") && $0.dropFirst(4).first?.isNumber == true
    }
  }

  private func append(_ mark: CitationMark, to result: inout String) {
    let found = citation(of: mark)
    let urls = mark.url.map { [$0] } ?? found?.urls ?? []
    if mark.isSource {
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
    if let found = citations.first(where: { $0.mark == mark.text }) { return found }
    guard mark.text.first == "【" else { return nil }
    let old = citations.filter { $0.mark.isEmpty || $0.mark.first == "【" }
    return old.first { !$0.mark.isEmpty && mark.text.hasPrefix($0.mark) } ?? (old.count == 1 ? old[0] : nil)
  }

  // MARK: Links

  /// Indicates whether an address can stand in the parentheses of a link.
  private static func isPlain(_ url: String) -> Bool {
    !url.contains { $0 == ")" || $0 == " " || $0 == "\n" }
  }

  /// Indicates whether a word has marks of Markdown, and may be half of something.
  private static func hasSigns(_ word: some StringProtocol) -> Bool {
    word.contains { "[]()*_`~#|<>\\".contains($0) }
  }

  /// Makes links of the last words, one for each address.
  private func link(_ text: inout String, _ urls: [String]) {
    while text.last == " " { text.removeLast() }
    var words: [(word: Substring, url: String)] = []
    var rest = text[...]
    for url in urls.prefix(8) where Self.isPlain(url) {
      guard let start = rest.lastIndex(where: \.isWhitespace).map(rest.index(after:)) ?? rest.indices.first
      else { break }
      let word = rest[start...]
      guard !word.isEmpty, !Self.hasSigns(word) else { break }
      words.append((word, url))
      rest = rest[..<start]
      guard rest.last == " " else { break }
      rest.removeLast()
    }
    defer { addArrows(to: &text, urls.filter { url in !words.contains { $0.url == url } }) }
    guard !words.isEmpty else { return }
    let isWhole = rest.endIndex == text.startIndex || words.count == 0
    let before = String(rest) + (isWhole || text[rest.endIndex...].first != " " ? "" : " ")
    text = before + words.reversed().map { "[\($0.word)](\($0.url))" }.joined(separator: " ")
  }

  /// Appends links for addresses without a word to stand on, such as those behind a formula.
  private func addArrows(to text: inout String, _ urls: [String]) {
    for url in urls where !url.contains(where: { $0 == "<" || $0 == ">" || $0.isWhitespace }) {
      text += " [↗](<\(url)>)"
    }
  }
}
