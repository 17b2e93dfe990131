import ChatModel

/// Texts with the source's spans as characters alone: markers of list items, marks of quotations, and the addresses of links.
enum SpanText {
  /// Returns the text as plain characters. Markdown stays as it was written.
  static func plain(_ text: MessageText) -> String {
    guard case .spans(let spans) = text.markup else { return text.string }
    let bytes = Array(text.string.utf8)
    var additions: [Addition] = []
    for span in spans {
      let (start, end) = range(of: span, in: bytes)
      guard start < end else { continue }
      switch span.kind {
      case .link(let target):
        let words = String(decoding: bytes[start..<end], as: UTF8.self)
        if !target.hasSuffix(words) { additions.append(Addition(offset: end, text: " <\(target)>")) }
      case .item(let marker, let depth):
        let indent = String(repeating: "  ", count: min(max(depth, 0), 8))
        additions.append(Addition(offset: start, text: "\(indent)\(marker) "))
      case .blockquote:
        additions.append(Addition(offset: start, text: "> "))
        for offset in start..<end - 1 where bytes[offset] == 0x0A {
          additions.append(Addition(offset: offset + 1, text: "> "))
        }
      case .bold, .italic, .underline, .strikethrough, .spoiler, .code, .mention, .hashtag, .codeBlock,
        .heading:
        break
      }
    }
    guard !additions.isEmpty else { return text.string }
    return joined(bytes, additions)
  }

  /// Characters before the byte at an offset.
  private struct Addition {
    var offset: Int
    var text: String
  }

  private static func joined(_ bytes: [UInt8], _ additions: [Addition]) -> String {
    // By index among equal offsets, so that the order is the source's.
    let order = additions.indices.sorted { (additions[$0].offset, $0) < (additions[$1].offset, $1) }
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + additions.count * 4)
    var done = 0
    for index in order {
      let addition = additions[index]
      joined += bytes[done..<addition.offset]
      joined += addition.text.utf8
      done = addition.offset
    }
    return String(decoding: joined + bytes[done...], as: UTF8.self)
  }

  /// Returns the range of a span, extended to whole characters and inside of the text.
  private static func range(of span: SourceSpan, in bytes: [UInt8]) -> (start: Int, end: Int) {
    var (start, end) = (min(max(span.start, 0), bytes.count), min(max(span.end, 0), bytes.count))
    while start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return (start, end)
  }
}
