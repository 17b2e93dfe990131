/// Writes HTML as Markdown, for texts whose tables, headings and nested lists have no spans of their own.
package struct HTMLMarkdown {
  private let tree: HTMLTree
  /// The number of enclosing elements.
  private var depth = 0

  /// The depth from which elements are text without markup.
  private static let depthLimit = 60

  private init(_ tree: HTMLTree) { self.tree = tree }

  /// Returns the content of an element as Markdown.
  package static func text(of element: HTMLElement) -> String {
    text(of: element.index + 1..<element.end, in: element.tree)
  }

  /// Returns the nodes `range` of a tree, with their contents, as Markdown.
  package static func text(of range: Range<Int>, in tree: HTMLTree) -> String {
    HTMLMarkdown(tree).blocks(range).joined(separator: "\n\n")
  }

  /// The writer for an element's content.
  private var inner: HTMLMarkdown {
    var inner = self
    inner.depth += 1
    return inner
  }

  // MARK: Blocks

  /// Returns the blocks of these nodes. Text between blocks is a paragraph.
  private func blocks(_ range: Range<Int>) -> [String] {
    guard depth < Self.depthLimit else { return [Self.paragraph(Self.escaped(rawText(range)))] }
    var (blocks, line) = ([String](), "")
    func finish() {
      let text = Self.paragraph(line)
      if !text.isEmpty { blocks.append(text) }
      line = ""
    }
    forEachNode(in: range) { index in
      guard let element = element(at: index), element.rules.isMarkdownBlock else {
        line += inline(at: index)
        return
      }
      finish()
      blocks += inner.block(element)
    }
    finish()
    return blocks
  }

  private func block(_ element: HTMLElement) -> [String] {
    let inside = element.index + 1..<element.end
    switch element.name {
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let level = Int(element.name.dropFirst()) ?? 1
      let text = inline(inside).split(whereSeparator: \.isNewline).joined(separator: " ").trimmingSpaces
      return text.isEmpty ? [] : [String(repeating: "#", count: level) + " " + text]
    case "ul", "ol": return list(element)
    case "li": return list(ofItems: [element], start: nil)
    case "blockquote":
      let text = blocks(inside).joined(separator: "\n\n")
      return text.isEmpty ? [] : [Self.prefixed(text, first: "> ", rest: "> ")]
    case "pre": return [code(element)]
    case "table": return table(element)
    case "hr": return ["---"]
    default: return blocks(inside)
    }
  }

  private func list(_ element: HTMLElement) -> [String] {
    let items = element.children.filter { $0.name == "li" }
    guard !items.isEmpty else { return blocks(element.index + 1..<element.end) }
    return list(
      ofItems: items, start: element.name == "ol" ? element["start"].flatMap { Int($0) } ?? 1 : nil)
  }

  private func list(ofItems items: [HTMLElement], start: Int?) -> [String] {
    var lines: [String] = []
    for (number, item) in items.enumerated() {
      // CommonMark allows nine digits.
      let marker = start.map { "\(min(max(0, $0 &+ number), 999_999_999)). " } ?? "- "
      var text = ""
      for block in blocks(item.index + 1..<item.end) {
        let isList = block.hasPrefix("- ") || block.first?.isNumber == true
        text += (text.isEmpty ? "" : isList ? "\n" : "\n\n") + block
      }
      let parts =
        item.children + item.children.filter { $0.name == "p" || $0.name == "label" }.flatMap(\.children)
      if let box = parts.first(where: { $0.name == "input" && $0["type"]?.lowercased() == "checkbox" }) {
        text = (box["checked"] != nil ? "[x] " : "[ ] ") + text
      }
      let indent = String(repeating: " ", count: marker.utf8.count)
      lines.append(Self.prefixed(text, first: marker, rest: indent))
    }
    return [lines.joined(separator: "\n")]
  }

  private func code(_ element: HTMLElement) -> String {
    let names = (element.children.first { $0.name == "code" }?.classes ?? []) + element.classes
    let language = names.lazy.compactMap { name in
      ["language-", "lang-"].lazy.compactMap { name.hasPrefix($0) ? name.dropFirst($0.count) : nil }.first
    }.first
    var text = rawText(element.index + 1..<element.end)
    while text.utf8.last == 0x0A { text.removeLast() }
    let fence = Self.fence(for: text, atLeast: 3)
    let info = (language ?? "").filter { $0.isLetter || $0.isNumber || "+-#".contains($0) }
    return "\(fence)\(info)\n\(text)\n\(fence)"
  }

  private func table(_ element: HTMLElement) -> [String] {
    // Without the rows of tables in its cells.
    let groups = element.children.filter { $0.name == "thead" || $0.name == "tbody" || $0.name == "tfoot" }
    let rows = (element.children + groups.flatMap(\.children)).filter { $0.name == "tr" }.map { row in
      row.children.filter { $0.name == "td" || $0.name == "th" }.map { cell in
        blocks(cell.index + 1..<cell.end).joined(separator: " ").split(whereSeparator: \.isNewline)
          .joined(separator: " ").replacing("\\\\", with: "\u{0}").replacing("\\|", with: "|")
          .replacing("|", with: "\\|").replacing("\u{0}", with: "\\\\")
      }
    }.filter { !$0.isEmpty }
    guard let width = rows.map(\.count).max() else { return [] }
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
    // Only the first row and the rule need all cells.
    let head = line(rows[0] + [String](repeating: "", count: width - rows[0].count))
    let rule = line([String](repeating: "---", count: width))
    return [([head, rule] + rows.dropFirst().map(line)).joined(separator: "\n")]
  }

  private static func prefixed(_ text: String, first: String, rest: String) -> String {
    guard text.utf8.contains(0x0A) else { return first + text }
    var lines: [String] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let prefix = number == 0 ? first : rest
      lines.append(line.isEmpty && rest.allSatisfy(\.isWhitespace) && number > 0 ? "" : prefix + line)
    }
    return lines.joined(separator: "\n")
  }

  // MARK: Text in a line

  private func inline(_ range: Range<Int>) -> String {
    guard depth < Self.depthLimit else { return Self.escaped(rawText(range)) }
    var line = ""
    forEachNode(in: range) { line += inner.inline(at: $0) }
    return line
  }

  private func inline(at index: Int) -> String {
    guard let element = element(at: index) else {
      return Self.escaped(tree.text(at: index))
    }
    let inside = element.index + 1..<element.end
    // Formulas have their source in an attribute.
    if let source = element["data-math"], !source.isBlank { return Self.code(source) }
    switch element.name {
    case "br": return "\\\n"
    case "strong", "b": return Self.marked(inline(inside), "**")
    case "em", "i": return Self.marked(inline(inside), "*")
    case "s", "del", "strike": return Self.marked(inline(inside), "~~")
    case "code", "tt", "kbd", "samp":
      let text = rawText(inside)
      return text.isBlank ? "" : Self.code(text)
    case "a":
      let text = inline(inside)
      guard let target = element["href"]?.linkTarget, !text.isBlank else { return text }
      return "[\(text)](<\(Self.destination(target))>)"
    case "img": return Self.escaped(element["alt"] ?? "")
    case "script", "style", "template", "head", "title", "noscript", "input": return ""
    default:
      return element.rules.isMarkdownBlock ? " \(inline(inside)) " : inline(inside)
    }
  }

  /// Returns an address without the characters that would end a link's target, as browsers send it.
  private static func destination(_ address: String) -> String {
    var encoded = ""
    for scalar in address.unicodeScalars {
      switch scalar.value {
      case 0...0x20, 0x3C, 0x3E, 0x5C, 0x7F:
        encoded += "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
      default: encoded.unicodeScalars.append(scalar)
      }
    }
    return encoded
  }

  private static func marked(_ text: String, _ mark: String) -> String {
    // Nearly all begin and end with a letter.
    if let first = text.utf8.first, let last = text.utf8.last, 0x21..<0x7F ~= first, 0x21..<0x7F ~= last {
      return mark + text + mark
    }
    let trimmed = text.trimmingSpaces
    guard !trimmed.isEmpty else { return text }
    let before = text.first?.isWhitespace == true ? " " : ""
    return before + mark + trimmed + mark + (text.last?.isWhitespace == true ? " " : "")
  }

  private static func code(_ text: String) -> String {
    let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let fence = fence(for: text, atLeast: 1)
    let needsSpace = text.hasPrefix("`") || text.hasSuffix("`")
    return needsSpace ? "\(fence) \(text) \(fence)" : fence + text + fence
  }

  /// Returns a run of backticks that does not occur in the text.
  private static func fence(for text: String, atLeast count: Int) -> String {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(count, longest + 1))
  }

  private static func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    var isAfterSpace = false
    let bytes = text.utf8Span.span
    for index in bytes.indices {
      let byte = bytes[index]
      switch Unicode.Scalar(byte) {
      case " ", "\n", "\t", "\r", "\u{C}":
        if !isAfterSpace { escaped.append(0x20) }
        isAfterSpace = true
        continue
      case "\\", "`", "*", "_", "[", "]", "<", ">", "~", "|", "&": escaped.append(UInt8(ascii: "\\"))
      default: break
      }
      escaped.append(byte)
      isAfterSpace = false
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns a paragraph of a line of Markdown, escaped so that no beginning of a line is a mark. Spaces are collapsed, and removed
  /// at the ends of lines.
  private static func paragraph(_ text: String) -> String {
    var (lines, line): ([[UInt8]], [UInt8]) = ([], [])
    line.reserveCapacity(text.utf8.count)
    var owesSpace = false
    var isEscape = false
    let bytes = text.utf8Span.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0x0A, isEscape {
        line.removeLast()
        if line.last == 0x20 { line.removeLast() }
        lines.append(line)
        line = []
        (owesSpace, isEscape) = (false, false)
        continue
      }
      // Of two backslashes, the second one is shown.
      isEscape = byte == 0x5C && !isEscape
      if byte == 0x20 {
        owesSpace = !line.isEmpty
      } else {
        if owesSpace { line.append(0x20) }
        owesSpace = false
        line.append(byte)
      }
    }
    lines.append(line)
    while lines.last?.isEmpty == true { lines.removeLast() }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    var paragraph: [UInt8] = []
    paragraph.reserveCapacity(text.utf8.count + 8)
    for (number, line) in lines.enumerated() {
      if number > 0 { paragraph.append(contentsOf: [0x5C, 0x0A]) }
      let digits = line.prefix { 0x30...0x39 ~= $0 }.count
      let mark = digits > 0 ? line.dropFirst(digits).first : line.first
      let isMark =
        digits > 0
        ? mark == 0x2E || mark == 0x29 : mark == 0x23 || mark == 0x2B || mark == 0x2D || mark == 0x3D
      paragraph.append(contentsOf: line[..<digits])
      if isMark { paragraph.append(0x5C) }
      paragraph.append(contentsOf: line[digits...])
    }
    return String(decoding: paragraph, as: UTF8.self)
  }

  // MARK: Nodes

  private func element(at index: Int) -> HTMLElement? {
    tree.nodes[index].name >= 0 ? HTMLElement(tree, index) : nil
  }

  private func forEachNode(in range: Range<Int>, _ body: (Int) -> Void) {
    var next = range.lowerBound
    while next < range.upperBound {
      body(next)
      next = max(Int(tree.nodes[next].end), next + 1)
    }
  }

  /// The texts of these nodes and their descendants, unchanged.
  private func rawText(_ range: Range<Int>) -> String {
    var text = ""
    for index in range {
      if tree.nodes[index].name < 0 {
        text += tree.text(at: index)
      } else if HTMLElement(tree, index).name == "br" {
        text += "\n"
      }
    }
    return text
  }
}
