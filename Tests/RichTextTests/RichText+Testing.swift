import ChatModel
import Frames
import RichText

extension RichText {
  /// The text of `string` as plain text.
  static func plain(_ string: String) -> RichText {
    RichTextParser().parse(MessageText(string, markup: .plain))
  }

  static func markdown(_ string: String) -> RichText {
    RichTextParser().parse(MessageText(string, markup: .markdown))
  }

  /// One line for each block: containers, leaf and text with its marks in braces.
  var outline: [String] { blocks.map(\.outline) }
}

extension RichBlock {
  /// The block as one line, e.g. `quote > 1. {strong|bold} words`.
  var outline: String {
    var line = ""
    for container in containers {
      switch container {
      case .quote: line += "quote > "
      case .item(let marker, _): line += (marker ?? "…") + " > "
      }
    }
    switch leaf {
    case .paragraph: break
    case .heading(let level): line += "h\(level): "
    case .code(let language): line += "code(\(language)): "
    case .rule: line += "rule"
    case .table(let table):
      let rows = table.rows.map { row in row.map { RichBlock(text: $0.text, marks: $0.marks).markedText } }
      let columns = table.alignments.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
      return line + "table(\(columns)): " + rows.map { $0.joined(separator: " | ") }.joined(separator: " ⏎ ")
    }
    return line + markedText
  }

  /// The text with marks as `{kind|…}`.
  var markedText: String {
    var bytes: [UInt8] = []
    let text = Array(self.text.utf8)
    var open: [TextMark] = []
    var next = 0
    for offset in 0...text.count {
      while let last = open.last, last.end == offset {
        bytes += Array("}".utf8)
        open.removeLast()
      }
      while next < marks.count, marks[next].start == offset {
        bytes += Array("{\(marks[next].kind.word)|".utf8)
        open.append(marks[next])
        next += 1
      }
      if offset < text.count { bytes.append(text[offset]) }
    }
    return String(decoding: bytes, as: UTF8.self).replacingNewlines
  }

  /// The problem with the marks, nil when they are sorted, nested, within bounds, on characters and not
  /// empty.
  var markProblem: String? {
    let bytes = Array(text.utf8)
    var open: [TextMark] = []
    var last: TextMark?
    for mark in marks {
      guard mark.start >= 0, mark.start < mark.end, Int(mark.end) <= bytes.count else {
        return "bounds \(mark)"
      }
      for offset in [Int(mark.start), Int(mark.end)]
      where offset < bytes.count && bytes[offset] & 0xC0 == 0x80 {
        return "inside a character: \(mark)"
      }
      if let last, mark.start < last.start || (mark.start == last.start && mark.end > last.end) {
        return "order \(mark)"
      }
      while let top = open.last, top.end <= mark.start { open.removeLast() }
      if let top = open.last, mark.end > top.end { return "crosses: \(mark) and \(top)" }
      if open.contains(where: { $0.kind.word == mark.kind.word }) { return "in its own kind: \(mark)" }
      open.append(mark)
      last = mark
    }
    return nil
  }
}

extension TextMark.Kind {
  /// The kind's name, for a link its address.
  var word: String {
    switch self {
    case .strong: "strong"
    case .emphasis: "em"
    case .code: "code"
    case .strikethrough: "strike"
    case .underline: "underline"
    case .spoiler: "spoiler"
    case .mention: "mention"
    case .hashtag: "hashtag"
    case .link(let href): href
    case .emoji(let path): "emoji \(path)"
    case .caution(let goal): "caution \(goal)"
    case .cut(let whole): "cut from \(whole)"
    case .added: "added"
    case .removed: "removed"
    case .gutter: "gutter"
    case .failed: "failed"
    }
  }
}

extension String {
  fileprivate var replacingNewlines: String {
    String(map { $0 == "\n" ? "⏎" : $0 })
  }
}
