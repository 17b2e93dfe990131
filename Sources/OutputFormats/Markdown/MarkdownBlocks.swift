import ChatModel
import Frames
import RichText

/// Writes the blocks of a text as Markdown inside of a message.
///
/// Texts are parsed and written anew, whatever their markup is: so an open fence, a heading or HTML in a message stays in the message.
struct MarkdownBlocks {
  private let parser = RichTextParser()
  private var inline = MarkdownInline()
  /// The widths of the list items around the block, by depth.
  private var widths: [Int] = []
  private var previous: RichBlock?

  /// Adds a text; each line begins with `indent`.
  mutating func append(_ text: MessageText, indent: String, to lines: inout [String]) {
    append(parser.parse(text).blocks, indent: indent, to: &lines)
  }

  /// Adds a text without markup.
  mutating func append(plain text: String, indent: String, to lines: inout [String]) {
    append([RichBlock(text: text)], indent: indent, to: &lines)
  }

  /// Adds code between fences.
  mutating func append(code: String, language: String, indent: String, to lines: inout [String]) {
    append([RichBlock(leaf: .code(language: language), text: code)], indent: indent, to: &lines)
  }

  private mutating func append(_ blocks: [RichBlock], indent: String, to lines: inout [String]) {
    (widths, previous) = ([], nil)
    for block in blocks {
      let (first, rest) = prefixes(of: block)
      if let previous, !isJoined(block, to: previous) {
        lines.append((indent + commonPrefix(of: block, and: previous)).trimmingSpaces)
      }
      let content = content(of: block)
      for (index, line) in content.enumerated() {
        let prefix = indent + (index == 0 ? first : rest)
        lines.append(line.isEmpty ? prefix.trimmingSpaces : prefix + line)
      }
      previous = block
    }
  }

  // MARK: Containers

  /// Returns the characters before the first line and before the others.
  private mutating func prefixes(of block: RichBlock) -> (first: String, rest: String) {
    var (first, rest) = ("", "")
    for (depth, container) in block.containers.enumerated() {
      if depth >= widths.count { widths.append(2) }
      switch container {
      case .quote:
        first += "> "
        rest += "> "
      case .item(let marker?, _):
        let sign = Self.sign(of: marker)
        widths[depth] = sign.width
        first += sign.text
        rest += String(repeating: " ", count: sign.width)
      case .item(nil, _):
        first += String(repeating: " ", count: widths[depth])
        rest += String(repeating: " ", count: widths[depth])
      }
    }
    return (first, rest)
  }

  /// Returns the sign of a list item, and the distance of its text.
  private static func sign(of marker: String) -> (text: String, width: Int) {
    let digits = marker.utf8.dropLast()
    let isNumber =
      1...9 ~= digits.count && digits.allSatisfy { 0x30...0x39 ~= $0 }
      && (marker.hasSuffix(".") || marker.hasSuffix(")"))
    if isNumber { return ("\(marker) ", marker.utf8.count + 1) }
    if marker == "•" || marker.isEmpty { return ("- ", 2) }
    return ("- \(MarkdownEscaping.line(String(marker.prefix(20)), isAtStart: true)) ", 2)
  }

  /// True if a block is the next item of the list whose last block is `previous`, without an empty line between them.
  private func isJoined(_ block: RichBlock, to previous: RichBlock) -> Bool {
    guard block.isTight, previous.isTight, case .item(_?, _)? = block.containers.last else { return false }
    if case .code = previous.leaf { return false }
    return true
  }

  private func commonPrefix(of block: RichBlock, and previous: RichBlock) -> String {
    var prefix = ""
    for (depth, container) in block.containers.enumerated() where depth < previous.containers.count {
      switch (container, previous.containers[depth]) {
      case (.quote, .quote): prefix += "> "
      case (.item(nil, _), .item): prefix += String(repeating: " ", count: widths[depth])
      default: return prefix
      }
    }
    return prefix
  }

  // MARK: Leaves

  /// Returns the lines of a block without its containers.
  private mutating func content(of block: RichBlock) -> [String] {
    switch block.leaf {
    case .paragraph: return lines(of: inline.text(block.text, marks: block.marks))
    case .heading(let level):
      // Below the headings of the file, so that none looks like a day.
      let words = inline.text(TranscriptText.line(block.text), marks: block.marks, isAtStart: false)
      return ["\(String(repeating: "#", count: min(level + 3, 6))) \(words.escapingLastHash)"]
    case .rule: return ["***"]
    case .code(let language): return fenced(block.text, language)
    case .table(let table): return rows(of: table)
    }
  }

  private func lines(of markdown: String) -> [String] {
    markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func fenced(_ code: String, _ language: String) -> [String] {
    let fence = String(repeating: "`", count: max(3, MarkdownEscaping.longestRun(in: code) + 1))
    let isWord =
      language.utf8.count <= 30
      && language.utf8.allSatisfy {
        0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 || "+#.-_".utf8.contains($0)
      }
    var text = ControlPictures.shown(code)
    if text.utf8.last == 0x0A { text.removeLast() }
    return [fence + (isWord ? language : "")] + lines(of: text) + [fence]
  }

  private mutating func rows(of table: RichTable) -> [String] {
    guard let head = table.rows.first, !head.isEmpty else { return [] }
    inline.isInTable = true
    defer { inline.isInTable = false }
    var rows = table.rows.map { row in
      "| " + row.map { inline.text($0.text, marks: $0.marks, isAtStart: false) }.joined(separator: " | ")
        + " |"
    }
    let signs = head.indices.map { column in
      switch table.alignments.indices.contains(column) ? table.alignments[column] : nil {
      case nil: "---"
      case .left?: ":--"
      case .center?: ":-:"
      case .right?: "--:"
      }
    }
    rows.insert("| \(signs.joined(separator: " | ")) |", at: 1)
    return rows
  }
}

extension String {
  /// The string without spaces at its end.
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text of a heading whose signs at the end are shown (CommonMark §4.2).
  fileprivate var escapingLastHash: String { hasSuffix("#") ? dropLast() + "\\#" : self }
}
