import ChatModel
import ImportKit

/// The HTML of one message, which programs put into their JSON, as text with styles.
///
/// Lists, quotations and code are spans. A text with a table or a heading is Markdown, because spans have no tables.
struct MessageHTML {
  /// The whole text, in an element made for it.
  let element: HTMLElement
  /// The markers of items of numbered lists, by the items' indexes.
  private let markers: [Int: String]

  /// Returns nil if there is no memory. `vocabulary` has the names of the texts read before.
  init?(_ html: String, path: String, _ vocabulary: HTMLVocabulary) {
    let page = InputBytes(Array("<article>\(html)</article>".utf8))
    guard
      let reader = HTMLReader(page, path: path, nil, vocabulary, where: { $0.name == "article" }),
      let element = reader.nextElement()
    else { return nil }
    self.element = element
    var markers: [Int: String] = [:]
    for list in element.descendants(where: { $0.name == "ol" }) {
      let start = list["start"].flatMap { Int($0) } ?? 1
      for (number, item) in list.children.filter({ $0.name == "li" }).enumerated() {
        markers[item.index] = "\(start &+ number)."
      }
    }
    self.markers = markers
  }

  /// Returns a text without elements, or with paragraphs alone, without parsing it; nil for any other text.
  ///
  /// Two thirds of the messages of Teams and Matrix are such texts. ``MessageHTML`` reads them alike, 20 times as slowly.
  static func plain(_ html: String) -> String? {
    var rest = html.utf8[...]
    if rest.starts(with: "<p>".utf8) {
      rest = rest.dropFirst(3)
      guard rest.count >= 4, rest.suffix(4).elementsEqual("</p>".utf8) else { return nil }
      rest = rest.dropLast(4)
    }
    var isAfterSpace = true
    for byte in rest {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "&"), 0..<0x20: return nil
      case 0x20:
        if isAfterSpace { return nil }
        isAfterSpace = true
      default: isAfterSpace = false
      }
    }
    // No-break spaces and others are for the parser, which knows where they end a line.
    guard let last = rest.last, last != 0x20 else { return nil }
    return String(Substring(rest))
  }

  /// The text. `style` gives elements a style in place of HTML's, for example to mentions, and `words` replaces elements with words.
  func text(
    style: (HTMLElement) -> SourceSpan.Kind? = { _ in nil }, words: (HTMLElement) -> String? = { _ in nil }
  ) -> MessageText {
    let blocks: Set = ["table", "h1", "h2", "h3", "h4", "h5", "h6"]
    if element.firstDescendant(where: { blocks.contains($0.name) }) != nil {
      return MessageText(HTMLMarkdown.text(of: element), markup: .markdown)
    }
    return element.messageText(
      { element in
        if let style = style(element) { return style }
        switch element.name {
        case "li": return .item(marker: markers[element.index] ?? "•", depth: 0)
        case "pre": return .codeBlock(language: Self.language(of: element))
        // The element around it is the block.
        case "code" where isInBlock(element): return nil
        default: return element.style
        }
      }, words: words)
  }

  private func isInBlock(_ code: HTMLElement) -> Bool {
    let tree = code.tree
    var before = code.index - 1
    // Zulip puts an empty element before the code.
    if before > 0, tree.nodes[before].name >= 0, HTMLElement(tree, before).name == "span" { before -= 1 }
    return before >= 0 && tree.nodes[before].name >= 0 && HTMLElement(tree, before).name == "pre"
  }

  /// The language in a class of the block or of the code in it, `language-swift`, or in an attribute of the element around it.
  private static func language(of element: HTMLElement) -> String {
    let classes = element.classes + (element.firstChild { $0.name == "code" }?.classes ?? [])
    for name in classes where name.hasPrefix("language-") { return String(name.dropFirst("language-".count)) }
    guard element.index > 0, element.tree.nodes[element.index - 1].name >= 0 else { return "" }
    return HTMLElement(element.tree, element.index - 1)["data-code-language"] ?? ""
  }
}
