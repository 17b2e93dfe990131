import ChatModel
import ImportKit

/// A range of a text with its style, as a file gives it.
struct ChatExportSpan {
  enum SpanMember: String, JSONMember {
    case start, end, style, url, language, level, marker, depth
  }
  /// The values of `style`.
  enum SpanStyle: String {
    case bold, italic, underline, strikethrough, spoiler, code, mention, hashtag, blockquote, codeBlock,
      heading
    case item, link
  }
  static let members = JSONMemberTable<SpanMember>()

  /// The number of characters of Unicode (code points) before the range.
  var start = 0
  /// The number of characters before its end.
  var end = 0
  var kind = SourceSpan.Kind.bold

  /// The most spans that may overlap at one character. Texts are cut at the edges of spans, and every piece has all spans around it, so
  /// that without a limit 15,000 of each kind take seconds.
  static let overlapLimit = 32

  /// Returns spans with offsets in bytes of `text`, sorted by their starts. Spans beyond ``overlapLimit`` are left out.
  static func sourceSpans(_ spans: [ChatExportSpan], of text: String) -> [SourceSpan] {
    guard !spans.isEmpty else { return [] }
    let bytes = text.utf8Span.span
    let offsets = offsets(before: Set(spans.flatMap { [$0.start, $0.end] }).sorted(), in: bytes)
    var found: [SourceSpan] = []
    for span in spans {
      let (start, end) = (offsets[span.start] ?? bytes.count, offsets[span.end] ?? bytes.count)
      found.append(SourceSpan(start: start, end: end, kind: span.kind))
    }
    // Of spans with one start, the one that comes first stays first.
    let sorted = found.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    var openEnds: [Int] = []
    return sorted.map(\.element).filter { span in
      openEnds.removeAll { $0 <= span.start }
      guard openEnds.count < overlapLimit else { return false }
      openEnds.append(span.end)
      return true
    }
  }

  /// Returns the offset of the character after each of some numbers of characters, which are sorted. Numbers beyond the text are missing.
  private static func offsets(before counts: [Int], in bytes: Span<UInt8>) -> [Int: Int] {
    var offsets: [Int: Int] = [:]
    var (offset, count) = (0, 0)
    for wanted in counts {
      while count < wanted, offset < bytes.count {
        offset += 1
        // Continuation bytes belong to the character before them.
        while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        count += 1
      }
      if count == wanted { offsets[wanted] = offset }
    }
    return offsets
  }
}

extension DocumentReader {
  /// Reads the styles of ranges of a text.
  mutating func spans(_ member: StaticString) throws(JSONError) -> [ChatExportSpan]? {
    guard try beginList(member) else { return nil }
    var list: [ChatExportSpan] = []
    while try nextElement() {
      guard try beginObject() else { continue }
      if let span = try span() { list.append(span) }
    }
    return list
  }

  private mutating func span() throws(JSONError) -> ChatExportSpan? {
    var (span, style) = (ChatExportSpan(), String?.none)
    var (start, end) = (Int?.none, Int?.none)
    var (url, language, level, marker, depth) = ("", "", 1, "•", 0)
    while let member = try nextMember(in: ChatExportSpan.members, of: "span") {
      switch member {
      case .start: start = try count("start")
      case .end: end = try count("end")
      case .style: style = try text("style")
      case .url: url = try text("url") ?? ""
      case .language: language = try text("language") ?? ""
      case .level: level = min(max(try count("level") ?? 1, 1), 6)
      case .marker: marker = try text("marker") ?? marker
      case .depth: depth = min(try count("depth") ?? 0, 100)
      }
    }
    guard let start, let end, start <= end else {
      warn("wrong-value", "", "has no `start` before its `end`; the span is left out")
      return nil
    }
    (span.start, span.end) = (start, end)
    switch style.flatMap(ChatExportSpan.SpanStyle.init) {
    case .bold: span.kind = .bold
    case .italic: span.kind = .italic
    case .underline: span.kind = .underline
    case .strikethrough: span.kind = .strikethrough
    case .spoiler: span.kind = .spoiler
    case .code: span.kind = .code
    case .mention: span.kind = .mention
    case .hashtag: span.kind = .hashtag
    case .blockquote: span.kind = .blockquote
    case .codeBlock: span.kind = .codeBlock(language: language)
    case .heading: span.kind = .heading(level: level)
    case .item: span.kind = .item(marker: marker, depth: depth)
    case .link: span.kind = .link(target: url)
    case nil:
      warn("wrong-value", "style", "is no style of a text; the span is left out")
      return nil
    }
    return span
  }
}
