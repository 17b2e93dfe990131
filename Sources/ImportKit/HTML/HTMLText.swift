package import ChatModel

extension HTMLElement {
  /// The text as a browser would show it: spaces are collapsed, blocks are on lines of their own.
  package var text: String { messageText { _ in nil }.string }

  /// The element's own text, without its child elements'.
  package var ownText: String {
    var text = ""
    var next = index + 1
    let end = end
    while next < end {
      if tree.nodes[next].name < 0 { text += tree.text(at: next) }
      next = max(Int(tree.nodes[next].end), next + 1)
    }
    return text.withSingleSpaces
  }

  /// The text with its styles and links.
  package var messageText: MessageText { messageText { $0.style } }

  /// The text with the styles that `style` gives to the elements in it. `words` replaces an element with its contents; nil keeps them.
  package func messageText(
    _ style: (HTMLElement) -> SourceSpan.Kind?, words: (HTMLElement) -> String? = { _ in nil }
  ) -> MessageText {
    var builder = HTMLTextBuilder()
    builder.add(self, style, words)
    return builder.finished()
  }

  /// The text of an element with its spaces and line ends kept, like `white-space: pre-wrap`. `words` replaces an element with its
  /// contents; nil keeps them.
  package func spacedText(
    _ style: (HTMLElement) -> SourceSpan.Kind?, words: (HTMLElement) -> String? = { _ in nil }
  ) -> MessageText {
    var builder = HTMLTextBuilder(keepsSpaces: true)
    builder.add(self, style, words)
    return builder.finished()
  }

  /// The style that HTML gives to an element of this name, or nil.
  package var style: SourceSpan.Kind? {
    switch rules.style {
    case .none: nil
    case .bold: .bold
    case .italic: .italic
    case .underline: .underline
    case .strikethrough: .strikethrough
    case .code: .code
    case .codeBlock: .codeBlock(language: "")
    case .blockquote: .blockquote
    case .link: self["href"].flatMap { $0.linkTarget }.map { .link(target: $0) }
    }
  }
}

extension SourceSpan.Kind {
  /// True if it is a style of whole lines.
  fileprivate var isBlock: Bool {
    switch self {
    case .blockquote, .codeBlock, .heading, .item: true
    default: false
    }
  }
}

extension String {
  /// The words with single spaces between them.
  fileprivate var withSingleSpaces: String {
    guard utf8.contains(where: { $0 >= 0x80 }) else {
      var words: [UInt8] = []
      words.reserveCapacity(utf8.count)
      for word in utf8.split(whereSeparator: { $0 == 0x20 || 0x09...0x0D ~= $0 }) {
        if !words.isEmpty { words.append(0x20) }
        words.append(contentsOf: word)
      }
      return String(decoding: words, as: UTF8.self)
    }
    let words = unicodeScalars.split {
      $0.isASCII ? $0 == " " || 0x09...0x0D ~= $0.value : $0.properties.isWhitespace
    }
    return words.map(String.init).joined(separator: " ")
  }

  /// The target of a link whose address in a page this is. A path to another file of the export begins with `./`, so that nobody takes
  /// it for a host; pages do not follow it, and the account counts it. Nil for none, and for a jump within the page.
  package var linkTarget: String? {
    let address = trimmingSpaces
    if address.isEmpty || address.hasPrefix("#") { return nil }
    return address.hasScheme || address.hasPrefix("/") || address.hasPrefix(".") ? address : "./" + address
  }

  /// True if it begins like an absolute address (RFC 3986 §3.1): a letter, then letters, digits and signs up to a colon.
  private var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")), let first = utf8.first else { return false }
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20
      && utf8[..<colon].allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      }
  }

  /// True if it is an address that a link in a message may have.
  package var isAddress: Bool {
    let start = prefix(12).lowercased()
    return ["http://", "https://", "mailto:", "tel:", "tg://"].contains { start.hasPrefix($0) }
  }
}

/// Joins the texts of an element's descendants as a browser lays them out.
///
/// Spaces and line ends are owed, and only written before the next character, so that none are left at the ends of lines or of the text.
/// A style begins with its first character for the same reason.
private struct HTMLTextBuilder {
  private struct Open {
    var end: Int
    /// The index of its style in `spans`, or nil.
    var span: Int?
    var lineBreaks: Int?
    var isPreformatted: Bool
  }

  private var bytes: [UInt8] = []
  private var spans: [(start: Int?, end: Int, kind: SourceSpan.Kind)] = []
  private var open: [Open] = []
  private var owesSpace = false
  private var owedLines = 0
  /// True if only a block owes the lines, so that a line end beside it adds none.
  private var owesBlock = false
  /// True if spaces and line ends count outside of `pre` too.
  private let keepsSpaces: Bool
  /// The spans waiting for their first character.
  private var waiting: [Int] = []

  init(keepsSpaces: Bool = false) { self.keepsSpaces = keepsSpaces }

