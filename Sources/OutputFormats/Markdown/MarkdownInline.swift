import ChatModel
import Frames
import RichText

/// The marked text of a block as Markdown.
///
/// Emphasis is written where CommonMark's rules of flanking allow it. They depend on the neighbours in ways that are not worth repeating,
/// so the result is parsed again, and written without emphasis if other characters would be shown.
struct MarkdownInline {
  private let parser = RichTextParser(options: .init(detectsLinks: false))
  /// True in the cells of tables, which have one line.
  var isInTable = false

  /// Returns the text of a block; further lines begin with `indent`.
  func text(_ text: String, marks: [TextMark], indent: String = "", isAtStart: Bool = true) -> String {
    guard !marks.isEmpty else { return written(text, [], indent, isAtStart: isAtStart) }
    let whole = written(text, marks, indent, isAtStart: isAtStart)
    guard marks.contains(where: { Self.delimiter(of: $0.kind) != nil }) else { return whole }
    if shows(written(text, marks, "", isAtStart: true), text) { return whole }
    let links = marks.filter { Self.delimiter(of: $0.kind) == nil }
    return written(text, links, indent, isAtStart: isAtStart)
  }

  private func written(_ text: String, _ marks: [TextMark], _ indent: String, isAtStart: Bool) -> String {
    var writer = InlineWriter(text: text, marks: marks, indent: indent, isAtStart: isAtStart)
    return writer.markdown(isInTable: isInTable)
  }

  /// True if Markdown shows exactly these characters, with any white space.
  private func shows(_ markdown: String, _ text: String) -> Bool {
    func visible(_ text: String) -> [Unicode.Scalar] {
      text.unicodeScalars.filter { !$0.properties.isWhitespace }
    }
    let blocks = parser.parse(MessageText(markdown, markup: .markdown)).blocks
    let shown = blocks.flatMap { visible($0.text) }
    return shown == visible(ControlPictures.shown(text))
  }

  /// Returns the signs around emphasized text; nil for other marks.
  static func delimiter(of kind: TextMark.Kind) -> String? {
    switch kind {
    case .strong: "**"
    case .emphasis: "*"
    case .strikethrough: "~~"
    case .code, .underline, .spoiler, .mention, .hashtag, .emoji, .link, .caution, .cut, .added, .removed,
      .gutter, .failed:
      nil
    }
  }
}

/// Writes a text with nested marks, from outside to inside.
private struct InlineWriter {
  let bytes: [UInt8]
  let marks: [TextMark]
  let indent: String
  private var isAtStart: Bool
  private var result = ""

  init(text: String, marks: [TextMark], indent: String, isAtStart: Bool) {
    (bytes, self.marks, self.indent) = (Array(text.utf8), marks, indent)
    self.isAtStart = isAtStart
  }

  mutating func markdown(isInTable: Bool) -> String {
    var next = 0
    write(0..<bytes.count, &next)
    return isInTable ? inCell(result) : result
  }

  /// Writes a range of the text with the marks from the index `next` that are inside of it.
  private mutating func write(_ range: Range<Int>, _ next: inout Int) {
    var offset = range.lowerBound
    while next < marks.count, Int(marks[next].start) < range.upperBound {
      let mark = marks[next]
      next += 1
      let (start, end) = (max(Int(mark.start), offset), min(Int(mark.end), range.upperBound))
      guard start < end else { continue }
      plain(offset..<start)
      write(mark, start..<end, &next)
      offset = end
    }
    plain(offset..<range.upperBound)
  }

  private mutating func write(_ mark: TextMark, _ range: Range<Int>, _ next: inout Int) {
    switch mark.kind {
    case .code:
      code(range)
      while next < marks.count, Int(marks[next].start) < range.upperBound { next += 1 }
    case .link(let href):
      if string(range) == href, !href.utf8.contains(UInt8(ascii: "&")), href.utf8.contains(UInt8(ascii: ":"))
      {
        result += "<\(href)>"
        while next < marks.count, Int(marks[next].start) < range.upperBound { next += 1 }
      } else {
        result += "["
        isAtStart = false
        write(range, &next)
        result += MarkdownEscaping.link("", to: href).dropFirst()
      }
      isAtStart = false
    default:
      guard let delimiter = MarkdownInline.delimiter(of: mark.kind) else { return write(range, &next) }
      // White space inside of the signs would keep them from being signs.
      var (start, end) = (range.lowerBound, range.upperBound)
      while start < end, isSpace(bytes[start]) { start += 1 }
      while end > start, isSpace(bytes[end - 1]) { end -= 1 }
      plain(range.lowerBound..<start)
      guard start < end else { return plain(start..<range.upperBound) }
      result += delimiter
      isAtStart = false
      write(start..<end, &next)
      result += delimiter
      plain(end..<range.upperBound)
    }
  }

  private mutating func plain(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    var text = string(range)
    // A line break at the end of this piece is not at the end of the block.
    let hasMore = range.upperBound < bytes.count
    let endsLine = hasMore && text.utf8.last == 0x0A
    if endsLine { text.removeLast() }
    MarkdownEscaping.append(text, indent: indent, isAtStart: isAtStart, to: &result)
    isAtStart = endsLine
    if endsLine { result += text.utf8.last == 0x0A ? "\n\n\(indent)" : "\\\n\(indent)" }
  }

  private mutating func code(_ range: Range<Int>) {
    let lines = ControlPictures.shown(string(range)).split(separator: "\n")
    result += lines.map { MarkdownEscaping.code(String($0)) }.joined(separator: "\\\n\(indent)")
    isAtStart = false
  }

  /// Returns Markdown for a cell: on one line, and with a backslash before each bar, also in code (GFM §4.10).
  private func inCell(_ markdown: String) -> String {
    var cell = ""
    var last: Character = " "
    for character in markdown {
      if character == "\n" {
        if last == "\\" { cell.removeLast() }
        cell += " "
      } else {
        if character == "|", last != "\\" { cell += "\\" }
        cell.append(character)
      }
      last = character
    }
    return cell
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

  private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
