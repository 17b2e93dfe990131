import ChatModel

/// The sources that an answer names.
///
/// In the text stand marks in characters of private use, or `【4†source】` in older exports; what they mean is in the metadata. A mark
/// becomes a link on the word before it, so that the sentence reads as it was written.
struct ChatGPTCitations {
  private struct Citation {
    var mark: String
    var urls: [String]
  }
  private var citations: [Citation] = []

  init(_ metadata: JSONValue?) {
    for reference in metadata?["content_references"]?.elements ?? [] {
      guard let mark = reference["matched_text"]?.text, mark.count > 1 else { continue }
      let items = reference["items"]?.elements.compactMap { $0["url"]?.text } ?? []
      let urls = items.isEmpty ? reference["safe_urls"]?.elements.compactMap(\.text) ?? [] : items
      citations.append(Citation(mark: mark, urls: urls))
    }
    for citation in metadata?["citations"]?.elements ?? [] {
      let source = citation["metadata"]
      guard let url = source?["url"]?.text else { continue }
      let mark = source?["extra"]?["cited_message_idx"]?.integer.map { "【\($0)†" }
      citations.append(Citation(mark: mark ?? "", urls: [url]))
    }
  }

  /// Returns the text with links in place of the marks.
  func resolved(_ text: String) -> String {
    guard text.contains(where: { Self.isMarkStart($0) }) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: Self.isMarkStart) {
      result += rest[..<start]
      let isOld = rest[start] == "【"
      guard let end = rest[start...].firstIndex(of: isOld ? "】" : "\u{E201}") else {
        result.append(rest[start])
        rest = rest[rest.index(after: start)...]
        continue
      }
      let mark = String(rest[start...end])
      rest = rest[rest.index(after: end)...]
      link(&result, urls(for: mark, isOld: isOld))
    }
    return result + rest
  }

  private static func isMarkStart(_ character: Character) -> Bool {
    character == "\u{E200}" || character == "【"
  }

  private func urls(for mark: String, isOld: Bool) -> [String] {
    let found =
      citations.first { $0.mark == mark }
      ?? (isOld ? citations.first { !$0.mark.isEmpty && mark.hasPrefix($0.mark) } : nil)
    return found?.urls ?? (isOld && citations.count == 1 ? citations[0].urls : [])
  }

  /// Makes links of the last words, one for each address.
  private func link(_ text: inout String, _ urls: [String]) {
    while text.last == " " { text.removeLast() }
    var words: [(word: Substring, url: String)] = []
    var rest = text[...]
    for url in urls.prefix(8) where !url.contains(where: { $0 == ")" || $0 == " " || $0 == "\n" }) {
      guard let start = rest.lastIndex(where: \.isWhitespace).map(rest.index(after:)) ?? rest.indices.first
      else { break }
      let word = rest[start...]
      // A word with marks of Markdown may be half of something.
      guard !word.isEmpty, !word.contains(where: { "[]()*_`~#|<>\\".contains($0) }) else { break }
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