  mutating func add(
    _ element: HTMLElement, _ style: (HTMLElement) -> SourceSpan.Kind?, _ words: (HTMLElement) -> String?
  ) {
    let tree = element.tree
    let bytes = tree.bytes
    var next = element.index + 1
    let end = element.end
    let startsPreformatted = element.rules.role == .preformatted
    var isPreformatted = startsPreformatted
    while next < end {
      while let last = open.last, last.end <= next {
        close()
        isPreformatted = open.last?.isPreformatted ?? startsPreformatted
      }
      let node = tree.nodes[next]
      guard node.name >= 0 else {
        tree.noteText(at: next)
        let text = bytes.span.extracting(node.range)
        if isPreformatted { addPreformatted(text) } else { add(text) }
        next += 1
        continue
      }
      let child = HTMLElement(tree, next)
      let rules = child.rules
      next += 1
      if rules.isHidden {
        next = child.end
        continue
      }
      if let words = words(child) {
        add(words.utf8Span.span)
        next = child.end
        continue
      }
      switch rules.role {
      case .lineBreak: owedLines += 1
      case .picture: if let alt = child["alt"] { add(alt.utf8Span.span) }
      case .cell: owesSpace = true
      case .none, .item, .preformatted: break
      }
      let kind = style(child).map(nested)
      let breaks = rules.lineBreaks ?? (kind?.isBlock ?? false ? 1 : nil)
      owe(breaks)
      var span: Int?
      // Code in a code block is part of the block.
      if let kind, !(isPreformatted && kind == .code) {
        span = spans.count
        waiting.append(spans.count)
        spans.append((nil, 0, kind))
      }
      isPreformatted = isPreformatted || rules.role == .preformatted
      if child.end > next {
        open.append(Open(end: child.end, span: span, lineBreaks: breaks, isPreformatted: isPreformatted))
      } else {
        if span != nil { waiting.removeLast() }
        isPreformatted = open.last?.isPreformatted ?? startsPreformatted
      }
      if rules.role == .item, kind == nil, child.end > next { add("• ".utf8Span.span) }
    }
    while !open.isEmpty { close() }
  }

  consuming func finished() -> MessageText {
    if keepsSpaces {
      while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
      for index in spans.indices { spans[index].end = min(spans[index].end, bytes.count) }
    }
    let string = String(decoding: bytes, as: UTF8.self)
    let spans = spans.compactMap { span -> SourceSpan? in
      guard let start = span.start, span.end > start else { return nil }
      return SourceSpan(start: start, end: span.end, kind: span.kind)
    }
    return MessageText(string, markup: spans.isEmpty ? .plain : .spans(spans))
  }

  /// Returns an element's style in its context: an item of a list is as deep as there are items around it.
  private func nested(_ kind: SourceSpan.Kind) -> SourceSpan.Kind {
    guard case .item(let marker, _) = kind else { return kind }
    let items = open.filter { element in
      guard let span = element.span, case .item = spans[span].kind else { return false }
      return true
    }
    return .item(marker: marker, depth: min(items.count, 8))
  }

  private mutating func close() {
    guard let last = open.popLast() else { return }
    if let span = last.span {
      spans[span].end = bytes.count
      if spans[span].start == nil { waiting.removeAll { $0 == span } }
    }
    owe(last.lineBreaks)
  }

  /// Notes the lines that a block leaves free before and after itself.
  private mutating func owe(_ lines: Int?) {
    guard let lines else { return }
    owesBlock = owesBlock || owedLines == 0
    owedLines = max(owedLines, keepsSpaces ? 1 : lines)
  }

  private mutating func add(_ text: Span<UInt8>) {
    if keepsSpaces { return addSpaced(text) }
    var next = 0
    while next < text.count {
      if Self.isSpace(text[next]) {
        owesSpace = true
        next += 1
        continue
      }
      if owesSpace || owedLines > 0 || !waiting.isEmpty { pay() }
      // Single spaces between characters are written as they are.
      let start = next
      repeat {
        next += 1
      } while next < text.count
        && (!Self.isSpace(text[next])
          || text[next] == 0x20 && next + 1 < text.count && !Self.isSpace(text[next + 1]))
      unsafe text.extracting(start..<next).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C)
  }

  private mutating func addPreformatted(_ text: Span<UInt8>) {
    for index in text.indices {
      if owesSpace || owedLines > 0 || !waiting.isEmpty { pay() }
      bytes.append(text[index])
    }
  }

  private mutating func addSpaced(_ text: Span<UInt8>) {
    for index in text.indices {
      switch text[index] {
      case 0x0A:
        owedLines += owesBlock ? 0 : 1
        owesBlock = false
      case 0x0D: break
      default:
        if owedLines > 0 || !waiting.isEmpty { pay() }
        bytes.append(text[index])
      }
    }
  }

  private mutating func pay() {
    if !bytes.isEmpty {
      if owedLines > 0 {
        // No text needs a hundred empty lines.
        bytes.append(contentsOf: repeatElement(0x0A, count: min(owedLines, 100)))
      } else if owesSpace {
        bytes.append(0x20)
      }
    }
    (owedLines, owesSpace, owesBlock) = (0, false, false)
    for span in waiting { spans[span].start = bytes.count }
    waiting.removeAll(keepingCapacity: true)
  }
}
