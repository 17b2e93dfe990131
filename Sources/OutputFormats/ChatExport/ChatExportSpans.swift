import ChatModel

/// The styles of ranges of a text, in the member `spans`.
enum ChatExportSpans {
  /// Writes the member. Offsets are counted in characters of Unicode (code points), as most programs count them.
  static func add(_ spans: [SourceSpan], of text: String, to json: inout JSONWriter) {
    let counts = CharacterCounts(text, at: spans.flatMap { [$0.start, $0.end] })
    json.list("spans", spans) { json, span in
      json.object { json in
        json.member("start", counts.before(span.start))
        json.member("end", counts.before(span.end))
        json.member("style", span.kind.word)
        switch span.kind {
        case .codeBlock(let language): if !language.isEmpty { json.member("language", language) }
        case .heading(let level): json.member("level", level)
        case .item(let marker, let depth):
          json.member("marker", marker)
          if depth != 0 { json.member("depth", depth) }
        case .link(let target): json.member("url", target)
        case .bold, .italic, .underline, .strikethrough, .spoiler, .code, .mention, .hashtag, .blockquote:
          break
        }
      }
    }
  }
}

extension SourceSpan.Kind {
  /// The word in files.
  fileprivate var word: String {
    switch self {
    case .bold: "bold"
    case .italic: "italic"
    case .underline: "underline"
    case .strikethrough: "strikethrough"
    case .spoiler: "spoiler"
    case .code: "code"
    case .mention: "mention"
    case .hashtag: "hashtag"
    case .blockquote: "blockquote"
    case .codeBlock: "codeBlock"
    case .heading: "heading"
    case .item: "item"
    case .link: "link"
    }
  }
}

/// The numbers of characters before some offsets of a text, counted in one pass.
private struct CharacterCounts {
  /// The counts by offset in bytes; empty if each character is a byte.
  private var counts: [Int: Int] = [:]

  init(_ text: String, at offsets: [Int]) {
    let bytes = text.utf8Span.span
    var isASCII = true
    for index in bytes.indices where bytes[index] >= 0x80 {
      isASCII = false
      break
    }
    guard !isASCII else { return }
    var (position, count) = (0, 0)
    for offset in Set(offsets).sorted() {
      while position < min(offset, bytes.count) {
        // Continuation bytes begin no character.
        if bytes[position] & 0xC0 != 0x80 { count += 1 }
        position += 1
      }
      counts[offset] = count
    }
  }

  func before(_ offset: Int) -> Int { counts[offset] ?? offset }
}
